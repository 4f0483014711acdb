import { Effect, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { rowOf } from '#adapters/postgres/rows/Columns.ts'
import * as Config from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { type Check, fault, ok } from './Check.ts'

const knownIn = rowOf(Schema.Struct({ environment: Schema.String }))

/** Whether the database is of the environment that the settings name. */
export const environment: Check<Database> = {
  check: 'environment',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const { given } = yield* load({ given: Config.environment })
    const known = Option.getOrNull(knownIn(yield* sql`SELECT environment FROM installation`))
    if (known === null) return ok(`${given}; the database is of none until the first replica starts`)
    return known.environment === given
      ? ok(`${given}, as the database`)
      : fault(
          `COTEJO_ENVIRONMENT is ${given}, and the database is of ${known.environment}`,
          'Put right which of them is wrong: COTEJO_ENVIRONMENT or DATABASE_URL.',
        )
  }),
}
