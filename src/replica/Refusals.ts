import { Context, Duration, Effect, Fiber, Layer, Schedule } from 'effect'
import { refusedPooler } from '#adapters/postgres/connection/Pooler.ts'
import { refusedRole } from '#adapters/postgres/connection/Rights.ts'
import { forkUnawaited } from '#adapters/postgres/connection/Unawaited.ts'
import { refusedKey } from '#adapters/postgres/KnownKeys.ts'
import { refusedSchema } from '#adapters/postgres/schema/KeptSchema.ts'
import type { ServerSettings } from '#src/Config.ts'

/** Who starts waits so long for the database's answer. */
const firstLook = Duration.seconds(2)

/** Looks until the database has answered. Fails when it says why this process must not go on, and else ends. */
const known = <F, E, R>(refused: Effect.Effect<F | null, E, R>) =>
  refused.pipe(
    Effect.sandbox,
    Effect.retry(Schedule.spaced(Duration.seconds(1))),
    forkUnawaited,
    Effect.map((looking) =>
      Effect.flatMap(Effect.orDie(Fiber.join(looking)), (found) => (found === null ? Effect.void : Effect.fail(found))),
    ),
  )

/** What a process must not work with, and its database alone can tell: asked as soon as that is there. */
const looks = ({ environment }: ServerSettings) =>
  Effect.all([
    known(refusedSchema(environment === 'sandbox')),
    known(refusedKey),
    known(refusedPooler),
    known(environment === 'production' ? refusedRole : Effect.succeed(null)),
  ])
type Refusal = Effect.Error<Effect.Success<ReturnType<typeof looks>>[number]>

/** Whether this process may work with its database. */
export class Refusals extends Context.Service<
  Refusals,
  {
    /** Fails when it must not, and else never ends. */
    readonly untilRefused: Effect.Effect<never, Refusal>
  }
>()('cotejo/replica/Refusals') {
  static readonly layer = (settings: ServerSettings) =>
    Layer.effect(
      Refusals,
      Effect.gen(function* () {
        const all = Effect.all(yield* looks(settings), { concurrency: 'unbounded', discard: true })
        // Nobody is answered by a process that must not go on, but where the database does not answer anyway.
        yield* Effect.timeoutOption(all, firstLook)
        return Refusals.of({ untilRefused: Effect.andThen(all, Effect.never) })
      }),
    )
}
