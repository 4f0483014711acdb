/**
 * Tests of a partner with vitest. Copy this file as `worlds.test.ts` and run `vitest run worlds.test.ts`. A fixture gives each test its own world. If
 * COTEJO_SIMULATOR is set, all files share that running simulator. Otherwise each file starts one in its process.
 */
import { Cotejo, type PeticionDeVerificacion } from '@cotejo/client'
import { verifyWebhook } from '@cotejo/client/webhook'
import { SimulatorClient, startSimulator, type World } from '@cotejo/simulator'
import { test as base, expect } from 'vitest'

interface Fixtures {
  /** One simulator for each file. */
  readonly simulator: SimulatorClient
  /** One world for each test, with a stopped clock. */
  readonly world: World
  /** The client under test, with an account of the world. */
  readonly cotejo: Cotejo
}

const test = base.extend<Fixtures>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed.
    async ({}, use) => {
      const shared = process.env['COTEJO_SIMULATOR']
      const started = shared === undefined ? await startSimulator() : null
      await use(new SimulatorClient(started?.url ?? shared ?? ''))
      await started?.close()
    },
    { scope: 'file' },
  ],
  world: async ({ simulator }, use) => {
    await using world = await simulator.world({ congelado: true })
    await use(world)
  },
  cotejo: async ({ world }, use) => {
    await use(new Cotejo({ baseUrl: world.url, apiKey: world.account().llave }))
  },
})

const webhookUrl = 'https://inmobiliaria.example.com/cotejo'
const peticion = (solicitante: PeticionDeVerificacion['solicitante']): PeticionDeVerificacion => ({
  solicitud_id: 'sol-0001',
  solicitante,
  consentimiento: { otorgado: true, otorgado_en: '2026-01-15T10:30:00Z', version_aviso: '1', evidencia_id: 'ev-1' },
  webhook_url: webhookUrl,
})

test('a webhook is repeated until it is taken, and brings the recommendation', async ({ world, cotejo }) => {
  await world.scriptReceiver(webhookUrl, [500, 503, 200])
  const { verificacion_id } = await cotejo.create(peticion({ curp: 'LIMP900101HDFRRS03' }))
  await world.advance(600)
  const deliveries = await world.deliveries(verificacion_id)
  expect(deliveries.map(({ estatus }) => estatus)).toEqual([500, 503, 200])
  for (const { cuerpo, encabezados } of deliveries) {
    const header = encabezados['service-signature'] ?? null
    const verdict = await verifyWebhook({ rawBody: cuerpo, header, secrets: world.account().secreto_firma })
    expect(verdict).toMatchObject({ valid: true, event: { recomendacion: { accion: 'puede_continuar' } } })
  }
})

test('every factor can be reached by its recipe', async ({ world, cotejo }) => {
  const solicitante = await world.prepare('factor', 'CURP_DADA_DE_BAJA')
  const { verificacion_id } = await cotejo.create(peticion(solicitante))
  await world.advance(600)
  const ended = await cotejo.retrieve(verificacion_id)
  if (ended.estado !== 'emitida') throw new Error(`it ended ${ended.estado}`)
  expect(ended.recomendacion.sustento_documental.factores.map(({ codigo }) => codigo)).toContain('CURP_DADA_DE_BAJA')
})

test('errors of the service are waited out, as often as they come', async ({ world, cotejo }) => {
  await world.failNext('error_interno', 2)
  const { estado } = await cotejo.create(peticion({ curp: 'LIMP900101HDFRRS03' }))
  expect(estado).toBe('en_proceso')
})
