import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import type { Environment } from '#domain/account/ApiKey.ts'

/** This process is of another environment than its database. */
class EnvironmentRefused extends Schema.TaggedError<EnvironmentRefused>()('EnvironmentRefused', {
  reason: Schema.String,
}) {
  override get message() {
    return this.reason
  }
}

const unlike = (given: Environment, known: Environment): string =>
  `COTEJO_ENVIRONMENT is ${given}, and this database is of the environment ${known}. Put right which of them is wrong: COTEJO_ENVIRONMENT or DATABASE_URL`

const knownIn = onlyRowOf(Schema.Struct({ environment: Schema.Literals(['sandbox', 'production']) }))

/** Notes of which environment the database is, where nobody has noted it before. Fails when it is of the other one. */
export const checkEnvironment = Effect.fnUntraced(function* (given: Environment) {
  const { work: sql, working } = yield* Database
  const { environment: known } = yield* working(sql`
    INSERT INTO installation (environment) VALUES (${given})
    ON CONFLICT (is_only) DO UPDATE SET is_only = true
    RETURNING environment`).pipe(Effect.map(knownIn))
  if (known !== given) return yield* new EnvironmentRefused({ reason: unlike(given, known) })
})

/** Why a process of this environment must not work with its database; null when it may. */
export const refusedEnvironment = (given: Environment) =>
  checkEnvironment(given).pipe(
    Effect.as(null),
    Effect.catchTag('EnvironmentRefused', (refused) => Effect.succeed(refused)),
    Effect.tapCause((cause) => Effect.logDebug('the environment of the database cannot be read yet', cause)),
  )
