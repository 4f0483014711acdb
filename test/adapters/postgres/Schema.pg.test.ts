import { readdirSync } from 'node:fs'
import { Effect, ManagedRuntime } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#adapters/postgres/connection/Database.ts'
import { functions, triggerFunctions } from '#adapters/postgres/schema/Functions.ts'
import { conditionOf } from '#adapters/postgres/schema/KeptSchema.ts'
import { checksum, definitions, inspect, migrate } from '#adapters/postgres/schema/Migrations.ts'
import type { Definitions } from '#adapters/postgres/schema/Programs.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'

const onDatabase = async <A, E>(url: string, effect: Effect.Effect<A, E, Database>) => {
  const runtime = ManagedRuntime.make(patientDatabase(url))
  try {
    return await runtime.runPromise(effect)
  } finally {
    await runtime.dispose()
  }
}

const migrated = (url: string, to?: Definitions) => onDatabase(url, migrate(to))
/** What it says when it does not work. */
const refusal = (url: string, to?: Definitions) =>
  onDatabase(
    url,
    Effect.catchTag(migrate(to), 'SchemaRefused', ({ reason }) => Effect.succeed(reason)),
  )

/** A schema of two revisions with one function, apart from the real one. */
const first = { name: 'first', statements: ['CREATE TABLE pets (name text)'] }
const second = {
  name: 'second',
  statements: ['ALTER TABLE pets ADD COLUMN age integer', "INSERT INTO pets VALUES ('a', 1)"],
}
const count = 'CREATE OR REPLACE FUNCTION pets_count() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$'
const guard = `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`
const trigger = { name: 'trigger', statements: ['CREATE TRIGGER keep BEFORE DELETE ON pets EXECUTE FUNCTION refuse()'] }
const small: Definitions = {
  migrations: [first, trigger],
  functions: [count],
  triggerFunctions: [guard],
  version: '0.2.0',
  built: '',
}
const identities = (url: string) =>
  query(url, "SELECT proname, xmin::text FROM pg_proc WHERE proname IN ('pets_count', 'refuse')")

describe('migrations', () => {
  it('are applied once each by three replicas that start together', async () => {
    const url = await testDatabase()
    const applied = await Promise.all([migrated(url), migrated(url), migrated(url)])
    expect(applied.flatMap(({ migrations }) => migrations)).toEqual(definitions.migrations.map(({ name }) => name))
    expect(applied.flatMap((one) => one.functions)).toHaveLength(functions.length + triggerFunctions.length)
    expect(await query(url, 'SELECT migration_id, name FROM schema_migrations')).toEqual([
      { migration_id: 1, name: 'baseline' },
    ])
    expect(await onDatabase(url, inspect())).toEqual({
      revision: 1,
      missing: [],
      later: null,
      isOtherBuild: false,
      strange: [],
      strangeGrants: [],
    })
  })

  it('never change once they are released', () => {
    expect(definitions.migrations.map((migration) => [migration.name, checksum(migration)])).toEqual([
      ['baseline', '8f215d33a42fc7409895ca3edbae4a463f481e08343cbe5f49f3433354458fc8'],
    ])
  })

  it('bring a database up from an earlier revision', async () => {
    const url = await testDatabase()
    await migrated(url, { ...small, migrations: [first] })
    expect(await migrated(url, { ...small, migrations: [first, second] })).toEqual({
      migrations: ['second'],
      functions: [],
      grants: [],
      later: null,
    })
    expect(await query(url, 'SELECT name, age FROM pets')).toEqual([{ name: 'a', age: 1 }])
    expect(await migrated(url, { ...small, migrations: [first, second] })).toEqual({
      migrations: [],
      functions: [],
      grants: [],
      later: null,
    })
  })

  it('leave nothing behind when one of them fails', async () => {
    const url = await testDatabase()
    await migrated(url, { ...small, migrations: [first] })
    const wrong = { name: 'wrong', statements: ['ALTER TABLE pets ADD COLUMN age integer', 'SELECT 1 / 0'] }
    await expect(migrated(url, { ...small, migrations: [first, wrong] })).rejects.toThrow()
    expect(await query(url, 'SELECT name FROM schema_migrations')).toEqual([{ name: 'first' }])
    expect(
      await query(url, "SELECT 1 FROM pg_attribute WHERE attrelid = 'pets'::regclass AND attname = 'age'"),
    ).toEqual([])
  })

  it('are refused when one was changed after it was applied', async () => {
    const url = await testDatabase()
    await migrated(url, small)
    const changed = { name: 'first', statements: ['CREATE TABLE pets (name text NOT NULL)'] }
    expect(await refusal(url, { ...small, migrations: [changed, trigger, second] })).toBe(
      'migration 1 "first" was changed after it was applied: use the program that applied it or a later one',
    )
    expect(await query(url, 'SELECT name FROM schema_migrations ORDER BY migration_id')).toEqual([
      { name: 'first' },
      { name: 'trigger' },
    ])
  })

  it('are refused on a database of a program before the first release', async () => {
    const url = await testDatabase()
    await query(url, 'CREATE TABLE schema_migrations (migration_id integer PRIMARY KEY, name text NOT NULL)')
    await query(url, "INSERT INTO schema_migrations VALUES (1, 'core')")
    expect(await refusal(url)).toBe(
      'this database was created before the first release and cannot be migrated: use an empty database',
    )
  })
})

