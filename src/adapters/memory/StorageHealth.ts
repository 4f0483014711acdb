import { Effect, Layer } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'

/** Memory is always there and always of the code's revision. */
export const layer = Layer.succeed(StorageHealth, { check: Effect.succeed({ schemaIsNewer: false }) })
