import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asRole, makeRoles, type OwnPostgres, ownPostgres, query } from '#tools/postgres/postgres.ts'
import {
  cotejo,
  create,
  environmentOf,
  get,
  migrated,
  openAccount,
  type ServerProcess,
  startServer,
  until,
} from '#tools/service/server.ts'

/** Commits wait for a standby, which may be there or not. */
describe('a primary with a synchronous standby', () => {
  let postgres: OwnPostgres
  let server: ServerProcess
  let key: string
  beforeAll(async () => {
    postgres = await ownPostgres({ durable: true })
    await makeRoles(postgres.url)
    await migrated(asRole(postgres.url, 'cotejo_migrate'))
    key = await openAccount(postgres.url, 'sol')
    // A statement is given up after the time that it has in production.
    server = await startServer(environmentOf(asRole(postgres.url, 'cotejo_app'), { COTEJO_TIMEOUT_FACTOR: '1' }))
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await postgres.stop()
  })
  const waitsFor = async (standby: '' | 'nobody') => {
    await query(postgres.url, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
    await query(postgres.url, 'SELECT pg_reload_conf()')
  }
  const says = (status: 200 | 503) => until(async () => (await get(server.base, '/_salud')).status === status)
  const idsOf = async (request: string) => {
    const rows = await query(postgres.url, `SELECT verification_id FROM verifications WHERE request_id = '${request}'`)
    return rows.map((row) => Reflect.get(row, 'verification_id'))
  }

  it('is 503 base_no_alcanzable at _salud while the standby is away, since nothing can be acknowledged', async () => {
    await says(200)
    await waitsFor('nobody')
    await says(503)
    expect((await get(server.base, '/_salud')).body).toMatchObject({ codigo: 'base_no_alcanzable' })
    await waitsFor('')
    await says(200)
  })

  it('is found by cotejo doctor while the standby is away', async () => {
    await waitsFor('nobody')
    await says(503)
    const { code, out } = await cotejo(asRole(postgres.url, 'cotejo_operator'), ['doctor', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toContainEqual({
      check: 'database',
      result: 'fault',
      finding: 'its synchronous standby is unavailable',
      action: 'Start it, or remove it from synchronous_standby_names.',
    })
    await waitsFor('')
    await says(200)
  })

  it('acknowledges nothing that only the primary has, even where it is visible there', async () => {
    await says(200)
    await waitsFor('nobody')
    await says(503)
    const request = { solicitud_id: 'sol-1' }
    const statuses: Array<number> = []
    const ask = async () => statuses.push((await create(server.base, key, request)).status)
    await until(async () => {
      await ask()
      return (await idsOf('sol-1')).length > 0
    })
    await ask()
    expect(new Set(statuses)).toEqual(new Set([503]))
    await waitsFor('')
    await until(async () => (await create(server.base, key, request)).status === 200)
    const { body } = await create(server.base, key, request)
    expect([body['verificacion_id']]).toEqual(await idsOf('sol-1'))
  })
})
