/** The differences of a sweep's replica from others: a long lease, a chosen clock, and sources behind its gate. */
import { Clock, Context, DateTime, Duration, Effect, Layer } from 'effect'
import { UsualLease } from '#adapters/postgres/connection/Replica.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Sources } from '#ports/Sources.ts'
import type { Gate } from './Gate.ts'

/** The trial decides when the lease expires, not a busy machine. The short interval makes others notice soon. */
const lease = { lasts: Duration.hours(1), renewedEvery: Duration.millis(300) }
/** A source that asks for patience is asked again after this time. */
const patience = Duration.millis(50)

/** The sandbox's findings. Each consultation is pending once, so that it is parked, and then answered. */
export const sourcesThrough = (gate: Gate, putOff: Set<string>) =>
  Layer.effect(
    Sources,
    Effect.map(Sources, ({ consult }) => ({
      consult: Effect.fnUntraced(function* (consultation) {
        const kind = `source: ${consultation.source}`
        const number = gate.begin(kind)
        yield* Effect.promise(() => gate.pass({ kind, number, side: 'before' }))
        const isFirst = !putOff.has(consultation.id)
        putOff.add(consultation.id)
        const reply = isFirst
          ? { _tag: 'NotYet' as const, readyAt: DateTime.addDuration(consultation.now, patience) }
          : yield* consult({ ...consultation, now: DateTime.add(consultation.startedAt, { hours: 1 }) })
        yield* Effect.promise(() => gate.pass({ kind, number, side: 'after' }))
        return reply
      }),
    })),
  ).pipe(Layer.provide(SandboxSources.layer('sweep')))

/** The machine's clock, behind by a changeable offset. */
const changeableClock = (behindMillis: () => number): Clock.Clock => {
  const right = Effect.runSync(Clock.Clock)
  const millis = () => right.currentTimeMillisUnsafe() - behindMillis()
  const nanos = () => right.currentTimeNanosUnsafe() - BigInt(behindMillis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeNanosUnsafe: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => right.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: right.monotonicTimeNanos,
    sleep: (duration) => right.sleep(duration),
  }
}

/**
 * The clock and the lease of a replica.
 *
 * @param behindMillis how far its machine's clock is behind; a replica that is an hour behind takes no work
 */
export const references = (behindMillis: () => number) =>
  Context.make(Clock.Clock, changeableClock(behindMillis)).pipe(Context.add(UsualLease, lease))

/** How far a standby replica's clock is behind, in milliseconds. */
export const standby = 3_600_000
