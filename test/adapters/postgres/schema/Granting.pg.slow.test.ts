import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asRole, makeRoles, type OwnPostgres, ownPostgres, query } from '#tools/postgres/postgres.ts'
import { cotejo } from '#tools/service/server.ts'

/** As on a Postgres that others manage: an administrator who is no superuser, and owns the database. */
describe('an administrator who may create roles', () => {
  let postgres: OwnPostgres
  let url = ''
  const granted = async (table: string) =>
    query(
      url,
      `SELECT has_table_privilege('cotejo_app', '${table}', 'SELECT') AS app,
              has_table_privilege('cotejo_operator', '${table}', 'SELECT') AS operator`,
    )
  const migrate = async (role: string) => cotejo(asRole(url, role), ['migrate'])

  beforeAll(async () => {
    postgres = await ownPostgres({ durable: false })
    await query(postgres.url, "CREATE ROLE admin LOGIN CREATEROLE CREATEDB PASSWORD 'admin'")
    await query(asRole(postgres.url, 'admin'), 'CREATE DATABASE cotejo')
    const database = new URL(postgres.url)
    database.pathname = '/cotejo'
    url = database.href
  })
  afterAll(() => postgres.stop())

  it('may migrate before there are roles, for a sandbox: they have their rights from the next time on', async () => {
    expect((await migrate('admin')).out).toContain('at revision 1')
    expect((await migrate('admin')).out).toBe('Nothing to apply: the database is at revision 1.\n')
    await makeRoles(asRole(url, 'admin'))
    expect(await granted('accounts')).toEqual([{ app: false, operator: false }])
    expect((await migrate('admin')).out).toContain('rights on accounts')
    expect(await granted('accounts')).toEqual([{ app: true, operator: true }])
    expect((await migrate('admin')).out).toBe('Nothing to apply: the database is at revision 1.\n')
    await query(asRole(url, 'admin'), 'DROP SCHEMA public CASCADE')
    await query(asRole(url, 'admin'), 'CREATE SCHEMA public')
  })

  it('makes the roles, as often as wanted, and cotejo_migrate alone brings up the database', async () => {
    await makeRoles(asRole(url, 'admin'))
    await makeRoles(asRole(url, 'admin'))
    for (const role of ['cotejo_app', 'cotejo_operator']) {
      const { code, err } = await migrate(role)
      expect(code).toBe(1)
      expect(err).toBe(
        `the role "${role}" may not change the schema: cotejo migrate runs as cotejo_migrate, which owns the tables (docs/operate/database.md, "Roles")\n`,
      )
    }
    expect(await migrate('cotejo_migrate')).toMatchObject({ code: 0, out: expect.stringContaining('at revision 1') })
    expect(await granted('accounts')).toEqual([{ app: true, operator: true }])
    expect(await granted('ledger_entries')).toEqual([{ app: false, operator: true }])
  })

  it('has rights that were changed by hand put right by cotejo_migrate, which names where', async () => {
    await query(url, 'GRANT DELETE ON accounts TO cotejo_app WITH GRANT OPTION')
    await query(url, 'GRANT UPDATE (price_centavos) ON verifications TO PUBLIC')
    await query(url, 'REVOKE EXECUTE ON FUNCTION admit FROM cotejo_app')
    expect((await migrate('cotejo_migrate')).out).toBe(
      'Applied rights on accounts, verifications, admit: the database is at revision 1.\n',
    )
    expect((await migrate('cotejo_migrate')).out).toBe('Nothing to apply: the database is at revision 1.\n')
    expect(await query(url, "SELECT has_table_privilege('cotejo_app', 'accounts', 'DELETE') AS may")).toEqual([
      { may: false },
    ])
  })

  it.each([
    ['accounts suspend', ['accounts', 'suspend', 'sol']],
    ['accounts credit', ['accounts', 'credit', 'sol', '100', '--reference', 'uno']],
    ['accounts correct', ['accounts', 'correct', 'sol', '--add', '100', '--reference', 'dos']],
  ])('says in words to a command whose role may not do it: %s', async (_, command) => {
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
       VALUES ('sol', 'consumo', 10000, 60) ON CONFLICT DO NOTHING`,
    )
    const { code, err } = await cotejo(asRole(url, 'cotejo_app'), [...command, '--reason', 'caso-1'])
    expect(code).toBe(1)
    expect(err).toBe(
      'The role in DATABASE_URL may not do this. Commands are run as cotejo_operator, and as cotejo_migrate: cotejo migrate, which grants its rights, and cotejo accounts move.\n',
    )
  })
})
