import { Effect, Layer } from 'effect'
import * as PostgresMaintenance from '#adapters/postgres/operators/Maintenance.ts'
import * as PostgresRetention from '#adapters/postgres/work/Retention.ts'
import { Maintenance } from '#ports/Maintenance.ts'
import { Retention } from '#ports/Retention.ts'
import type { Secrets } from '#ports/Secrets.ts'
import { patientDatabase } from '#tools/postgres/database.ts'

/** The maintenance of a test's database. */
const maintenanceOf = (url: string, secrets: Layer.Layer<Secrets>) =>
  PostgresMaintenance.layer.pipe(Layer.provide([secrets, patientDatabase(url)]))

/** Does something with the maintenance of a test's database. */
export const maintaining = <A, E>(
  url: string,
  secrets: Layer.Layer<Secrets>,
  use: (maintenance: Maintenance['Service']) => Effect.Effect<A, E>,
): Promise<A> => Effect.runPromise(Effect.provide(Maintenance.use(use), maintenanceOf(url, secrets)))

/** Does something with the retention of a test's database. */
export const retaining = <A, E>(
  url: string,
  use: (retention: Retention['Service']) => Effect.Effect<A, E>,
): Promise<A> =>
  Effect.runPromise(
    Effect.provide(Retention.use(use), PostgresRetention.layer.pipe(Layer.provide(patientDatabase(url)))),
  )
