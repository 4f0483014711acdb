import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replay } from '#simulator/package/Replay.ts'
import { SimulatorClient, type World } from '#simulator/package/SimulatorClient.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { canaries, tracesIn } from '#test/support/canaries.ts'
import { started } from '#test/support/childProcess.ts'
import { callTool } from '#test/support/mcp.ts'
import { freePort } from '#tools/machine/freePort.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'

let here: Sandbox
let elsewhere: Sandbox
beforeAll(async () => {
  here = await startSandbox({})
  elsewhere = await startSandbox({ seed: 'another' })
})
afterAll(async () => {
  await here.stop()
  await elsewhere.stop()
})

const hook = 'https://partner.example.com/webhooks/avs'

/** A partner's day: a payment, a scripted person, a slow receiver, an error on demand, a broken processor. */
const day = async (world: World) => {
  const { llave } = world.account('consumo')
  const connect = world.account('connect')
  await world.setClock({ ahora: '2026-03-01T12:00:00.000Z' })
  const [someone, other] = canaries
  await world.scriptFindings(someone?.curp ?? '', {
    judicial: { juicios: [{ materia: 'civil', estado: 'en_curso', certeza: 'persona' }] },
  })
  await world.scriptReceiver(hook, [500, 200])
  await here.create(llave, { solicitud_id: 'sol-uno', solicitante: someone })
  await world.advance(30)
  await world.breakSource('judicial', 'caida')
  await here.create(llave, { solicitud_id: 'sol-dos', solicitante: { curp: other?.curp } })
  await here.create(llave, { solicitud_id: 'sol-dos', solicitante: { curp: other?.curp } })
  await here.create(llave, { solicitud_id: 'sol-dos', solicitante: { curp: sampleCurp('MARC') } })
  await here.create(llave, { solicitud_id: 'sol-mal', solicitante: { curp: 'X' } })
  await callTool(here, llave, 'crear_verificacion', validBody({ solicitud_id: 'sol-mcp', solicitante: other }))
  await world.failNext('error_interno')
  await here.create(llave, { solicitud_id: 'sol-tres' })
  await here.create(llave, { solicitud_id: 'sol-tres' })
  await world.failNext('conexion_cortada')
  const consentimiento = { ...sampleRequest('x').consentimiento, evidencia_id: randomUUID() }
  await expect(here.create(llave, { solicitud_id: 'sol-日本', consentimiento })).rejects.toThrow('socket hang up')
  const { tenant } = connect
  const { payment_intent_id } = await world.putPayment({ estado: 'succeeded', moneda: 'MXN', monto: 100, tenant })
  await world.breakProcessor({ llamada: 'consultar_pago', falla: 'error_500', veces: 1 })
  for (let attempt = 0; attempt < 2; attempt++) {
    await here.create(connect.llave, { solicitud_id: 'sol-pago', cobro: { modo: 'connect', payment_intent_id } })
  }
  const { llave: late } = await world.openAccount({ modo: 'consumo', saldo: 100 })
  await here.create(late, { solicitud_id: 'sol-tarde', solicitante: { curp: sampleCurp('LERT') } })
  await here.create(late, { solicitud_id: 'sol-sin-saldo' })
  await world.advance(650)
  return [llave, connect.llave, late] as const
}

/** All that the accounts of a world can read, without what is of one world alone. */
const read = async (sandbox: Sandbox, keys: ReadonlyArray<string>) => {
  const lists = await Promise.all(keys.map((key) => sandbox.call('GET', '/v1/verificaciones?limite=100', { key })))
  const consumption = await Promise.all(keys.map((key) => sandbox.call('GET', '/v1/cuenta/consumo', { key })))
  return { lists: lists.map(({ body }) => body), consumption: consumption.map(({ body }) => body) }
}

