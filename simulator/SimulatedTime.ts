import { Clock, Context, DateTime, Duration, Effect, Layer } from 'effect'
import { Time } from '#ports/Time.ts'

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
  /** The port `Time` and the levers over it, beginning at the machine's present. */
  static readonly layer = (initialSpeed: number) =>
    Layer.effectContext(
      Effect.gen(function* () {
        const start = yield* Clock.currentTimeMillis
        // Simulated time was `simulated` at the real instant `real`, both in epoch milliseconds.
        let anchor = { real: start, simulated: start, speed: initialSpeed, stopped: false }

        const read = (real: number): number =>
          anchor.stopped ? anchor.simulated : anchor.simulated + (real - anchor.real) * anchor.speed
        const nowMillis = Effect.map(Clock.currentTimeMillis, read)
        const reanchor = (change: Partial<typeof anchor>) =>
          Effect.map(Clock.currentTimeMillis, (real) => {
            anchor = { ...anchor, real, simulated: read(real), ...change }
          })

        const time = Time.of({
          now: Effect.map(nowMillis, (millis) => DateTime.makeUnsafe(Math.floor(millis))),
          realTimeUntil: (instant) =>
            Effect.map(nowMillis, (millis) =>
              Duration.millis(Math.max(0, Math.ceil((DateTime.toEpochMillis(instant) - millis) / anchor.speed))),
            ),
        })
        const levers = SimulatedTime.of({
          speed: Effect.sync(() => anchor.speed),
          setSpeed: (speed) => reanchor({ speed }),
          whileStopped: (use) =>
            Effect.acquireUseRelease(
              reanchor({ stopped: true }),
              () =>
                use((instant) => reanchor({ simulated: Math.max(anchor.simulated, DateTime.toEpochMillis(instant)) })),
              () => reanchor({ stopped: false }),
            ),
          reset: Effect.flatMap(Clock.currentTimeMillis, (real) => reanchor({ simulated: real, speed: initialSpeed })),
        })
        return Context.make(Time, time).pipe(Context.add(SimulatedTime, levers))
      }),
    )
}
