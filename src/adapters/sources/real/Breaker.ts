import { DateTime, Duration } from 'effect'
import { hasCome } from '#domain/helpers/Marks.ts'

export interface BreakerSettings {
  /** The circuit opens after this many consecutive consultations failed. */
  readonly failures: number
  /** While it is open, one call per this time is allowed, to test whether the provider is back. */
  readonly probeEvery: Duration.Duration
}

export const usualBreaker: BreakerSettings = { failures: 10, probeEvery: Duration.seconds(5) }

/** What a call says about the provider; `unknown` if the call did not have enough time. */
export type Sign = 'up' | 'down' | 'unknown'

/** The number of failing consultations to remember: far more than can run at once. */
const remembered = 10_000

/**
 * A circuit breaker for a provider. Failures that concern only some people's data must not stop the consultations of
 * others. So each consultation counts once, however often it fails, and the probe goes to a consultation that has not
 * failed, if one comes in time.
 *
 * It uses domain time, because it decides when to ask again, and a jump of simulated time must reach the probe like any
 * other due time. Effect's own breaker uses Effect's Clock, which simulated time does not change.
 */
export const breaker = ({ failures, probeEvery }: BreakerSettings) => {
  const headStart = Duration.times(probeEvery, 0.5)
  const failing = new Set<string>()
  let inARow = 0
  let probeAt: DateTime.Utc | null = null
  let answers = 0

  const remember = (id: string): void => {
    failing.add(id)
    const [oldest = id] = failing
    if (failing.size > remembered) failing.delete(oldest)
  }

  return {
    isOpen: () => probeAt !== null,
    /** Whether the last call of this consultation failed. */
    isFailing: (id: string) => failing.has(id),
    /** Null if a call of this consultation is allowed now; otherwise when it may be. */
    shutUntil: (id: string, now: DateTime.Utc): DateTime.Utc | null => {
      if (probeAt === null) return null
      const wait = failing.has(id) ? headStart : Duration.zero
      const due = DateTime.addDuration(probeAt, wait)
      if (!hasCome(due, now, Duration.sum(probeEvery, wait))) return due
      probeAt = DateTime.addDuration(now, probeEvery)
      return null
    },
    /** The number of answered calls so far. */
    answers: () => answers,
    /**
     * Records the result of a call. Any answer closes the circuit. A failure does not count if another call was
     * answered since the failing call began.
     *
     * @param answersBefore the number of answered calls when this one began
     */
    learn: (id: string, sign: Sign, answersBefore: number, now: DateTime.Utc): void => {
      if (sign === 'up') {
        failing.delete(id)
        answers += 1
        inARow = 0
        probeAt = null
      }
      if (sign !== 'down' || failing.has(id)) return
      remember(id)
      if (answers > answersBefore) return
      inARow += 1
      if (inARow >= failures) probeAt ??= DateTime.addDuration(now, probeEvery)
    },
  }
}
