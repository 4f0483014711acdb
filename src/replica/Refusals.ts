import { Context, Duration, Effect, Fiber, Layer, Schedule } from 'effect'
import { refusedPooler } from '#adapters/postgres/connection/Pooler.ts'
import { refusedRole } from '#adapters/postgres/connection/Rights.ts'
import { forkUnawaited } from '#adapters/postgres/connection/Unawaited.ts'
import { refusedEnvironment } from '#adapters/postgres/installation/KnownEnvironment.ts'
import { refusedKey } from '#adapters/postgres/installation/KnownKeys.ts'
import { refusedSchema } from '#adapters/postgres/schema/KeptSchema.ts'
import type { ServerSettings } from '#src/Config.ts'

/** Who starts waits so long for the database's answer. */
const firstLook = Duration.seconds(2)

/** Why a process must not work with its database. */
type Refusal = Error & { readonly _tag: string }

/** Looks until the database has answered. Fails when it says why this process must not go on, and else ends. */
const known = <R>(refused: Effect.Effect<Refusal | null, unknown, R>) =>
  refused.pipe(
    Effect.sandbox,
    Effect.retry(Schedule.spaced(Duration.seconds(1))),
    forkUnawaited,
    Effect.map((looking) =>
      Effect.flatMap(Effect.orDie(Fiber.join(looking)), (found) => (found === null ? Effect.void : Effect.fail(found))),
    ),
  )

/** Whether a process may work with its database. */
export class Refusals extends Context.Service<
  Refusals,
  {
    /** Fails, with a message, when it must not, and else never ends. */
    readonly untilRefused: Effect.Effect<never, Refusal>
    /** Whether the database has answered that it may: before that it takes no work. */
    readonly isAdmitted: Effect.Effect<boolean>
  }
>()('cotejo/replica/Refusals') {
  /** What the database alone can tell is asked as soon as it is there. */
  static readonly layer = <R>(looks: ReadonlyArray<Effect.Effect<Refusal | null, unknown, R>>) =>
    Layer.effect(
      Refusals,
      Effect.gen(function* () {
        const all = Effect.all(yield* Effect.forEach(looks, known), { concurrency: 'unbounded', discard: true })
        let admitted = false
        const admission = yield* forkUnawaited(
          Effect.tap(all, () =>
            Effect.sync(() => {
              admitted = true
            }),
          ),
        )
        // Nobody is answered by a process that must not go on, but where the database does not answer anyway.
        yield* Effect.timeoutOption(Fiber.join(admission), firstLook)
        return Refusals.of({
          untilRefused: Effect.andThen(Fiber.join(admission), Effect.never),
          isAdmitted: Effect.sync(() => admitted),
        })
      }),
    )
}

/** The keys of a process of another environment are not even noted. */
const refusedSettings = Effect.fnUntraced(function* ({ environment }: ServerSettings) {
  return (yield* refusedEnvironment(environment)) ?? (yield* refusedKey)
})

/** By its environment and keys alone, of a process over a database that was looked at otherwise. */
export const ofSettings = (settings: ServerSettings) => Refusals.layer([refusedSettings(settings)])

/** By all that may keep a replica from its database. */
export const ofReplica = (settings: ServerSettings) =>
  Refusals.layer([
    refusedSchema(settings.environment === 'sandbox'),
    refusedSettings(settings),
    refusedPooler,
    ...(settings.environment === 'production' ? [refusedRole] : []),
  ])
