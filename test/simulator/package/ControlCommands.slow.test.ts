import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declarations } from '#simulator/levers/Declarations.ts'
import { controlCommands } from '#simulator/package/ControlCommands.ts'
import { started } from '#test/support/childProcess.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(() => sandbox.stop())

const command = (...line: ReadonlyArray<string>) => {
  const [group = '', verb = '', ...rest] = line
  return started(process.execPath, ['simulator/main.ts', group, verb, '--url', sandbox.base, ...rest]).ended
}
const json = async (...line: ReadonlyArray<string>) => {
  const { code, out, err } = await command(...line, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

describe('the commands of cotejo-simulator', () => {
  it('are there for every declared lever, and no two are alike', () => {
    const names = declarations.map(({ command: line }) => line.split(' ').slice(0, 2).join(' '))
    expect(new Set(names).size).toBe(names.length)
    const groups = controlCommands.map(({ name }) => name)
    expect(names.every((name) => groups.includes(name.split(' ')[0] ?? ''))).toBe(true)
  })

  it('do with accounts, time and verifications what the levers do', async () => {
    expect(await json('time', 'freeze')).toMatchObject({ congelado: true })
    const { ahora } = await json('time', 'show')
    const later = await json('time', 'advance', '240')
    expect(Date.parse(later.ahora) - Date.parse(ahora)).toBe(240_000)
    expect(await json('account', 'suspend', 'demo-consumo')).toMatchObject({ estado: 'suspendida' })
    expect(await json('account', 'activate', 'demo-consumo')).toMatchObject({ estado: 'activa' })
    const credited = await json('account', 'credit', 'demo-consumo', '12.5', 'spei-1')
    expect(credited).toMatchObject({ saldo: 10_012.5 })
    const changed = await json('account', 'change', 'demo-limitada', '--limite-por-minuto', '9')
    expect(changed).toMatchObject({ limite_por_minuto: 9 })
    const { llave } = await json('key', 'issue', 'demo-consumo', '--nombre', 'otra')
    const { body } = await sandbox.create(llave)
    await sandbox.advance(600)
    const erased = await json('verification', 'erase', String(body['verificacion_id']))
    expect(erased.verificacion_id).toBe(body['verificacion_id'])
    expect(await json('source', 'break', 'listas', 'caida')).toMatchObject({
      fuentes: expect.arrayContaining([{ fuente: 'listas', falla: 'caida' }]),
    })
    expect(await json('source', 'break', 'listas', 'null')).toMatchObject({
      fuentes: expect.arrayContaining([{ fuente: 'listas', falla: null }]),
    })
    expect(await json('request', 'list', '--limite', '1')).toMatchObject({ solicitudes: { length: 1 } })
    expect(await json('secret', 'rotate', 'demo-consumo', 'preparar')).toMatchObject({
      siguiente: expect.stringMatching(/^whsec_/),
    })
    expect(await json('retention', 'apply')).toEqual({ retiradas: 0 })
    expect(await command('key', 'revoke', 'demo-consumo', 'otra')).toMatchObject({ code: 0, out: 'Hecho.\n' })
  })

  it('print for people without --json, and say what is wrong: exit code 1', async () => {
    const { out } = await command('account', 'change', 'demo-limitada', '--cuota-mensual', '7')
    expect(out).toMatch(/^cuota_mensual +7$/m)
    const { code, err } = await command('account', 'suspend', 'nadie')
    expect([code, err]).toEqual([1, expect.stringContaining('No hay una cuenta con ese tenant.')])
    const nobody = started(process.execPath, ['simulator/main.ts', 'time', 'show', '--url', 'http://127.0.0.1:9'])
    expect(await nobody.ended).toMatchObject({
      code: 1,
      err: 'Nadie contesta en http://127.0.0.1:9. Con --url se da otra dirección.\n',
    })
  })

  it('save a world to a file and load it in another', async () => {
    const file = join(temporaryDirectory('world'), 'mundo.json')
    expect(await command('world', 'save', file)).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 2 })
    await json('account', 'credit', 'demo-consumo', '1', 'spei-2')
    const { saldo } = (await json('account', 'list')).cuentas[0]
    const loaded = await json('world', 'load', file)
    expect(loaded).toMatchObject({ mundo: 'principal' })
    expect(loaded.cuentas[0].saldo).toBe(saldo - 1)
    const missing = await command('world', 'load', join(file, 'no'))
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('No se puede leer')])
  })
})
