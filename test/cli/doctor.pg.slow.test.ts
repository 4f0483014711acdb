import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseBackup } from '#test/support/baseBackup.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { certificate } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { asRole, makeRoles, ownPostgres, query, testDatabase } from '#tools/postgres/postgres.ts'
import { databaseWithTls } from '#tools/postgres/secureDatabase.ts'
import { cotejo, migrated, openAccount, rotatedKeys, startReplica } from '#tools/service/server.ts'

/** Something that can be connected to. */
let listener: Server
let address = ''
beforeAll(async () => {
  listener = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const at = listener.address()
  address = `127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`
})
afterAll(() => void listener.close())

const examined = async (url: string, changes: Record<string, string> = {}) => {
  const { code, out } = await cotejo(url, ['doctor', '--json'], {
    COTEJO_PROCESSOR_URL: `http://${address}`,
    ...changes,
  })
  const found: ReadonlyArray<{ check: string; result: string; finding: string; action: string | null }> =
    JSON.parse(out)
  return { code, of: (check: string) => found.find((one) => one.check === check), found }
}
const results = (found: ReadonlyArray<{ check: string; result: string }>) =>
  Object.fromEntries(found.map(({ check, result }) => [check, result]))

describe('cotejo doctor', () => {
  it('finds nothing wrong with an installation that works, and changes nothing', async () => {
    const url = await governedDatabase()
    await openAccount(asRole(url, 'cotejo_operator'), 'sol')
    const replica = await startReplica(asRole(url, 'cotejo_app'))
    const { code, found } = await examined(asRole(url, 'cotejo_operator'))
    await replica.stop()
    expect(results(found)).toEqual({
      settings: 'ok',
      'settings of replicas': 'ok',
      'settings of sessions': 'ok',
      moves: 'ok',
      retention: 'ok',
      'base backup': 'ok',
      certificates: 'ok',
      'certificate of the database': 'ok',
      database: 'ok',
      schema: 'ok',
      role: 'ok',
      clock: 'ok',
      connections: 'ok',
      'disk and log': 'ok',
      work: 'ok',
      sources: 'ok',
      environment: 'ok',
      'processor of accounts': 'ok',
      keys: 'ok',
      'keys of replicas': 'ok',
      lists: 'ok',
      providers: 'ok',
      processor: 'ok',
    })
    expect(code).toBe(0)
    expect((await cotejo(asRole(url, 'cotejo_operator'), ['doctor'])).out).toContain('CHECK')
  })

  it('tells all that is wrong at once, and what to do', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'plataforma', { mode: 'connect' })
    await query(url, 'CREATE OR REPLACE FUNCTION stands_still() RETURNS boolean LANGUAGE sql AS $$ SELECT false $$')
    await query(url, 'INSERT INTO recoveries DEFAULT VALUES')
    // Not as the owner: in the sandbox that would bring the function up to date.
    const replica = await startReplica(asRole(url, 'cotejo_app'), { roles: ['api'], environment: 'production' })
    const { code, of } = await examined(url, {
      COTEJO_ENVIRONMENT: 'production',
      COTEJO_PROCESSOR_URL: 'https://127.0.0.1:1',
      COTEJO_IDENTITY_URL: `http://${address}`,
      COTEJO_IDENTITY_KEY: 'una-llave-de-prueba',
      COTEJO_JUDICIAL_URL: 'http://127.0.0.1:1',
      COTEJO_JUDICIAL_KEY: 'una-llave-de-prueba',
      COTEJO_SEALING_KEYS: rotatedKeys,
    })
    await replica.stop()
    expect(code).toBe(1)
    expect(of('schema')).toMatchObject({ result: 'fault', finding: expect.stringContaining('stands_still()') })
    expect(of('work')).toMatchObject({ result: 'fault', action: 'Run: cotejo recover' })
    expect(of('processor of accounts')).toMatchObject({
      result: 'fault',
      finding: expect.stringContaining('"plataforma"'),
    })
    expect(of('lists')).toMatchObject({ result: 'fault', finding: 'ofac_sdn falta, onu falta, sat_69b falta' })
    expect(of('providers')).toMatchObject({
      result: 'fault',
      finding: 'judicial cannot be reached: ECONNREFUSED',
      action: 'Nothing listens at COTEJO_JUDICIAL_URL: correct it, or ask for that service to be started.',
    })
    expect(of('processor')).toMatchObject({
      result: 'fault',
      action: 'Nothing listens at COTEJO_PROCESSOR_URL: correct it, or ask for that service to be started.',
    })
    expect(of('keys of replicas')).toMatchObject({ result: 'warning', finding: expect.stringContaining('1 of 1') })
    expect(of('keys')).toMatchObject({ result: 'ok' })
  })

  it('fails in production while no replica is alive, and warns in the sandbox', async () => {
    const url = await testDatabase(migrated)
    const fresh = await examined(url)
    expect(fresh.code).toBe(2)
    expect(fresh.of('work')).toEqual({
      check: 'work',
      result: 'warning',
      finding: '0 replicas, 0 verifications, 0 webhooks and 0 transfers due for more than a minute',
      action: 'Start replicas.',
    })
    const production = { COTEJO_ENVIRONMENT: 'production', COTEJO_LISTS_REQUIRED: 'onu' }
    const before = await examined(url, production)
    expect(before.code).toBe(1)
    expect(before.of('work')).toEqual({
      check: 'work',
      result: 'fault',
      finding: '0 replicas, 0 verifications, 0 webhooks and 0 transfers due for more than a minute',
      action:
        'Start replicas; if some were started, the last line of their logs says why they ended. Before the first start only this may be a fault.',
    })
    const replica = await startReplica(asRole(url, 'cotejo_app'), { environment: 'production' })
    expect((await examined(url, production)).of('work')).toMatchObject({ result: 'ok', action: null })
    await replica.stop()
    expect((await examined(url, production)).of('work')).toMatchObject({ result: 'fault' })
  })

  it('says which keys are not those of the database, and notes none', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const replica = await startReplica(url)
    await replica.stop()
    const before = await query(url, 'SELECT * FROM known_keys')
    const other = await examined(url, { COTEJO_DIGEST_KEY: randomBytes(32).toString('base64') })
    expect(other.of('keys')).toMatchObject({ result: 'fault', finding: expect.stringContaining('COTEJO_DIGEST_KEY') })
    const without = await examined(url, { COTEJO_SEALING_KEYS: `k9:${randomBytes(32).toString('base64')}` })
    expect(without.of('keys')).toMatchObject({ result: 'fault', finding: 'stored data needs "k1"' })
    expect(await query(url, 'SELECT * FROM known_keys')).toEqual(before)
  })

  it('says once that the database was not migrated', async () => {
    const { found } = await examined(await testDatabase())
    expect(found.filter(({ result }) => result === 'fault')).toEqual([
      { check: 'schema', result: 'fault', finding: 'revision 0, this program needs 1', action: 'Run: cotejo migrate' },
      ...[
        'work',
        'sources',
        'settings of replicas',
        'retention',
        'moves',
        'environment',
        'processor of accounts',
        'keys',
        'keys of replicas',
      ].map((check) => ({
        check,
        result: 'fault',
        finding: 'there are no tables',
        action: 'Fix the other checks first.',
      })),
    ])
  })

  it('says that the certificate of the database is not trusted, and which setting names its authority', async () => {
    const server = await databaseWithTls()
    const { of } = await examined(server.administrator)
    const trusting = await examined(server.administrator, { COTEJO_DATABASE_CA_FILE: temporaryFile(certificate) })
    await server.stop()
    expect(trusting.of('certificate of the database')).toMatchObject({
      result: 'ok',
      finding: expect.stringMatching(/^it is valid for \d+ days$/),
    })
    expect(trusting.of('certificates')).toMatchObject({
      result: 'ok',
      finding: expect.stringMatching(/^COTEJO_DATABASE_CA_FILE is valid for/),
    })
    expect(of('certificate of the database')).toMatchObject({ finding: 'not checked' })
    expect(of('database')).toEqual({
      check: 'database',
      result: 'fault',
      finding: 'the check failed: SqlError ConnectionError; Error self-signed certificate DEPTH_ZERO_SELF_SIGNED_CERT',
      action: 'Its certificate is not trusted: name its authority in COTEJO_DATABASE_CA_FILE.',
    })
  })

  it('says when the last base backup was taken', async () => {
    const server = await ownPostgres({ durable: false })
    await makeRoles(server.url)
    await migrated(asRole(server.url, 'cotejo_migrate'))
    await query(server.url, 'ALTER SYSTEM SET archive_mode = on')
    await query(server.url, "ALTER SYSTEM SET archive_command = 'true'")
    await server.shutDown()
    await server.restart()
    const backupOf = async () => (await examined(asRole(server.url, 'cotejo_operator'))).of('base backup')
    expect(await backupOf()).toMatchObject({ finding: 'none is known' })
    for (const _ of ['first', 'second']) {
      const backup = await baseBackup(server)
      await backup.remove()
    }
    await query(server.url, 'CHECKPOINT')
    expect(await backupOf()).toMatchObject({ result: 'ok', finding: 'taken 0 hours ago' })
    await server.stop()
  })

  it('says once that the database does not answer, or that settings are wrong', async () => {
    const linesOf = (found: Awaited<ReturnType<typeof examined>>['found'], finding: string) =>
      found.filter((line) => line.finding === finding).map(({ check, action }) => `${check}: ${action}`)
    const overDatabase = [
      'certificate of the database',
      'settings of sessions',
      'schema',
      'role',
      'clock',
      'connections',
      'disk and log',
      'base backup',
      'work',
      'sources',
      'settings of replicas',
      'retention',
      'moves',
      'environment',
      'processor of accounts',
    ]
    const keys = ['keys', 'keys of replicas']
    const away = await examined('postgres://cotejo:Qm3vT8@127.0.0.1:1/cotejo')
    expect(away.code).toBe(1)
    expect(away.of('database')?.action).toContain('Check DATABASE_URL')
    expect(linesOf(away.found, 'not checked')).toEqual(
      [...overDatabase, ...keys].map((check) => `${check}: Fix the line database first.`),
    )

    const untold = await examined('')
    expect(untold.code).toBe(1)
    expect(untold.of('settings')).toMatchObject({
      result: 'fault',
      finding: 'settings are missing or wrong',
      action: expect.stringMatching(/^DATABASE_URL or DATABASE_URL_FILE is missing/),
    })
    expect(linesOf(untold.found, 'not checked')).toEqual(
      ['database', ...overDatabase, ...keys, 'lists'].map((check) => `${check}: Fix the line settings first.`),
    )
    expect(linesOf(untold.found, 'settings are missing or wrong')).toHaveLength(1)

    const short = await examined(await testDatabase(migrated), { COTEJO_DIGEST_KEY: 'c2hvcnQ=' })
    expect(short.of('settings')?.action).toMatch(/^COTEJO_DIGEST_KEY is base64 of 5 bytes, and has to be of 32\./)
    expect(linesOf(short.found, 'not checked')).toEqual(
      [...keys, 'lists'].map((check) => `${check}: Fix the line settings first.`),
    )
  })
})
