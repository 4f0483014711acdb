import { DateTime, Duration } from 'effect'
import { hasCome } from '#domain/helpers/Marks.ts'

export interface BreakerSettings {
  /** It opens when this many consultations failed one after the other. */
  readonly failures: number
  /** While it is open, one call in this time is let through, to see whether the provider is back. */
  readonly probeEvery: Duration.Duration
}

export const usualBreaker: BreakerSettings = { failures: 10, probeEvery: Duration.seconds(5) }

/** What a call tells of the provider; nothing, when it was not given its time. */
export type Sign = 'up' | 'down' | 'unknown'

/** Failing consultations that are remembered, the last ones: more than can be under way by far. */
const remembered = 10_000

/**
 * The circuit breaker of a provider. Failures for some people's data alone must not open it: a consultation counts
 * once, however often it fails, and leaves the probe to a consultation that has not failed.
 *
 * It uses domain time, so that a jump of simulated time reaches the probe like any due time. Effect's own breaker
 * uses Effect's Clock, which simulated time does not move.
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
    /** Null lets a call of this consultation through; else when one may be. */
    shutUntil: (id: string, now: DateTime.Utc): DateTime.Utc | null => {
      if (probeAt === null) return null
      const wait = failing.has(id) ? headStart : Duration.zero
      const due = DateTime.addDuration(probeAt, wait)
      if (!hasCome(due, now, Duration.sum(probeEvery, wait))) return due
      probeAt = DateTime.addDuration(now, probeEvery)
      return null
    },
    /** How many calls were answered so far. */
    answers: () => answers,
    /**
     * Any answer closes it, that of the probe or of a call from before. A failure says nothing of the
     * provider when somebody was answered since that call began.
     *
     * @param answersBefore how many calls had been answered when this one began
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
