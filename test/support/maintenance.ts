import { Effect, Layer, Redacted } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresMaintenance from '#adapters/postgres/Maintenance.ts'
import { Maintenance } from '#ports/Maintenance.ts'
import type { Secrets } from '#ports/Secrets.ts'

const connections = { apiConnections: 1, workConnections: 2, dispatchConnections: 1 }

/** The maintenance of a test's database. */
export const maintenanceOf = (url: string, secrets: Layer.Layer<Secrets>) =>
  PostgresMaintenance.layer.pipe(Layer.provide([secrets, Database.layer({ url: Redacted.make(url), ...connections })]))

/** Does something with the maintenance of a test's database. */
export const maintaining = <A, E>(
  url: string,
  secrets: Layer.Layer<Secrets>,
  use: (maintenance: Maintenance['Service']) => Effect.Effect<A, E>,
): Promise<A> => Effect.runPromise(Effect.provide(Maintenance.use(use), maintenanceOf(url, secrets)))
