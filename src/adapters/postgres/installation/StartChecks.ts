import { Effect } from 'effect'
import { refusedPooler } from '#adapters/postgres/connection/Pooler.ts'
import { refusedSchema } from '#adapters/postgres/schema/KeptSchema.ts'
import { refusedRole } from '#adapters/postgres/schema/Rights.ts'
import type { Environment } from '#domain/account/ApiKey.ts'
import { noteEnvironment, refusedEnvironment } from './KnownEnvironment.ts'
import { missingKeys, noteKeys, refusedKeys } from './KnownKeys.ts'

/** Notes the keys of this process where nobody has noted others. Fails when they are not those of its database. */
export const checkKeys = Effect.gen(function* () {
  yield* noteKeys
  const refused = yield* refusedKeys
  if (refused !== null) return yield* refused
})

/** The same of its environment first: the keys of a process of another environment are not even noted. */
export const checkSettings = Effect.fnUntraced(function* (environment: Environment) {
  yield* noteEnvironment(environment)
  const refused = yield* refusedEnvironment(environment)
  if (refused !== null) return yield* refused
  yield* checkKeys
})

/** It works with what it can open, and leaves the rest to others: whoever started it is told. */
const tellMissing = Effect.flatMap(missingKeys, (names) =>
  names.length === 0 ? Effect.void : Effect.logError('missing sealing keys for stored data', { keys: names.join(',') }),
)

/** Why the settings of a replica are not those of its database; null when they are. */
export const refusedSettings = (environment: Environment) =>
  Effect.andThen(checkSettings(environment), tellMissing).pipe(
    Effect.as(null),
    Effect.catchTag('ProcessRefused', (refused) => Effect.succeed(refused)),
    Effect.tapCause((cause) => Effect.logDebug('cannot compare settings with the database yet', cause)),
  )

/** All that may keep a replica from its database. `cotejo doctor` looks at the same. */
export const startChecks = (environment: Environment) => [
  refusedSchema(environment === 'sandbox'),
  refusedSettings(environment),
  refusedPooler,
  ...(environment === 'production' ? [refusedRole] : []),
]
