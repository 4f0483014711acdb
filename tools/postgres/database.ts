import * as PgClient from '@effect/sql-pg/PgClient'
import { Duration, Layer, Redacted } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'

const few = { apiConnections: 2, workConnections: 4, dispatchConnections: 1 }

/** Waits for the database as long as it takes: a busy machine answers late. */
export const patient = Layer.succeed(TimeoutFactor, 100)

/** Connections to the database at this URL, for tests that are not about how long they wait. */
export const patientDatabase = (url: string, connections = few) =>
  Layer.provide(Database.layer({ url: Redacted.make(url), ...connections }), patient)

/** A connection for the statements of a test itself, as patient. */
export const makeClient = (url: string) =>
  PgClient.makeClient({ url: Redacted.make(url), connectTimeout: Duration.infinity })
