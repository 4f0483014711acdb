import { Duration, Effect, Fiber, Schedule } from 'effect'
import { forkUnawaited } from '#adapters/postgres/connection/Unawaited.ts'
import { inspect, migrate, revision } from './Migrations.ts'

const upgrade = Effect.flatMap(migrate(), ({ migrations, functions }) =>
  Effect.logInfo('schema is up to date', { migraciones: migrations.length, funciones: functions.length }),
)

const inspectOnly = Effect.flatMap(inspect, (found) =>
  found < revision
    ? Effect.logWarning(`the database is at revision ${found}, this program needs ${revision}: run cotejo migrate`)
    : Effect.void,
)

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
