import { Duration, Layer, Logger, Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import type { Lease } from '#adapters/postgres/connection/Replica.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import { patient } from '#tools/postgres/database.ts'

const key = Redacted.make(Buffer.alloc(32, 7))

/** A way to Postgres, and the way past the pooler that it leads to, if any. */
interface Ways {
  readonly url: string
  readonly directUrl?: string
}

const connectionsBy = ({ url, directUrl }: Ways) =>
  Database.layer({
    url: Redacted.make(url),
    direct: directUrl === undefined ? null : { url: Redacted.make(directUrl) },
    apiConnections: 8,
    workConnections: 4,
    dispatchConnections: 1,
  })

/**
 * Every storage port on the Postgres at this URL, as one replica of this name.
 *
 * @param keyId the key that seals; what another one sealed is not read
 */
export const postgresStorage = (way: string | Ways, replicaId: string, lease?: Lease, keyId = 'test') =>
  PostgresStorage.layer(replicaId, lease).pipe(
    Layer.provide(Migrations.layer),
    Layer.provide(connectionsBy(typeof way === 'string' ? { url: way } : way)),
    Layer.provide(Secrets.layer({ digestKey: key, sealingKeys: [{ id: keyId, key }] })),
    Layer.provide(Logger.layer([])),
    Layer.orDie,
  )

/** The same, which waits for the database as long as it takes: a busy machine answers late. */
export const patientStorage = (way: string | Ways, replicaId: string) =>
  Layer.provide(postgresStorage(way, replicaId), patient)

const once: Lease = { lasts: Duration.hours(1), renewedEvery: Duration.hours(1) }

/** The same, whose node looks only as it begins for what nobody holds any more: for tests that count what is read. */
export const quietStorage = (url: string, replicaId: string) =>
  Layer.provide(postgresStorage(url, replicaId, once), patient)
