import { Context, Duration, Effect, Fiber, Layer, Schedule } from 'effect'
import type { ProcessRefused } from '#adapters/postgres/connection/ProcessRefused.ts'
import { forkUnawaited } from '#adapters/postgres/connection/Unawaited.ts'
import { refusedSettings, startChecks } from '#adapters/postgres/installation/StartChecks.ts'
import type { ServerSettings } from '#src/Config.ts'

/** Who starts waits so long for the database's answer. */
const firstLook = Duration.seconds(2)

/** Looks until the database has answered. Fails when it says why this process must not go on, and else ends. */
const known = <R>(refused: Effect.Effect<ProcessRefused | null, unknown, R>) =>
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
    readonly untilRefused: Effect.Effect<never, ProcessRefused>
    /** Whether the database has answered that it may: before that it takes no work. */
    readonly isAdmitted: Effect.Effect<boolean>
  }
>()('cotejo/replica/Refusals') {
  /** What the database alone can tell is asked as soon as it is there. */
  static readonly layer = <R>(looks: ReadonlyArray<Effect.Effect<ProcessRefused | null, unknown, R>>) =>
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

/** By its environment and keys alone, of a process over a database that was looked at otherwise. */
export const ofSettings = ({ environment }: ServerSettings) => Refusals.layer([refusedSettings(environment)])

/** By all that may keep a replica from its database. */
export const ofReplica = ({ environment }: ServerSettings) => Refusals.layer(startChecks(environment))
