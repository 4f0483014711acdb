import { Effect } from 'effect'
import { refusedPooler } from '#adapters/postgres/connection/Pooler.ts'
import { refusedSchema } from '#adapters/postgres/schema/KeptSchema.ts'
import { refusedRole } from '#adapters/postgres/schema/Rights.ts'
import type { Environment } from '#domain/account/ApiKey.ts'
import { noteEnvironment, refusedEnvironment } from './KnownEnvironment.ts'
import { missingKeys, noteKeys, refusedKeys } from './KnownKeys.ts'

/** Records the keys of this process if none are recorded. Fails if they are not the keys of its database. */
export const checkKeys = Effect.gen(function* () {
  yield* noteKeys
  const refused = yield* refusedKeys
  if (refused !== null) return yield* refused
})

/** Checks the environment first, so that keys of a process of another environment are not recorded. */
export const checkSettings = Effect.fnUntraced(function* (environment: Environment) {
  yield* noteEnvironment(environment)
  const refused = yield* refusedEnvironment(environment)
  if (refused !== null) return yield* refused
  yield* checkKeys
})

/** Logs missing sealing keys. The replica works with the data that it can open and leaves the rest to others. */
const logMissingKeys = Effect.flatMap(missingKeys, (names) =>
  names.length === 0 ? Effect.void : Effect.logError('missing sealing keys for stored data', { keys: names.join(',') }),
)

/** Why a replica's settings do not fit its database; null if they do. */
export const refusedSettings = (environment: Environment) =>
  Effect.andThen(checkSettings(environment), logMissingKeys).pipe(
    Effect.as(null),
    Effect.catchTag('ProcessRefused', (refused) => Effect.succeed(refused)),
    Effect.tapCause((cause) => Effect.logDebug('cannot compare settings with the database yet', cause)),
  )

/** All checks that can stop a replica from using its database. `cotejo doctor` runs the same ones. */
export const startChecks = (environment: Environment) => [
  refusedSchema(environment === 'sandbox'),
  refusedSettings(environment),
  refusedPooler,
  ...(environment === 'production' ? [refusedRole] : []),
]
