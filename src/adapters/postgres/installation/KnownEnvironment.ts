import { Effect, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { ProcessRefused } from '#adapters/postgres/connection/ProcessRefused.ts'
import { rowOf } from '#adapters/postgres/rows/Columns.ts'
import type { Environment } from '#domain/account/ApiKey.ts'

const knownIn = rowOf(Schema.Struct({ environment: Schema.Literals(['sandbox', 'production']) }))

/** The environment of the database; null before its first process has recorded one. */
export const knownEnvironment = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  return Option.getOrNull(knownIn(yield* working(sql`SELECT environment FROM installation`)))?.environment ?? null
})

/** Why a process of this environment must not work with its database; null if it may. */
export const refusedEnvironment = Effect.fnUntraced(function* (given: Environment) {
  const known = yield* knownEnvironment
  return known === null || known === given
    ? null
    : new ProcessRefused({
        kind: 'environment',
        found: `COTEJO_ENVIRONMENT is ${given}, and this database is of the environment ${known}`,
        action: 'Correct COTEJO_ENVIRONMENT or DATABASE_URL.',
      })
})

/** Records the environment of the database if none is recorded. Waits while another process changes it. */
export const noteEnvironment = Effect.fnUntraced(function* (given: Environment) {
  const { work: sql, working } = yield* Database
  yield* working(sql`
    INSERT INTO installation (environment) VALUES (${given}) ON CONFLICT (is_only) DO UPDATE SET is_only = true`)
})
