import { describe, expect, it, onTestFinished } from 'vitest'
import { keys } from '#simulator/storage/Keyring.ts'
import { started } from '#test/support/childProcess.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { page } from '#tools/service/page.ts'
import { startSandbox } from '#tools/service/sandbox.ts'
import { cotejo, migrated, startReplica } from '#tools/service/server.ts'

const simulatorOn = (url: string) => started(process.execPath, ['simulator/main.ts', '--port', '0', '--storage', url])

/** Every row of every table of a database, as text. */
const content = async (url: string): Promise<string> => {
  const tables = await query(url, `SELECT relname AS name FROM pg_stat_user_tables ORDER BY relname`)
  const rows = await Promise.all(
    tables.map(async (table) => [table, await query(url, `SELECT * FROM ${Object.values(table)[0]}`)]),
  )
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

describe('a simulator on the database of a service', () => {
  it('says so, ends with 1 and changes nothing', async () => {
    const url = await testDatabase(migrated)
    expect((await cotejo(url, ['accounts', 'create', 'socio', '--price', '100.00'])).code).toBe(0)
    const before = await content(url)
    const { code, err } = await simulatorOn(url).ended
    expect([code, err.trim()]).toEqual([
      1,
      'Esa base de datos es de un servicio: tiene cuentas que no hizo un simulador, o un servicio ha trabajado con ella. Use otra, vacía, con --storage.',
    ])
    expect(await content(url)).toBe(before)
  })

  it('does so too where a service has worked that has no accounts yet', async () => {
    const url = await testDatabase(migrated)
    await (await startReplica(url)).stop()
    const before = await content(url)
    expect((await simulatorOn(url).ended).code).toBe(1)
    expect(await content(url)).toBe(before)
  })

  it('lets neither a service nor a command with other keys work on its own', async () => {
    const url = await testDatabase()
    const [, base = ''] = await simulatorOn(url).says(/^Listo en (.*)$/m)
    await expect(startReplica(url)).rejects.toThrow('is not the key that this database was created with')
    const { code, err } = await cotejo(url, ['accounts', 'create', 'socio', '--price', '100.00'])
    expect([code, err]).toEqual([1, expect.stringContaining('is not the key that this database was created with')])
    expect(await query(url, 'SELECT act FROM audit_entries')).toEqual([])
    expect((await fetch(`${base}/_simulador/reiniciar`, { method: 'POST' })).status).toBe(204)
  })

  it('starts anew after the commands of an operator, and starts again after them', async () => {
    const url = await testDatabase()
    const [, base = ''] = await simulatorOn(url).says(/^Listo en (.*)$/m)
    const given = { COTEJO_DIGEST_KEY: keys.digest, COTEJO_SEALING_KEYS: `simulador:${keys.sealing}` }
    const before = (await cotejo(url, ['accounts', 'list', '--json'])).out
    for (const command of [
      ['accounts', 'create', 'socio', '--price', '100.00'],
      ['accounts', 'suspend', 'demo-consumo', '--reason', 'prueba'],
      ['recover', '--begin'],
    ]) {
      expect(await cotejo(url, command, given)).toMatchObject({ code: 0, err: '' })
    }
    expect((await fetch(`${base}/_simulador/reiniciar`, { method: 'POST' })).status).toBe(204)
    expect(await query(url, 'SELECT act FROM audit_entries')).toEqual([])
    expect(await query(url, 'SELECT FROM recoveries')).toEqual([])
    expect((await cotejo(url, ['accounts', 'list', '--json'])).out).toBe(before)
    await simulatorOn(url).says(/^Listo en (.*)$/m)
  })

  it('starts again on a database that it has used before', async () => {
    const url = await testDatabase()
    const first = simulatorOn(url)
    await first.says(/^Listo en (.*)$/m)
    const second = simulatorOn(url)
    const [, base = ''] = await second.says(/^Listo en (.*)$/m)
    expect((await page(`${base}/_salud`)).status).toBe(200)
  })
})

it('over Postgres there are no worlds and no snapshots: 409 peticion_invalida, with the reason', async () => {
  const sandbox = await startSandbox({ storage: await testDatabase() })
  onTestFinished(sandbox.stop)
  for (const lever of ['mundos', 'instantaneas']) {
    const { status, body } = await sandbox.call('POST', `/_simulador/${lever}`, { body: {} })
    expect([status, body['codigo'], body['mensaje']]).toEqual([
      409,
      'peticion_invalida',
      'Los mundos y las instantáneas son copias de la memoria del simulador, y con este almacén su estado está en Postgres: inicie el simulador con --storage memory.',
    ])
  }
})
