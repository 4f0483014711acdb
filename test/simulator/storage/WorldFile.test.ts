import { DateTime, Duration, Effect, Option } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SimulatorClient, World } from '#simulator/package/SimulatorClient.ts'
import { seededBytes } from '#simulator/samples/Seed.ts'
import { fromText, toText } from '#simulator/storage/WorldFile.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'

const back = (state: unknown): unknown => Option.getOrThrow(Effect.runSync(fromText(toText(state))))

describe('the text of a state', () => {
  it('says every value again, and an object once however many ways lead to it', () => {
    const shared = { at: DateTime.makeUnsafe(1_700_000_000_000), took: Duration.millis(12.5), left: undefined }
    const state = {
      map: new Map<unknown, unknown>([
        ['a', shared],
        [1, [shared, null, true]],
      ]),
      __proto__x: '__proto__',
    }
    const read = back(state)
    expect(read).toEqual(state)
    const { map } = Object(read)
    expect(map.get(1)[0]).toBe(map.get('a'))
  })

  it('keeps a circle', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const read = Object(back(circle))
    expect(read.self).toBe(read)
  })

  it('refuses what it has no form for, and reads nothing that is damaged', () => {
    expect(() => toText({ when: new URL('https://example.com') })).toThrow('no form for: URL')
    // The last one would be much larger unpacked than a world of its packed size.
    for (const damaged of ['', 'x', toText({ a: 1 }).slice(0, -8), toText('0'.repeat(1_000_000))]) {
      expect(Option.isNone(Effect.runSync(fromText(damaged)))).toBe(true)
    }
  })
})

it('draws on from where it was kept, whatever the seed of the reader, so that no identifier repeats', () => {
  const drawn = (bytes: ReturnType<typeof seededBytes>) => bytes.fill(new Uint8Array(40))
  const [one, other] = [seededBytes('una'), seededBytes('otra')]
  drawn(one)
  drawn(other)
  other.save.put(one.save.keep())
  expect(drawn(other)).toEqual(drawn(one))
})

describe('a world in a file', () => {
  let first: Sandbox
  let second: Sandbox
  beforeAll(async () => {
    first = await startSandbox({})
    second = await startSandbox({})
  })
  afterAll(() => Promise.all([first.stop(), second.stop()]))

  it('goes on in another simulator: keys, balances, what is in progress, replays, findings and clock', async () => {
    await using world = await new SimulatorClient(first.base).world({
      congelado: true,
      ahora: '2026-03-01T12:00:00Z',
      semilla: 'una',
    })
    const { tenant, llave } = world.account()
    const sent = validBody()
    const ended = await first.create(llave, sent)
    await world.advance(600)
    const { curp } = await world.prepare('nivel', 'bajo')
    const going = await first.create(llave, { solicitante: { curp } })
    await world.rotateSecret(tenant, 'preparar')
    const file = await world.save()

    await using other = await new SimulatorClient(second.base).world({ cuentas: [], semilla: 'una' })
    expect(summaryOf(await second.create(llave))).toBe('401 llave_invalida')
    const accounts = await other.load(file)
    expect(accounts).toEqual(await world.listAccounts())
    expect(await other.clock()).toEqual(await world.clock())
    expect((await second.create(llave, sent)).text).toBe((await first.create(llave, sent)).text)
    expect(await other.deliveries()).toEqual(await world.deliveries())
    await other.advance(600)
    await world.advance(600)
    const id = String(going.body['verificacion_id'])
    const read = await second.read(llave, id)
    expect(read.body).toMatchObject({ estado: 'emitida', recomendacion: { sustento_documental: { nivel: 'bajo' } } })
    expect(read.text).toBe((await first.read(llave, id)).text)
    const [delivery] = await other.deliveries(id)
    expect(delivery?.encabezados['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(await second.read(llave, ended.body['verificacion_id'])).toMatchObject({ status: 200 })
  })

  it('brings back ceilings and uses of keys as well: what came after it was saved does not count', async () => {
    const world = new World(first.base, 'principal', [])
    const uses = async () => {
      const accounts = await world.listAccounts()
      return accounts.flatMap(({ tenant, llaves }) => llaves.map(({ ultimo_uso }) => [tenant, ultimo_uso]))
    }
    const [before, file] = [await uses(), await world.save()]
    const [demo] = await world.listAccounts()
    if (demo === undefined) throw new TypeError('no demo account')
    await first.create(demo.llave)
    first.exhaustCeiling(demo.tenant)
    expectError(await first.create(demo.llave), 429, 'limite_excedido')
    await world.load(file)
    await world.save()
    expect(await uses()).toEqual(before)
    expect(summaryOf(await first.create(demo.llave))).toBe('200 en_proceso')
  })

  it('replaces a world beside the one that it came from, whose keys then lead to the new one', async () => {
    const simulator = new SimulatorClient(first.base)
    await using world = await simulator.world({ congelado: true })
    const { llave } = world.account()
    const file = await world.save()
    const one = await first.create(llave)
    await using other = await simulator.world({})
    const before = other.account().llave
    await other.load(file)
    expectError(await first.read(llave, one.body['verificacion_id']), 404, 'verificacion_no_encontrada')
    expectError(await first.create(before), 401, 'llave_invalida')
  })
})
