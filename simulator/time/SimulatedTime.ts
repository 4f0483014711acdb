import { Clock, Context, DateTime, Duration, Effect, Layer, Option, Schedule } from 'effect'
import type { Save } from '#adapters/memory/Cell.ts'
import { Time } from '#ports/Time.ts'
import { Notebook } from '#simulator/storage/Notebook.ts'

/** Simulated time is stored this often, so that with kept data it goes on from where it stopped. */
const noted = { name: 'time', every: Duration.seconds(1) }

/** Simulated time runs `speed` times as fast as real time, and can be held and set. */
export class SimulatedTime extends Context.Service<
  SimulatedTime,
  {
    readonly speed: Effect.Effect<number>
    /** Changes the pace from now on. */
    readonly setSpeed: (speed: number) => Effect.Effect<void>
    /** Whether it is held. */
    readonly frozen: Effect.Effect<boolean>
    /** Stops simulated time, except for jumps, or starts it again. */
    readonly freeze: (frozen: boolean) => Effect.Effect<void>
    /** Sets simulated time without doing what falls due between; backwards too. */
    readonly set: (instant: DateTime.Utc) => Effect.Effect<void>
    /** Stops simulated time while the effect runs; `set` moves it, never backwards. */
    readonly whileStopped: <A, E, R>(
      use: (set: (instant: DateTime.Utc) => Effect.Effect<void>) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E, R>
    /** As at the start. */
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/SimulatedTime') {
  /** The port `Time` and the levers over it, from where the data stopped or from the present. */
  static readonly layer = ({ speed: initialSpeed, now = null, frozen = false }: Beginning) =>
    Layer.effectContext(
      Effect.gen(function* () {
        const { read: readNote, write, lastInstant, isInMemory } = yield* Notebook
        const realClock = yield* Clock.Clock
        const clock = () => realClock.currentTimeMillisUnsafe()
        const start = yield* Clock.currentTimeMillis
        const earlier = Option.map(yield* readNote(noted.name), Number)
        const initial = now === null ? start : DateTime.toEpochMillis(now)
        const simulated = Option.isNone(earlier) ? initial : Math.max(earlier.value, yield* lastInstant)
        // Simulated time was `simulated` at the real instant `real`, both in epoch milliseconds.
        let anchor = { real: start, simulated, speed: initialSpeed, frozen, stopped: false }

        const readAt = (real: number): number =>
          anchor.stopped || anchor.frozen ? anchor.simulated : anchor.simulated + (real - anchor.real) * anchor.speed
        const nowMillis = Effect.map(Clock.currentTimeMillis, readAt)
        const reanchor = (change: Partial<typeof anchor>) =>
          Effect.map(Clock.currentTimeMillis, (real) => {
            anchor = { ...anchor, real, simulated: readAt(real), ...change }
          })
        const note = Effect.flatMap(nowMillis, (millis) => write(noted.name, String(Math.floor(millis)))).pipe(
          Effect.ignoreCause,
        )
        // What is kept in memory does not outlive the clock.
        if (!isInMemory) yield* note.pipe(Effect.repeat(Schedule.spaced(noted.every)), Effect.forkScoped)

        return Context.make(
          Time,
          timeOf(nowMillis, () => (anchor.frozen ? 0 : anchor.speed)),
        ).pipe(
          Context.add(
            SimulatedTime,
            SimulatedTime.of({
              speed: Effect.sync(() => anchor.speed),
              frozen: Effect.sync(() => anchor.frozen),
              setSpeed: (speed) => reanchor({ speed }),
              freeze: (still) => reanchor({ frozen: still }),
              set: (instant) => reanchor({ simulated: DateTime.toEpochMillis(instant) }),
              whileStopped: (use) =>
                Effect.acquireUseRelease(
                  reanchor({ stopped: true }),
                  () =>
                    use((instant) =>
                      reanchor({ simulated: Math.max(anchor.simulated, DateTime.toEpochMillis(instant)) }),
                    ),
                  () => Effect.andThen(reanchor({ stopped: false }), note),
                ),
              reset: Effect.flatMap(Clock.currentTimeMillis, (real) =>
                reanchor({ simulated: now === null ? real : initial, speed: initialSpeed, frozen }),
              ),
              save: {
                keep: () => ({ simulated: readAt(clock()), speed: anchor.speed, frozen: anchor.frozen }),
                put: (kept) => {
                  anchor = { ...anchor, ...Object(kept), real: clock() }
                },
              },
            }),
          ),
        )
      }),
    )
}

/** How simulated time begins. */
interface Beginning {
  /** Simulated seconds per real second. */
  readonly speed: number
  /** Null at the present. */
  readonly now?: DateTime.Utc | null
  readonly frozen?: boolean
}

/** Longer than any wait. While time stands still, no instant comes nearer. */
const endless = Duration.days(365)

/** The port over a clock that gives simulated epoch milliseconds. */
const timeOf = (nowMillis: Effect.Effect<number>, speed: () => number): Time['Service'] => ({
  now: Effect.map(nowMillis, (millis) => DateTime.makeUnsafe(Math.floor(millis))),
  realTimeUntil: (instant) =>
    Effect.map(nowMillis, (millis) => {
      const left = Math.max(0, DateTime.toEpochMillis(instant) - millis)
      if (left === 0) return Duration.zero
      return speed() === 0 ? endless : Duration.min(endless, Duration.millis(Math.ceil(left / speed())))
    }),
})
