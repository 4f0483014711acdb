import { Context, Duration, Effect, Layer, Queue, Schedule } from 'effect'
import { Database } from './Database.ts'
import { forkUnawaited } from './Unawaited.ts'

const channel = 'cotejo_work'
/** At most one notification in this long: they serialise commits. */
const quiet = Duration.millis(100)

/**
 * Tells the workers of every replica that there may be work. Within the process at once; to others
 * by NOTIFY. A hint only: whoever waits for it also polls.
 */
export class WorkSignal extends Context.Service<
  WorkSignal,
  { readonly announce: Effect.Effect<void>; readonly awaitWork: Effect.Effect<void> }
>()('cotejo/adapters/postgres/WorkSignal') {
  static readonly layer = Layer.effect(
    WorkSignal,
    Effect.gen(function* () {
      const { work: sql, working } = yield* Database
      const here = yield* Queue.sliding<void>(1)
      const elsewhere = yield* Queue.sliding<void>(1)

      const tellOthers = Queue.take(elsewhere).pipe(
        Effect.andThen(working(sql.notify(channel, ''))),
        Effect.andThen(Effect.sleep(quiet)),
      )
      const hearOthers = Effect.scoped(
        Effect.gen(function* () {
          const notifications = yield* sql.listen(channel)
          while (true) {
            yield* Queue.take(notifications)
            yield* Queue.offer(here, undefined)
          }
        }),
      )
      // Either holds a connection and fails with it: begin anew.
      const forever = (effect: Effect.Effect<unknown, unknown>) =>
        forkUnawaited(Effect.forever(effect).pipe(Effect.sandbox, Effect.retry(Schedule.spaced(Duration.seconds(1)))))
      yield* forever(tellOthers)
      yield* forever(hearOthers)

      return WorkSignal.of({
        announce: Effect.andThen(Queue.offer(here, undefined), Queue.offer(elsewhere, undefined)),
        awaitWork: Queue.take(here),
      })
    }),
  )
}
