import { Duration, Effect, Fiber, Schedule } from 'effect'
import { forkUnawaited } from '#adapters/postgres/connection/Unawaited.ts'
import { inspect, migrate, revision } from './Migrations.ts'

const upgrade = Effect.flatMap(migrate(), ({ migrations, functions }) =>
  Effect.logInfo('schema is up to date', { migraciones: migrations.length, funciones: functions.length }),
)

const inspectOnly = Effect.flatMap(inspect(), (found) => {
  if (found.revision < revision) {
    return Effect.logWarning(
      `the database is at revision ${found.revision}, this program needs ${revision}: run cotejo migrate`,
    )
  }
  return found.strange.length === 0
    ? Effect.void
    : Effect.logError('functions of the database are not those of this program: run cotejo migrate', {
        funciones: found.strange.join(', '),
      })
})

/**
 * Looks at the schema as soon as the database is there. Fails when this program must not work on it, and
 * else never ends.
 *
 * @param migrates whether the program migrates the schema itself; where it does not, the operator does
 */
export const untilRefused = ({ migrates }: { readonly migrates: boolean }) =>
  Effect.scoped(
    Effect.gen(function* () {
      const looking = yield* (migrates ? upgrade : inspectOnly).pipe(
        Effect.as(null),
        Effect.catchTag('SchemaRefused', (refused) => Effect.succeed(refused)),
        Effect.tapCause((cause) => Effect.logWarning('the schema cannot be read yet', cause)),
        Effect.sandbox,
        Effect.retry(Schedule.spaced(Duration.seconds(1))),
        forkUnawaited,
      )
      const refused = yield* Effect.orDie(Fiber.join(looking))
      if (refused !== null) return yield* refused
      return yield* Effect.never
    }),
  )
