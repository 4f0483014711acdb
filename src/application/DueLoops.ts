import { type Cause, Context, Duration, Effect, Exit, Layer, Option, Queue, Semaphore } from 'effect'
import { Time } from '#ports/Time.ts'
import { type DueWork, logFailure } from './DueWork.ts'
import { throttledLog } from './ThrottledLog.ts'

/** A loop checks for due work at least this often, however late the next due time is. */
const usualPollInterval = Duration.seconds(1)
/** Delay before a loop checks again for due work that it had no room for. */
const shortestPause = Duration.millis(250)
/** A loop that keeps failing logs it this often. */
const failuresLoggedEvery = Duration.minutes(1)

export interface LoopProgress {
  /** Items done since the start. */
  readonly done: number
  readonly working: boolean
}

/** Runs every kind of due work in the background until the scope closes. */
export class DueLoops extends Context.Service<
  DueLoops,
  {
    readonly works: ReadonlyArray<DueWork>
    readonly progressOf: (work: DueWork) => LoopProgress
    /** Makes every loop check again now, for example after the simulator's clock changed. */
    readonly wake: Effect.Effect<void>
    /**
     * Runs an effect while no loop works and no work is in progress, so that the effect can do the work in its own
     * order.
     */
    readonly whileHeld: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()('cotejo/application/DueLoops') {
  /**
   * @param kinds the work of this process
   * @param pollInterval may be longer if no other process creates work and no signal of it can be lost
   */
  static readonly layer = <R>(
    kinds: ReadonlyArray<Effect.Effect<DueWork, never, R>>,
    pollInterval: Duration.Duration = usualPollInterval,
  ) =>
    Layer.effect(
      DueLoops,
      Effect.gen(function* () {
        const time = yield* Time
        const works = yield* Effect.all(kinds)
        const loops = yield* Effect.forEach(
          works,
          Effect.fnUntraced(function* (work) {
            return { work, turn: yield* Semaphore.make(1), woken: yield* Queue.sliding<void>(1) }
          }),
        )
        const progress = new Map<DueWork, LoopProgress>()
        const progressOf = (work: DueWork): LoopProgress => progress.get(work) ?? { done: 0, working: false }

        const tracked = (work: DueWork) =>
          Effect.suspend(() => {
            const { done: before } = progressOf(work)
            progress.set(work, { done: before, working: true })
            return work.startDue.pipe(
              Effect.onExit((exit) =>
                Effect.sync(() => {
                  const done = Exit.isSuccess(exit) ? exit.value : 0
                  progress.set(work, { done: before + done, working: false })
                }),
              ),
            )
          })

        const untilDue = Effect.fnUntraced(function* ({ nextDueAt }: DueWork) {
          const next = yield* nextDueAt
          if (Option.isNone(next)) return pollInterval
          const wait = yield* time.realTimeUntil(next.value)
          return Duration.isZero(wait) ? shortestPause : Duration.min(pollInterval, wait)
        })

        const round = Effect.fnUntraced(function* ({ work, turn, woken }: (typeof loops)[number]) {
          const done = yield* turn.withPermits(1)(tracked(work))
          if (done > 0) return
          yield* Effect.raceAllFirst([Effect.sleep(yield* untilDue(work)), work.awaitWork, Queue.take(woken)])
        })

        const forever = (loop: (typeof loops)[number]) => {
          const { name } = loop.work
          const throttled = throttledLog(failuresLoggedEvery)
          let isFailureLogged = false
          const failed = (cause: Cause.Cause<unknown>) =>
            throttled((count) => {
              isFailureLogged = true
              return logFailure(cause, `${name} loop failed`, { count })
            })
          const succeeded = Effect.suspend(() => {
            if (!isFailureLogged) return Effect.void
            isFailureLogged = false
            return Effect.logInfo(`${name} loop works again`)
          })
          return round(loop).pipe(
            Effect.andThen(succeeded),
            Effect.catchCause((cause) => Effect.andThen(failed(cause), Effect.sleep(pollInterval))),
            Effect.forever,
          )
        }
        yield* Effect.forEach(loops, (loop) => Effect.forkScoped(forever(loop)))

        return DueLoops.of({
          works,
          progressOf,
          wake: Effect.forEach(loops, ({ woken }) => Queue.offer(woken, undefined), { discard: true }),
          whileHeld: (effect) =>
            loops.reduce(
              (held, { turn }) => turn.withPermits(1)(held),
              Effect.andThen(
                Effect.forEach(works, ({ settled }) => settled),
                effect,
              ),
            ),
        })
      }),
    )
}
