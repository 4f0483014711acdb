import { Context, Duration, Effect, Layer, Queue, Schedule } from 'effect'
import { Database } from './Database.ts'
import { forkUnawaited } from './Unawaited.ts'

const channel = 'cotejo_work'
/** At most one notification of a kind per this time, because notifications serialise commits. */
const quiet = Duration.millis(100)

const kinds = ['resolution', 'delivery', 'transfer'] as const
type Kind = (typeof kinds)[number]

/**
 * Signals the workers of all replicas that new work of a kind may exist: in this process at once, in others by NOTIFY.
 * A signal can be lost, so workers also poll.
 */
export class WorkSignal extends Context.Service<
  WorkSignal,
  {
    readonly announce: (kind: Kind) => Effect.Effect<void>
    readonly awaitWork: (kind: Kind) => Effect.Effect<void>
  }
>()('cotejo/adapters/postgres/WorkSignal') {
  static readonly layer = Layer.effect(
    WorkSignal,
    Effect.gen(function* () {
      const { work: sql, direct, working } = yield* Database
      const signals = () =>
        Effect.all({
          resolution: Queue.sliding<void>(1),
          delivery: Queue.sliding<void>(1),
          transfer: Queue.sliding<void>(1),
        })
      const here = yield* signals()
      const elsewhere = yield* signals()

      const notifyOthers = (kind: Kind) =>
        Queue.take(elsewhere[kind]).pipe(
          Effect.andThen(working(sql.notify(channel, kind))),
          Effect.andThen(Effect.sleep(quiet)),
        )
      const listenToOthers = Effect.scoped(
        Effect.gen(function* () {
          const notifications = yield* direct.listen(channel)
          while (true) {
            const { payload } = yield* Queue.take(notifications)
            for (const kind of kinds) if (payload === kind) yield* Queue.offer(here[kind], undefined)
          }
        }),
      )
      // Both hold a connection and fail with it, so they are restarted.
      const forever = (effect: Effect.Effect<unknown, unknown>) =>
        forkUnawaited(Effect.forever(effect).pipe(Effect.sandbox, Effect.retry(Schedule.spaced(Duration.seconds(1)))))
      for (const kind of kinds) yield* forever(notifyOthers(kind))
      yield* forever(listenToOthers)

      return WorkSignal.of({
        announce: (kind) => Effect.andThen(Queue.offer(here[kind], undefined), Queue.offer(elsewhere[kind], undefined)),
        awaitWork: (kind) => Queue.take(here[kind]),
      })
    }),
  )
}
