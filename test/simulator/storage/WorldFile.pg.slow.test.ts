import { Effect, Option } from 'effect'
import { expect, it, onTestFinished } from 'vitest'
import { World } from '#simulator/package/SimulatorClient.ts'
import { fromText, toText } from '#simulator/storage/WorldFile.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'
import { cotejo } from '#tools/service/server.ts'

const started = async (storage: string) => {
  const sandbox = await startSandbox({ storage, aheadSeconds: 0 })
  onTestFinished(sandbox.stop)
  return { sandbox, world: new World(sandbox.base, 'principal', []) }
}

const partsOf = ({ contenido }: { readonly contenido: string }) => {
  const parts = Option.getOrThrow(Effect.runSync(fromText(contenido)))
  return Array.isArray(parts) ? parts : []
}

/** What breaches the promises about money and webhooks, by the operator's own command. */
const checked = async (url: string) => {
  const [keyring = {}] = await query(url, "SELECT note FROM simulator_notes WHERE name = 'keyring'")
  const { digest, sealing } = JSON.parse(String(Object.values(keyring)[0]))
  const keys = { COTEJO_DIGEST_KEY: digest, COTEJO_SEALING_KEYS: `simulador:${sealing}` }
  return [await cotejo(url, ['ledger', 'check'], keys), await cotejo(url, ['audit', 'verify'], keys)]
}

it.each([
  ['memory', async () => 'memory'],
  ['Postgres', () => testDatabase()],
])('a world of every kind of thing goes on in another simulator with the same storage: %s', async (_, make) => {
  const { sandbox: first, world } = await started(await make())
  await world.setClock({ congelado: true })
  const [consumo, connect] = await world.listAccounts()
  if (consumo === undefined || connect === undefined) throw new TypeError('no demo accounts')
  const { llave, tenant } = consumo
  const create = async (body: Record<string, unknown>, key = llave) => {
    const { text, body: created } = await first.create(key, body)
    expect(created['verificacion_id'], text).toBeDefined()
    return String(created['verificacion_id'])
  }
  const webhook_url = 'https://receptor.example.com/avisos'
  await world.scriptReceiver(webhook_url, [500])
  await world.credit(tenant, 50, 'spei-1')
  await world.credit(tenant, -20, 'ajuste-1')
  const { payment_intent_id } = await world.putPayment({
    ...{ estado: 'succeeded', moneda: 'MXN', monto: 100, tenant: connect.tenant },
  })
  const paid = await create({ cobro: { modo: 'connect', payment_intent_id } }, connect.llave)
  const sent = validBody({ webhook_url })
  const emitted = await create(sent)
  const forgotten = validBody()
  const erased = await create(forgotten)
  await world.advance(600)
  await world.breakSource('identidad', 'caida')
  const inconclusive = await create({})
  await world.advance(600)
  await world.erase(erased)
  await world.breakSource('identidad', null)
  const underWay = await create({})
  await world.advance(1)
  const file = await world.save()

  const storage = await make()
  const { sandbox: second, world: other } = await started(storage)
  expect(summaryOf(await second.create(llave))).toBe('200 en_proceso')
  expect(await other.load(file)).toEqual(await world.listAccounts())
  expect(await other.clock()).toEqual(await world.clock())
  const isSame = async (id: string, key = llave) => {
    const { status, text } = await second.read(key, id)
    expect([status, text]).toEqual([200, (await first.read(key, id)).text])
    return JSON.parse(text).estado
  }
  expect(await isSame(paid, connect.llave)).toBe('emitida')
  expect(await isSame(emitted)).toBe('emitida')
  expect(await isSame(inconclusive)).toBe('no_concluyente')
  expect(await isSame(underWay)).toBe('en_proceso')
  expectError(await second.read(llave, erased), 404, 'verificacion_no_encontrada')
  expect((await second.create(llave, sent)).text).toBe((await first.read(llave, emitted)).text)
  expectError(await second.create(llave, forgotten), 409, 'conflicto_idempotencia')
  expect(await other.transfers()).toEqual(await world.transfers())
  expect(await other.credit(tenant, 50, 'spei-1')).toMatchObject({ saldo: Number(consumo.saldo) + 30 - 200 })
  expect(await other.credit(tenant, 5, 'spei-2')).toMatchObject({ saldo: Number(consumo.saldo) + 35 - 200 })

  const tried = await world.deliveries(emitted)
  expect(await other.deliveries(emitted)).toEqual(tried)
  await other.scriptReceiver(webhook_url, [200])
  for (const one of [world, other]) await one.advance(86_400)
  const delivered = (await other.deliveries(emitted)).slice(tried.length)
  expect(delivered).toMatchObject([{ event_id: tried[0]?.event_id, cuerpo: tried[0]?.cuerpo, estatus: 200 }])
  expect(await isSame(underWay)).toBe('emitida')
  expect(summaryOf(await second.create(llave))).toBe('200 en_proceso')
  if (storage === 'memory') return

  expect(await checked(storage)).toMatchObject([{ code: 0 }, { code: 0 }])
  const references = 'SELECT reference FROM ledger_entries WHERE reference IS NOT NULL ORDER BY entry_id'
  expect((await query(storage, references)).flatMap(Object.values)).toEqual(['spei-1', 'ajuste-1', 'spei-2'])
  const now = await other.listAccounts()
  await second.stop()
  const { sandbox: third, world: later } = await started(storage)
  expect(await later.listAccounts()).toEqual(now)
  expect(summaryOf(await third.create(llave))).toBe('200 en_proceso')
})

it('over Postgres a file that is damaged, or of memory, is refused, and everything stays: 400', async () => {
  const url = await testDatabase()
  const { sandbox, world } = await started(url)
  await world.setClock({ congelado: true })
  const file = await world.save()
  const [stored, ...rest] = partsOf(file)
  await world.advance(60)
  const [{ llave } = { llave: '' }] = await world.listAccounts()
  const { body } = await sandbox.create(llave)
  const before = await world.save()
  const clock = await world.clock()
  const { world: inMemory } = await started('memory')
  for (const [contenido, mensaje] of [
    [toText([{ ...stored, verifications: '[{"account_id":"x"}]' }, ...rest]), 'El contenido del archivo está dañado.'],
    [toText([{ ...stored, accounts: undefined }, ...rest]), 'El contenido del archivo está dañado.'],
    [(await inMemory.save()).contenido, expect.stringContaining('es de un mundo en otro almacén')],
  ]) {
    const refused = await sandbox.call('PUT', '/_simulador/mundo', { body: { ...file, contenido } })
    expect([refused.status, refused.body['mensaje']]).toEqual([400, mensaje])
  }
  expect(await world.clock()).toEqual(clock)
  // What sources answered is noted behind the work.
  const after = { ...partsOf(await world.save())[0], source_notes: expect.any(String) }
  expect(partsOf(before)[0]).toEqual(after)
  expect((await sandbox.read(llave, body['verificacion_id'])).body['estado']).toBe('en_proceso')
})
