import { Layer, Logger, Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import type { Lease } from '#adapters/postgres/connection/Node.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import { patient } from './database.ts'

const key = Redacted.make(Buffer.alloc(32, 7))

/**
 * Every storage port on the Postgres at this URL, as one replica of this name.
 *
 * @param keyId the key that seals; what another one sealed is not read
 */
export const postgresStorage = (url: string, nodeId: string, lease?: Lease, keyId = 'test') =>
  PostgresStorage.layer(nodeId, lease).pipe(
    Layer.provide(Migrations.layer),
    Layer.provide(
      Database.layer({ url: Redacted.make(url), apiConnections: 8, workConnections: 4, dispatchConnections: 1 }),
    ),
    Layer.provide(Secrets.layer({ digestKey: key, sealingKeys: [{ id: keyId, key }] })),
    Layer.provide(Logger.layer([])),
    Layer.orDie,
  )

/** The same, which waits for the database as long as it takes: a busy machine answers late. */
export const patientStorage = (url: string, nodeId: string) => Layer.provide(postgresStorage(url, nodeId), patient)