describe('functions', () => {
  it('are each in a file of their name', () => {
    const files = readdirSync(new URL('../../../src/adapters/postgres/schema/functions', import.meta.url))
    const names = [...functions, ...triggerFunctions].map((text) => `${/FUNCTION (\w+)\(/.exec(text)?.[1]}.ts`)
    expect(names.sort()).toEqual(files.sort())
  })

  it('stay untouched when nothing changed', async () => {
    const url = await testDatabase()
    await migrated(url, small)
    const before = await identities(url)
    await migrated(url, small)
    expect(await identities(url)).toEqual(before)
  })

  it('are put in place when they changed, what they return included', async () => {
    const url = await testDatabase()
    await migrated(url, small)
    const other = count.replace('SELECT 1', 'SELECT 2')
    expect(await migrated(url, { ...small, functions: [other] })).toEqual({
      migrations: [],
      functions: ['pets_count'],
      grants: [],
      later: null,
    })
    expect(await query(url, 'SELECT pets_count()')).toEqual([{ pets_count: 2 }])

    const wider = count.replace('RETURNS integer', 'RETURNS text').replace('SELECT 1', "SELECT 'many'")
    const stricter = guard.replace("'no'", "'never'")
    const changed = { ...small, functions: [wider], triggerFunctions: [stricter] }
    expect(await migrated(url, changed)).toEqual({
      migrations: [],
      functions: ['refuse', 'pets_count'],
      grants: [],
      later: null,
    })
    expect(await query(url, 'SELECT pets_count()')).toEqual([{ pets_count: 'many' }])
    expect(await query(url, "SELECT prosrc FROM pg_proc WHERE proname = 'refuse'")).toEqual([
      { prosrc: " BEGIN RAISE EXCEPTION 'never'; END " },
    ])
  })

  it('that are not those of the program are noticed and put in place, whoever changed them', async () => {
    const url = await testDatabase()
    await migrated(url, small)
    const strange = async (of: Definitions) => (await onDatabase(url, inspect(of))).strange
    const other = { ...small, functions: [count.replace('SELECT 1', 'SELECT 2')] }
    expect([await strange(small), await strange(other)]).toEqual([[], ['pets_count']])
    await query(url, count.replace('SELECT 1', 'SELECT 3'))
    expect(await strange(small)).toEqual(['pets_count'])
    expect(await migrated(url, small)).toEqual({ migrations: [], functions: ['pets_count'], grants: [], later: null })
    expect(await strange(small)).toEqual([])
    await query(url, 'DROP FUNCTION refuse() CASCADE')
    expect(await strange(small)).toEqual(['refuse'])
    expect(await migrated(url, small)).toEqual({ migrations: [], functions: ['refuse'], grants: [], later: null })
  })

  it('of a later program are left alone by an earlier one', async () => {
    const url = await testDatabase()
    const counting = count.replace('SELECT 1', 'SELECT 2')
    const later = { version: '0.3.0' }
    await migrated(url, { ...small, migrations: [first, trigger, second], functions: [counting], ...later })
    expect(await onDatabase(url, inspect(small))).toMatchObject({ revision: 3, strange: [], strangeGrants: [] })
    expect(await migrated(url, small)).toMatchObject({ migrations: [], functions: [], grants: [], later })
    expect(await query(url, 'SELECT pets_count()')).toEqual([{ pets_count: 2 }])
  })

  it.each([
    ['of a lower version', { ...small, version: '0.1.9' }, '0.2.0'],
    ['of a version with fewer digits', { ...small, version: '0.9.3' }, '0.10.0'],
    ['of the same version, whose commit is earlier', { ...small, built: '2026-11-01T00:00:00.000Z' }, '0.2.0'],
  ])('of a later program at the same revision are left alone by an earlier one %s', async (_, earlier, version) => {
    const url = await testDatabase()
    await migrated(url, earlier)
    const built = '2026-11-02T00:00:00.000Z'
    const after = { ...small, functions: [count.replace('SELECT 1', 'SELECT 2')], version, built }
    expect(await migrated(url, after)).toMatchObject({ functions: ['pets_count'], later: null })
    expect(await onDatabase(url, inspect(earlier))).toMatchObject({
      later: { version },
      strange: [],
      strangeGrants: [],
    })
    expect(await migrated(url, earlier)).toMatchObject({
      migrations: [],
      functions: [],
      grants: [],
      later: { version },
    })
    expect(await query(url, 'SELECT pets_count()')).toEqual([{ pets_count: 2 }])
    expect(await onDatabase(url, inspect(after))).toMatchObject({ later: null, strange: [] })
  })

  it.each([
    ['', ''],
    ['2026-11-01T00:00:00.000Z', ''],
    ['', '2026-11-01T00:00:00.000Z'],
  ])('of two builds of one version, made %j and %j, are replaced only by command', async (one, other) => {
    const url = await testDatabase()
    const [first, second] = [
      { ...small, built: one },
      { ...small, functions: [count.replace('SELECT 1', 'SELECT 2')], built: other },
    ]
    await migrated(url, second)
    const found = await onDatabase(url, inspect(first))
    expect(found).toMatchObject({ later: null, isOtherBuild: true, strange: ['pets_count'] })
    expect(conditionOf({ ...found, missing: [] }, 2)).toMatchObject({ result: 'warning' })
    for (const [build, counted] of [
      [first, 1],
      [second, 2],
      [first, 1],
    ] as const) {
      expect(await migrated(url, build)).toMatchObject({ functions: ['pets_count'], later: null })
      expect(await query(url, 'SELECT pets_count()')).toEqual([{ pets_count: counted }])
      expect(await onDatabase(url, inspect(build))).toMatchObject({ isOtherBuild: false, strange: [] })
    }
  })

  it('of a build that migrated before an older one are put in place again', async () => {
    const url = await testDatabase()
    const older = { ...small, built: '2026-11-01T00:00:00.000Z' }
    const newer = { ...small, functions: [count.replace('SELECT 1', 'SELECT 2')], built: '2026-11-02T00:00:00.000Z' }
    await migrated(url, newer)
    expect(await migrated(url, older)).toMatchObject({ functions: [], later: { version: '0.2.0' } })
    await query(url, count)
    expect((await onDatabase(url, inspect(newer))).strange).toEqual(['pets_count'])
    expect(await migrated(url, newer)).toMatchObject({ functions: ['pets_count'], later: null })
  })

  it('of a lower version that never migrated change nothing', async () => {
    const url = await testDatabase()
    await migrated(url, small)
    const lower = { ...small, functions: [count.replace('SELECT 1', 'SELECT 0')], version: '0.1.0' }
    expect(await onDatabase(url, inspect(lower))).toMatchObject({ later: { version: '0.2.0' }, strange: [] })
    expect(await migrated(url, lower)).toMatchObject({ functions: [], later: { version: '0.2.0' } })
    expect(await query(url, 'SELECT pets_count()')).toEqual([{ pets_count: 1 }])
  })

  it('that a later release takes back are put in place again', async () => {
    const url = await testDatabase()
    await migrated(url, small)
    await migrated(url, { ...small, functions: [count.replace('SELECT 1', 'SELECT 2')], version: '0.3.0' })
    expect(await migrated(url, { ...small, version: '0.3.1' })).toMatchObject({
      functions: ['pets_count'],
      later: null,
    })
    expect(await query(url, 'SELECT pets_count()')).toEqual([{ pets_count: 1 }])
    expect(await migrated(url, { ...small, version: '0.3.1' })).toMatchObject({ functions: [], later: null })
  })
})

