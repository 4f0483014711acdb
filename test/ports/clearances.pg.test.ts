import { Layer } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import * as PostgresClearances from '#adapters/postgres/work/Clearances.ts'
import * as PostgresRetention from '#adapters/postgres/work/Retention.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { keyring, migrated } from '#tools/service/server.ts'
import { clearancesSuite } from './clearances.suite.ts'

clearancesSuite('postgres', async () =>
  Layer.merge(PostgresClearances.layer, PostgresRetention.layer).pipe(
    Layer.provide([Secrets.layer(keyring), patientDatabase(await testDatabase(migrated))]),
  ),
)
