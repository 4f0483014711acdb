import { Clock, Context, DateTime, Duration, Effect, Layer, Option, Schedule } from 'effect'
import { Time } from '#ports/Time.ts'
import { Notebook } from '#simulator/storage/Notebook.ts'

/** Simulated time is noted down this often, so that with kept data it goes on from where it stopped. */
const noted = { name: 'time', every: Duration.seconds(1) }

/** Simulated time runs `speed` times as fast as real time, and can be held and set. */
export class SimulatedTime extends Context.Service<
  SimulatedTime,
  {
    readonly speed: Effect.Effect<number>
    /** Changes the pace from now on. */
    readonly setSpeed: (speed: number) => Effect.Effect<void>
    /** Stops simulated time while the effect runs; `set` moves it, never backwards. */
    readonly whileStopped: <A, E, R>(
      use: (set: (instant: DateTime.Utc) => Effect.Effect<void>) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E, R>
    /** Back to the present, at the pace of the start. */
    readonly reset: Effect.Effect<void>
  }
>()('cotejo/simulator/SimulatedTime') {
  /** The port `Time` and the levers over it, from where the data stopped or from the present. */
  static readonly layer = (initialSpeed: number) =>
    Layer.effectContext(
      Effect.gen(function* () {
        const { read: readNote, write, lastInstant } = yield* Notebook
        const start = yield* Clock.currentTimeMillis
        const earlier = Option.map(yield* readNote(noted.name), Number)
        const simulated = Option.isNone(earlier) ? start : Math.max(earlier.value, yield* lastInstant)
        // Simulated time was `simulated` at the real instant `real`, both in epoch milliseconds.
        let anchor = { real: start, simulated, speed: initialSpeed, stopped: false }

        const readAt = (real: number): number =>
          anchor.stopped ? anchor.simulated : anchor.simulated + (real - anchor.real) * anchor.speed
        const nowMillis = Effect.map(Clock.currentTimeMillis, readAt)
        const reanchor = (change: Partial<typeof anchor>) =>
          Effect.map(Clock.currentTimeMillis, (real) => {
            anchor = { ...anchor, real, simulated: readAt(real), ...change }
          })
        const note = Effect.flatMap(nowMillis, (millis) => write(noted.name, String(Math.floor(millis)))).pipe(
          Effect.ignoreCause,
        )
        yield* note.pipe(Effect.repeat(Schedule.spaced(noted.every)), Effect.forkScoped)

        return Context.make(
          Time,
          timeOf(nowMillis, () => anchor.speed),
        ).pipe(
          Context.add(
            SimulatedTime,
            SimulatedTime.of({
              speed: Effect.sync(() => anchor.speed),
              setSpeed: (speed) => reanchor({ speed }),
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
                reanchor({ simulated: real, speed: initialSpeed }),
              ),
            }),
          ),
        )
      }),
    )
}

/** The port over a clock that gives simulated epoch milliseconds. */
const timeOf = (nowMillis: Effect.Effect<number>, speed: () => number): Time['Service'] => ({
  now: Effect.map(nowMillis, (millis) => DateTime.makeUnsafe(Math.floor(millis))),
  realTimeUntil: (instant) =>
    Effect.map(nowMillis, (millis) =>
      Duration.millis(Math.max(0, Math.ceil((DateTime.toEpochMillis(instant) - millis) / speed()))),
    ),
})
