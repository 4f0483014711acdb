import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SimulatorClient, type World } from '#simulator/package/SimulatorClient.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(() => sandbox.stop())

const count = 50
const ends = [
  ['LIMP', 'puede_continuar'],
  ['MARC', 'continuar_con_reservas'],
  ['LERT', 'no_continuar_todavia'],
] as const
const endOf = (index: number) => ends[index % ends.length] ?? ends[0]

describe('fifty worlds that jump at the same time', () => {
  it('have each its own clock, verification, charge and webhook', async () => {
    const client = new SimulatorClient(sandbox.base)
    const worlds = await Promise.all(
      Array.from({ length: count }, () => client.world({ congelado: true, ahora: '2026-03-01T12:00:00Z' })),
    )
    const ids = await Promise.all(
      worlds.map(async (world, index) => {
        const solicitante = { curp: `${endOf(index)[0]}900101HDFRRS03` }
        const answer = await sandbox.create(world.account().llave, { solicitud_id: 'sol-1', solicitante })
        return String(answer.body['verificacion_id'])
      }),
    )
    expect(new Set(ids).size).toBe(count)

    // Every second one goes no further than to where nothing has ended yet.
    const clocks = await Promise.all(worlds.map((world, index) => world.advance(index % 2 === 0 ? 600 + index : 1)))
    const told = async (world: World, index: number) => {
      const deliveries = await world.deliveries()
      return {
        ahora: clocks[index]?.ahora,
        saldo: await sandbox.balance(world.account().llave),
        webhooks: deliveries.map(({ verificacion_id, cuerpo }) => [
          verificacion_id,
          JSON.parse(cuerpo).recomendacion.accion,
        ]),
      }
    }
    const start = Date.parse('2026-03-01T12:00:00Z')
    expect(await Promise.all(worlds.map(told))).toEqual(
      worlds.map((_, index) =>
        index % 2 === 0
          ? {
              ahora: new Date(start + (600 + index) * 1_000).toISOString(),
              saldo: 999_900,
              webhooks: [[ids[index], endOf(index)[1]]],
            }
          : { ahora: '2026-03-01T12:00:01.000Z', saldo: 1_000_000, webhooks: [] },
      ),
    )
    await Promise.all(worlds.map((world) => world.close()))
    const { body } = await sandbox.call('GET', '/_simulador/mundos')
    expect(body['mundos']).toHaveLength(1)
  })
})
