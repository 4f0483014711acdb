import * as PgClient from '@effect/sql-pg/PgClient'
import { Duration, Layer, Redacted } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'

const few = { apiConnections: 2, workConnections: 4, dispatchConnections: 1 }

/** Waits almost without limit for the database, because a busy machine answers late. */
export const patient = Layer.succeed(TimeoutFactor, 100)

/** Connections to the database at this URL, for tests that are not about timeouts. */
export const patientDatabase = (url: string, connections = few) =>
  Layer.provide(Database.layer({ url: Redacted.make(url), ...connections }), patient)

/** A connection with long timeouts for a test's own statements. */
export const makeClient = (url: string) =>
  PgClient.makeClient({ url: Redacted.make(url), connectTimeout: Duration.infinity })
