import { DateTime } from 'effect'
import { latency } from '#adapters/sources/sandbox/Sources.ts'
import type { Consultation } from '#ports/Sources.ts'
import { slowness } from '#simulator/sources/SourceFaults.ts'

/** Consultations that are remembered, the last ones. */
const remembered = 10_000

/**
 * When the simulated providers are ready with what they were asked: as long after they saw it first as
 * the sources without adapters take.
 */
export const makeRegistry = (seed: string) => {
  const seenAt = new Map<string, DateTime.Utc>()

  const firstSeen = (id: string, now: DateTime.Utc): DateTime.Utc => {
    const earlier = seenAt.get(id)
    // A restored snapshot sets the clock back and draws the same ids again.
    if (earlier !== undefined && !DateTime.isGreaterThan(earlier, now)) return earlier
    seenAt.set(id, now)
    const [oldest = id] = seenAt.keys()
    if (seenAt.size > remembered) seenAt.delete(oldest)
    return now
  }

  return {
    readyAt: (consultation: Pick<Consultation, 'source' | 'id'>, now: DateTime.Utc, isSlow: boolean): DateTime.Utc =>
      DateTime.add(firstSeen(consultation.id, now), {
        milliseconds: Math.round(latency(seed, consultation) * 1_000),
        ...(isSlow ? slowness : {}),
      }),
    reset: () => seenAt.clear(),
  }
}
