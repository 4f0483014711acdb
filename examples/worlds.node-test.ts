/**
 * Tests of a partner with node:test. Run this file with `node --test`. Each test has its own world. If
 * COTEJO_SIMULATOR is set, the tests share that running simulator. Otherwise this file starts one in its process.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Cotejo, type PeticionDeVerificacion } from '@cotejo/client'
import { verifyWebhook } from '@cotejo/client/webhook'
import { SimulatorClient, startSimulator, type World } from '@cotejo/simulator'

const shared = process.env['COTEJO_SIMULATOR']
const started = shared === undefined ? await startSimulator() : null
const simulator = new SimulatorClient(started?.url ?? shared ?? '')
after(() => started?.close())

// region setting
/** A test in a world with a stopped clock. */
const inWorld = (name: string, run: (world: World) => Promise<void>) =>
  test(name, async () => {
    const world = await simulator.world({ congelado: true })
    await run(world).finally(() => world.close())
  })
// endregion

const webhookUrl = 'https://inmobiliaria.example.com/cotejo'
const peticion = (prefix: string): PeticionDeVerificacion => ({
  solicitud_id: 'sol-0001',
  solicitante: { curp: `${prefix}900101HDFRRS03` },
  consentimiento: { otorgado: true, otorgado_en: '2026-01-15T10:30:00Z', version_aviso: '1', evidencia_id: 'ev-1' },
  webhook_url: webhookUrl,
})

const clientOf = (world: World) => new Cotejo({ baseUrl: world.url, apiKey: world.account().llave })

// region test
inWorld('an emitted verification is charged once, and its webhook is repeated until it is taken', async (world) => {
  await world.scriptReceiver(webhookUrl, [500, 503, 200])
  const cotejo = clientOf(world)
  const { verificacion_id } = await cotejo.create(peticion('LIMP'))
  await world.advance(600)

  assert.equal((await cotejo.retrieve(verificacion_id)).estado, 'emitida')
  assert.equal((await cotejo.consumption()).saldo, 999_900)
  const deliveries = await world.deliveries(verificacion_id)
  assert.deepEqual(
    deliveries.map(({ estatus }) => estatus),
    [500, 503, 200],
  )
  for (const { cuerpo, encabezados } of deliveries) {
    const header = encabezados['service-signature'] ?? null
    const rawBody = new TextEncoder().encode(cuerpo)
    assert.ok((await verifyWebhook({ rawBody, header, secrets: world.account().secreto_firma })).valid)
  }
})
// endregion

inWorld('a verification without recommendation is not charged, and has no webhook', async (world) => {
  const cotejo = clientOf(world)
  const { verificacion_id } = await cotejo.create(peticion('NOEX'))
  await world.advance(600)
  assert.equal((await cotejo.retrieve(verificacion_id)).estado, 'no_concluyente')
  assert.equal((await cotejo.consumption()).saldo, 1_000_000)
  assert.deepEqual(await world.deliveries(verificacion_id), [])
})

inWorld('a source that is down ends it without recommendation', async (world) => {
  await world.breakSource('identidad', 'caida')
  const cotejo = clientOf(world)
  const { verificacion_id } = await cotejo.create(peticion('LIMP'))
  await world.advance(600)
  assert.equal((await cotejo.retrieve(verificacion_id)).estado, 'no_concluyente')
})

inWorld('what was kept comes back', async (world) => {
  const cotejo = clientOf(world)
  const { verificacion_id } = await cotejo.create(peticion('LIMP'))
  const restore = await world.snapshot()
  await world.advance(600)
  await restore()
  assert.equal((await cotejo.retrieve(verificacion_id)).estado, 'en_proceso')
})