describe('a recording', () => {
  it('begins the same story in another simulator, to the byte, and has nothing of a person in it', async () => {
    await using world = await new SimulatorClient(here.base).world({ semilla: 'una', congelado: true })
    const keys = await day(world)
    const recording = await world.recording()
    expect(tracesIn(JSON.stringify(recording))).toEqual([])
    expect(recording.pasos.map(({ ruta, estatus }) => `${ruta} ${estatus}`)).toEqual([
      '/hallazgos 200',
      '/webhooks/respuestas 200',
      '/v1/verificaciones 200',
      '/fuentes 200',
      '/v1/verificaciones 200',
      '/v1/verificaciones 200',
      '/v1/verificaciones 409',
      '/v1/verificaciones 200',
      '/fallos 200',
      '/v1/verificaciones 500',
      '/v1/verificaciones 200',
      '/fallos 200',
      '/v1/verificaciones 200',
      '/pagos 200',
      '/procesador/fallas 200',
      '/v1/verificaciones 402',
      '/v1/verificaciones 200',
      '/cuentas 201',
      '/v1/verificaciones 200',
      '/v1/verificaciones 402',
    ])

    const { world: again, differences } = await replay(new SimulatorClient(elsewhere.base), recording, 'otra-vez')
    expect(differences).toEqual([])
    const accounts = await again.lever<{ cuentas: ReadonlyArray<{ llave: string }> }>('GET', '/cuentas')
    const other = await read(
      elsewhere,
      accounts.cuentas.map(({ llave }) => llave),
    )
    expect(other).toEqual(await read(here, keys))
    const deliveries = (await again.deliveries()).map(({ cuerpo, estatus }) => [cuerpo, estatus])
    expect(deliveries).toEqual((await world.deliveries()).map(({ cuerpo, estatus }) => [cuerpo, estatus]))
  })

  it('has the accounts as they began, and nothing that was only asked or refused', async () => {
    const cuenta = { tenant: 'con-cuota', saldo: 1_234.5, limite_por_minuto: 7, cuota_mensual: 3 }
    const cuentas = [{ modo: 'consumo' as const, ...cuenta }]
    await using world = await new SimulatorClient(here.base).world({ congelado: true, cuentas })
    await world.checkSignature({ secreto_firma: 'whsec_x', encabezado: null, cuerpo: '{}' })
    await expect(world.openAccount({ modo: 'consumo', tenant: 'con-cuota' })).rejects.toMatchObject({ status: 400 })
    const recording = await world.recording()
    expect(recording.cuentas).toEqual([{ ...cuentas[0], monto_por_verificacion: 100 }])
    expect(recording.pasos).toEqual([])
  })

  it('goes back with its world, and begins anew with it', async () => {
    await using world = await new SimulatorClient(here.base).world({ congelado: true })
    await here.create(world.account().llave)
    const goBack = await world.snapshot()
    await world.advance(600)
    await here.create(world.account().llave)
    expect((await world.recording()).pasos).toHaveLength(2)
    await goBack()
    const { pasos, hasta } = await world.recording()
    expect([pasos.length, hasta]).toEqual([1, pasos[0]?.en])
    await world.reset()
    expect(await world.recording()).toMatchObject({ pasos: [] })
  })

  it('of more than it keeps is refused: 409', async () => {
    await using world = await new SimulatorClient(here.base).world({ congelado: true })
    for (let pulls = 0; pulls < 2_000; pulls += 50) {
      await Promise.all(Array.from({ length: 50 }, () => world.failNext('error_interno')))
    }
    expect((await world.recording()).pasos).toHaveLength(2_000)
    await world.failNext('error_interno')
    await expect(world.recording()).rejects.toMatchObject({ status: 409 })
  })

  it.each([
    [':9/v1/verificaciones', 'another port'],
    ['@elsewhere.example/v1/verificaciones', 'another host'],
    ['/../principal/reiniciar', 'another world'],
    ['/v1/\u001b[2Jverificaciones', 'nowhere, and holds an escape sequence'],
  ])('with the path %j, which leads to %s, is refused, and nothing is done', async (ruta) => {
    await using world = await new SimulatorClient(here.base).world({ congelado: true })
    await here.create(world.account().llave)
    const recording = await world.recording()
    const simulator = new SimulatorClient(elsewhere.base)
    const strayed = { ...recording, pasos: recording.pasos.map((paso) => ({ ...paso, ruta })) }
    await expect(replay(simulator, strayed, 'extraviada')).rejects.toMatchObject({
      message: 'El paso 1 de la grabación tiene una ruta que no es de su mundo.',
    })
    const { mundos } = (await elsewhere.call('GET', '/_simulador/mundos')).body
    expect(JSON.stringify(mundos)).not.toContain('extraviada')
  })

  it('is done again by a command, which tells what went otherwise by its exit code', async () => {
    await using world = await new SimulatorClient(here.base).world({ semilla: 'dos', congelado: true })
    await here.create(world.account().llave)
    const recording = await world.recording()
    const command = (file: string, url: string, name: string) =>
      started(process.execPath, ['simulator/main.ts', 'replay', file, '--url', url, '--world', name]).ended
    const replayed = (content: unknown, name: string) =>
      command(temporaryFile(JSON.stringify(content)), elsewhere.base, name)
    const address = (name: string) => `${elsewhere.base}/_simulador?mundo=${name}\n`
    expect(await replayed(recording, 'igual')).toMatchObject({ code: 0, out: address('igual') })
    const [paso] = recording.pasos
    expect(await replayed({ ...recording, pasos: [{ ...paso, estatus: 402 }] }, 'distinta')).toMatchObject({
      code: 1,
      out: `paso 1, /v1/verificaciones: 200 en vez de 402\n${address('distinta')}`,
    })
    const refused = (err: string) => ({ code: 2, out: '', err: expect.stringContaining(err) })
    expect(await replayed({ pasos: [] }, 'ninguna')).toMatchObject(refused('no es una grabación.'))
    expect(await replayed(recording, 'igual')).toMatchObject(refused('409'))
    expect(await command('/no/such/file.json', elsewhere.base, 'ninguna')).toMatchObject(
      refused('No se puede leer /no/such/file.json.'),
    )
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const file = temporaryFile(JSON.stringify(recording))
    expect(await command(file, nowhere, 'ninguna')).toMatchObject(
      refused(`Nadie contesta en ${nowhere}. Con --url se da otra dirección.`),
    )
  })
})
