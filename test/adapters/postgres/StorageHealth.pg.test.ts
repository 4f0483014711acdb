import { Effect, Layer } from 'effect'
import { TestClock } from 'effect/testing'
import { beforeAll, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import * as PostgresHealth from '#adapters/postgres/installation/StorageHealth.ts'
import { revision } from '#adapters/postgres/schema/Migrations.ts'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import { replaceFunction } from '#tools/postgres/replaced.ts'
import { keyring, migrated } from '#tools/service/server.ts'

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
})

const check = Effect.catch(
  StorageHealth.use((health) => health.check),
  ({ reason }) => Effect.succeed(reason),
)
const found = (as = url) =>
  Effect.runPromise(
    Effect.provide(
      check,
      PostgresHealth.layer.pipe(Layer.provide([patientDatabase(as), PlatformSecrets.layer(keyring)])),
    ),
  )

it('a storage is healthy from the revision of the program on, and tells of a later one', async () => {
  expect(await found()).toEqual({ schemaIsNewer: false })
  const kept = await query(url, 'SELECT * FROM schema_migrations')
  await query(url, `INSERT INTO schema_migrations (migration_id, name, checksum) VALUES (${revision + 1}, 'next', 'c')`)
  expect(await found()).toEqual({ schemaIsNewer: true })
  await query(url, 'DELETE FROM schema_migrations')
  expect(await found()).toBe(`schema at revision 0, ${revision} is needed`)
  await query(
    url,
    `INSERT INTO schema_migrations SELECT * FROM jsonb_populate_recordset(NULL::schema_migrations, '${JSON.stringify(kept)}')`,
  )
})

it('a storage is not healthy for a role that may not do the work of a replica', async () => {
  expect(await found(asRole(url, 'cotejo_app'))).toEqual({ schemaIsNewer: false })
  const others = 'the role of DATABASE_URL may not do the work of a replica'
  expect(await found(asRole(url, 'cotejo_operator'))).toBe(others)
  await query(url, 'REVOKE EXECUTE ON FUNCTION admit FROM cotejo_app')
  expect(await found(asRole(url, 'cotejo_app'))).toBe(others)
  await query(url, 'GRANT EXECUTE ON FUNCTION admit TO cotejo_app')
})

it('a storage that is a standby, or takes no writes, is not healthy', async () => {
  await replaceFunction(url, 'pg_is_in_recovery()', 'RETURNS boolean LANGUAGE sql AS $$ SELECT true $$')
  expect(await found()).toBe('the database is read-only')
  await replaceFunction(url, 'pg_is_in_recovery()', null)
  const name = new URL(url).pathname.slice(1)
  await query(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  expect(await found()).toBe('the database is read-only')
})

it('a storage is looked at once in a second, however many ask', async () => {
  const health = PostgresHealth.layer.pipe(
    Layer.provide([patientDatabase(await testDatabase(migrated)), PlatformSecrets.layer(keyring)]),
  )
  const seen = Effect.gen(function* () {
    const first = yield* check
    yield* TestClock.adjust('999 millis')
    const second = yield* check
    yield* TestClock.adjust('1 millis')
    return [first === second, first === (yield* check)]
  })
  expect(await Effect.runPromise(Effect.provide(seen, Layer.provideMerge(health, TestClock.layer())))).toEqual([
    true,
    false,
  ])
})

it('a storage is looked at again although the clock was set back', async () => {
  const health = PostgresHealth.layer.pipe(
    Layer.provide([patientDatabase(await testDatabase(migrated)), PlatformSecrets.layer(keyring)]),
  )
  const seen = Effect.gen(function* () {
    yield* TestClock.setTime(7_200_000)
    const first = yield* check
    yield* TestClock.setTime(0)
    yield* TestClock.adjust('1 second')
    return first === (yield* check)
  })
  expect(await Effect.runPromise(Effect.provide(seen, Layer.provideMerge(health, TestClock.layer())))).toBe(false)
})