describe('schema', () => {
  let url = ''
  const refused = (statement: string) => query(url, statement).then(() => 'done', String)
  beforeAll(async () => {
    url = await testDatabase()
    await migrated(url)
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos, held_centavos)
       VALUES ('a', 'consumo', 100, 10, 500, 100)`,
    )
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
         consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline,
         state, resolved_at)
       VALUES ('a', 'v', 's', 'f', 'k', 'c', now(), '', 'consumo', 100, 'api', 'https://x', now(), now(), 'emitida', now())`,
    )
    await query(
      url,
      `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
       VALUES ('a', 'cargo', 'saldo', 'ingresos', 100, 'v')`,
    )
  })

  it.each([
    ['settled below zero', 'UPDATE accounts SET settled_centavos = -1, held_centavos = 0'],
    ['held below zero', 'UPDATE accounts SET held_centavos = -1'],
    ['held above settled', 'UPDATE accounts SET held_centavos = 501'],
    [
      'what only a move does',
      "UPDATE accounts SET status = 'trasladada', moving_to = 'b', settled_centavos = 0, held_centavos = 0",
    ],
    ['leaving a final state', "UPDATE verifications SET state = 'en_proceso', resolved_at = NULL"],
    ['turning one end into the other', "UPDATE verifications SET state = 'no_concluyente'"],
    ['changing the ledger', 'UPDATE ledger_entries SET amount_centavos = 1'],
    ['deleting from the ledger', 'DELETE FROM ledger_entries'],
    ['emptying the ledger', 'TRUNCATE ledger_entries'],
    [
      'a second charge for one verification',
      `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
       VALUES ('a', 'cargo', 'saldo', 'ingresos', 100, 'v')`,
    ],
    [
      'a second verification of one solicitud_id',
      `INSERT INTO verifications SELECT 'a', 'w', nextval('verifications_sequence_seq') FROM verifications`,
    ],
  ])('refuses %s', async (_, statement) => {
    expect(await refused(statement)).not.toBe('done')
    expect(
      await query(url, 'SELECT settled_centavos::integer AS settled, held_centavos::integer AS held FROM accounts'),
    ).toEqual([{ settled: 500, held: 100 }])
    expect(await query(url, 'SELECT state FROM verifications')).toEqual([{ state: 'emitida' }])
    expect(await query(url, 'SELECT amount_centavos::integer AS amount FROM ledger_entries')).toEqual([{ amount: 100 }])
  })
})
