import { Redacted } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import { governedDatabase } from '#test/support/governed.ts'
import { pooler } from '#test/support/pooler.ts'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

/** Values that a role or a database may carry, each far from Postgres's own. */
const inherited = {
  array_nulls: 'off',
  backslash_quote: 'on',
  bytea_output: 'escape',
  client_min_messages: 'error',
  'cotejo.account': '*',
  datestyle: 'German',
  default_transaction_deferrable: 'on',
  default_transaction_isolation: 'serializable',
  enable_hashjoin: 'off',
  enable_indexscan: 'off',
  enable_nestloop: 'off',
  extra_float_digits: '-15',
  gin_fuzzy_search_limit: '1',
  intervalstyle: 'sql_standard',
  jit: 'on',
  jit_above_cost: '0',
  lock_timeout: '1ms',
  'plpgsql.variable_conflict': 'use_variable',
  plan_cache_mode: 'force_generic_plan',
  row_security: 'off',
  standard_conforming_strings: 'off',
  synchronous_commit: 'off',
  timezone: 'Pacific/Apia',
  transform_null_equals: 'on',
  xmloption: 'document',
}

const roles = ['cotejo_app', 'cotejo_operator']

let url: string
let key: string
beforeAll(async () => {
  url = await governedDatabase()
  const database = new URL(url).pathname.slice(1)
  key = await openAccount(url, 'sol', { plan: { priceCentavos: 100 } })
  await query(url, 'CREATE SCHEMA app')
  await query(url, 'CREATE TABLE app.accounts (account_id integer)')
  for (const role of roles) {
    await query(url, `GRANT USAGE ON SCHEMA app TO ${role}`)
    await query(url, `ALTER ROLE ${role} IN DATABASE ${database} SET search_path = app, public`)
    for (const [name, value] of Object.entries(inherited)) {
      await query(url, `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${value}'`)
    }
  }
})

describe.each(['direct', 'pooled'])('where roles carry settings of their own, %s', (way) => {
  it('simultaneous requests on two replicas are accepted, and every verification is emitida', async () => {
    const app = asRole(url, 'cotejo_app')
    const place = (address: string) => ({ url: Redacted.make(address), certificates: null })
    const through = way === 'pooled' ? await pooler(app, { ignores: false, mode: 'transaction' }) : null
    const options = through === null ? {} : { database: { ...place(through.url), direct: place(app) } }
    const start = () => startReplica(through?.url ?? app, options)
    const replicas = [await start(), await start()]
    try {
      const posts = Array.from({ length: 30 }, (_, index) =>
        create(replicas[index % 2]?.base ?? '', key, { solicitud_id: `${way}-${index}` }),
      )
      const statuses = (await Promise.all(posts)).map(({ status }) => status)
      expect(statuses).toEqual(posts.map(() => 200))
      await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    } finally {
      await Promise.all(replicas.map(({ stop }) => stop()))
      await through?.stop()
    }
    expect(
      await query(
        url,
        `SELECT state, count(*)::int AS count FROM verifications WHERE request_id LIKE '${way}-%' GROUP BY state`,
      ),
    ).toEqual([{ state: 'emitida', count: 30 }])
  })
})

it('commands work where roles carry settings of their own', async () => {
  const operator = asRole(url, 'cotejo_operator')
  expect(await cotejo(operator, ['ledger', 'check'])).toMatchObject({ code: 0, err: '' })
  expect((await cotejo(operator, ['accounts', 'list'])).out).toContain('sol')
  expect((await cotejo(operator, ['doctor'])).out).toMatch(/^settings of sessions +ok/m)
})

describe('one set of tables', () => {
  const tablesIn = (address: string, schema: string) =>
    query(address, `SELECT 1 FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r'`)

  it('no second set is created where a database puts another schema first', async () => {
    const address = await testDatabase(migrated)
    await query(address, 'CREATE SCHEMA app')
    await query(address, `ALTER DATABASE ${new URL(address).pathname.slice(1)} SET search_path = app, public`)
    const { said, stop } = await startReplica(address)
    await stop()
    expect(said.join()).toContain('schema is up to date')
    expect(await tablesIn(address, 'app')).toEqual([])
    expect((await cotejo(address, ['doctor'])).out).toMatch(/^schema +ok/m)
  })

  it('tables in another schema are not created again', async () => {
    const address = await testDatabase(migrated)
    await query(address, 'ALTER SCHEMA public RENAME TO app')
    await query(address, 'CREATE SCHEMA public')
    const refusal =
      'the tables are in the schema "app", and this program uses only the schema "public". Move them there. If "public" is missing or empty: DROP SCHEMA IF EXISTS public; ALTER SCHEMA app RENAME TO public'
    expect(await cotejo(address, ['migrate'])).toEqual({ code: 1, out: '', err: `${refusal}\n` })
    await expect(startReplica(address)).rejects.toThrow('this program uses only the schema "public"')
    expect(await tablesIn(address, 'public')).toEqual([])
  })

  it('a database without the schema is refused with the reason', async () => {
    const address = await testDatabase()
    await query(address, 'DROP SCHEMA public')
    expect(await cotejo(address, ['migrate'])).toEqual({
      code: 1,
      out: '',
      err: 'the schema "public" does not exist, or the role "postgres" may not use it. Create it if it is missing, then run roles.sql (docs/operate/database.md, "Roles").\n',
    })
  })
})
