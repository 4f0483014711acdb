import { Effect, Layer } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'

/** Memory is always available and always matches the code's schema revision. */
export const layer = Layer.succeed(StorageHealth, { check: Effect.succeed({ schemaIsNewer: false }) })
