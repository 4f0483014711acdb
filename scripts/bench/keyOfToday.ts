/** The service's data key, for benchmarks that fill its tables. */
import { Effect, Layer, Redacted } from 'effect'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import type { DataKey } from '#ports/Secrets.ts'

/**
 * A data key of today, created if the database has none.
 *
 * @param sealingKey the servers' sealing key with the name `bench`
 */
export const keyOfToday = (url: string, sealingKey: Uint8Array, purpose: 'record' | 'applicant'): Promise<DataKey> => {
  const key = Redacted.make(sealingKey)
  return DataKeys.use(({ ofDay }) => ofDay(purpose, new Date().toISOString().slice(0, 10))).pipe(
    Effect.provide(DataKeys.layer('work')),
    Effect.provide([
      PlatformSecrets.layer({ digestKey: key, sealingKeys: [{ id: 'bench', key }] }),
      Layer.orDie(
        Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 1, dispatchConnections: 1 }),
      ),
    ]),
    Effect.runPromise,
  )
}
