/** What a replica of the sweep has inside that others do not: a long lease, a clock of choice, sources behind its gate. */
import { Clock, Context, DateTime, Duration, Effect, Layer } from 'effect'
import { UsualLease } from '#adapters/postgres/connection/Replica.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Sources } from '#ports/Sources.ts'
import type { Gate } from './Gate.ts'

/** It runs out when the trial says so, and not because the machine is busy. What hears of it hears soon. */
const lease = { lasts: Duration.hours(1), renewedEvery: Duration.millis(300) }
/** A source that asks for patience is asked again after so long. */
const patience = Duration.millis(50)

/** The sandbox's findings; each consultation is put off once, so that it is parked, and then answered. */
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

/** The machine's clock, behind by what can be changed. */
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
 * @param behindMillis how far its machine's clock is behind: with an hour it takes no work
 */
export const references = (behindMillis: () => number) =>
  Context.make(Clock.Clock, changeableClock(behindMillis)).pipe(Context.add(UsualLease, lease))

/** So far behind is the clock of a replica that is on standby. */
export const standby = 3_600_000
