import { Context, Duration, Effect, Fiber, Layer, Schedule } from 'effect'
import type { ProcessRefused } from '#adapters/postgres/connection/ProcessRefused.ts'
import { forkUnawaited } from '#adapters/postgres/connection/Unawaited.ts'
import { refusedSettings, startChecks } from '#adapters/postgres/installation/StartChecks.ts'
import type { ServerSettings } from '#src/Config.ts'

/** How long startup waits for the database's first answer. */
const firstLook = Duration.seconds(2)

/**
 * Repeats a check until the database answers. Fails if the answer is that this process must not run; otherwise ends.
 */
const known = <R>(refused: Effect.Effect<ProcessRefused | null, unknown, R>) =>
  refused.pipe(
    Effect.sandbox,
    Effect.retry(Schedule.spaced(Duration.seconds(1))),
    forkUnawaited,
    Effect.map((looking) =>
      Effect.flatMap(Effect.orDie(Fiber.join(looking)), (found) => (found === null ? Effect.void : Effect.fail(found))),
    ),
  )

/** Whether this process may work with its database. */
export class Refusals extends Context.Service<
  Refusals,
  {
    /** Fails with a message if it must not; otherwise never ends. */
    readonly untilRefused: Effect.Effect<never, ProcessRefused>
    /** Whether the database has confirmed that it may. Until then the process takes no work. */
    readonly isAdmitted: Effect.Effect<boolean>
  }
>()('cotejo/replica/Refusals') {
  /** Checks that need the database run as soon as it is reachable. */
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
        // Serve no request from a process that must not run. If the database does not answer, requests fail anyway.
        yield* Effect.timeoutOption(Fiber.join(admission), firstLook)
        return Refusals.of({
          untilRefused: Effect.andThen(Fiber.join(admission), Effect.never),
          isAdmitted: Effect.sync(() => admitted),
        })
      }),
    )
}

/** Checks only environment and keys; for a process whose database was checked elsewhere. */
export const ofSettings = ({ environment }: ServerSettings) => Refusals.layer([refusedSettings(environment)])

export const ofReplica = ({ environment }: ServerSettings) => Refusals.layer(startChecks(environment))
