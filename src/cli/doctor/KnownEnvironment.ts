import { Effect } from 'effect'
import type { Database } from '#adapters/postgres/connection/Database.ts'
import { knownEnvironment, refusedEnvironment } from '#adapters/postgres/installation/KnownEnvironment.ts'
import * as Config from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { type Check, fault, ok } from './Check.ts'

/** Whether the database is of the environment that the settings name. */
export const environment: Check<Database> = {
  check: 'environment',
  look: Effect.gen(function* () {
    const { given } = yield* load({ given: Config.environment })
    const refused = yield* refusedEnvironment(given)
    if (refused !== null) return fault(refused.found, refused.action)
    return (yield* knownEnvironment) === null
      ? ok(`${given}; the database records it when the first replica starts`)
      : ok(`${given}, as the database`)
  }),
}
