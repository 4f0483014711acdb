import { fileURLToPath } from 'node:url'
import { DateTime, Effect } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { ListTurns } from '#ports/ListTurns.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { importing, postgresLists, postgresTurns, today } from '#tools/lists/lists.ts'
import { startProcessor, type TestProcessor } from '#tools/peers/processor.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { asRole, query } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, openAccount, startReplica, until } from '#tools/service/server.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../adapters/lists/fixtures/${name}`, import.meta.url))

/** The life of a service whose replica is cotejo_app; test/cli/audit.pg.test.ts has what cotejo_operator may do. */
describe('with the roles of roles.sql', () => {
  let url = ''
  let processor: TestProcessor
  const { sent, sender } = webhookSender((_, before) => (before === 0 ? 500 : 200))
  const keys = { consumo: '', connect: '' }
  const count = async (from: string): Promise<number> => (await query(url, `SELECT 1 FROM ${from}`)).length
  const isEmpty = (from: string) => until(async () => (await count(from)) === 0)

  const operate = (args: ReadonlyArray<string>, changes: Record<string, string> = {}) =>
    cotejo(asRole(url, 'cotejo_operator'), [...args, '--reason', 'Probado'], {
      COTEJO_PROCESSOR_URL: processor.address,
      ...changes,
    })
  const replica = () => startReplica(asRole(url, 'cotejo_app'), { processorUrl: processor.address }, undefined, sender)

  beforeAll(async () => {
    url = await governedDatabase()
    processor = await startProcessor()
  })
  afterAll(async () => {
    await processor.stop()
  })

  it('cotejo_operator opens accounts and imports lists', async () => {
    const operator = asRole(url, 'cotejo_operator')
    keys.consumo = await openAccount(operator, 'sol', { signingSecret: 'whsec_uno' })
    keys.connect = await openAccount(operator, 'plataforma', { mode: 'connect' })
    const { destination, restrictedKey } = processor.platform
    const settings = { COTEJO_PROCESSOR_KEY: restrictedKey }
    await operate(['accounts', 'processor', 'plataforma', '--destination', destination], settings)
    await operate(['signing-secrets', 'issue', 'plataforma'])
    const published = { COTEJO_LISTS_ADDRESSES: 'onu=https://127.0.0.1/onu.xml' }
    expect((await operate(['lists', 'fetch'], published)).err).toContain('the address is not public')
    const list = ['--list', 'onu', '--file', fixture('consolidated.xml')]
    for (const more of [[], ['--force']]) await operate(['lists', 'import', ...list, ...more])
    expect(await count('list_versions')).toBe(2)
  })

  it('cotejo_app carries verifications of both modes to their ends, webhooks and transfers included', async () => {
    const { base, stop } = await replica()
    const payment_intent_id = await processor.pay({ amountCentavos: 1_000_00 })
    const consumo = await create(base, keys.consumo, { solicitud_id: 'sol-consumo' })
    expect(consumo.status).toBe(200)
    const cobro = { modo: 'connect', payment_intent_id }
    // On a busy machine the processor may not answer in its time: the partner asks again.
    await until(async () => (await create(base, keys.connect, { solicitud_id: 'sol-connect', cobro })).status === 200)
    expect((await create(base, keys.consumo, { solicitante: { curp: 'NOEX900101HDFRRS04' } })).status).toBe(200)
    const id = String(consumo.body['verificacion_id'])
    expect((await get(base, '/_salud')).status).toBe(200)
    await isEmpty('verification_work')
    expect((await get(base, `/v1/verificaciones/${id}`, keys.consumo)).body['estado']).toBe('emitida')
    expect((await get(base, '/v1/verificaciones?estado=emitida', keys.consumo)).status).toBe(200)
    expect((await get(base, '/v1/cuenta/consumo', keys.consumo)).body['saldo']).toBe(900)
    await isEmpty("transfers WHERE state <> 'ejecutada'")
    await isEmpty("deliveries WHERE state = 'pendiente' AND attempts = 0")
    await query(url, "UPDATE deliveries SET due_at = now() WHERE state = 'pendiente'")
    await isEmpty("deliveries WHERE state <> 'entregada'")
    expect(sent.length).toBeGreaterThan(2)
    await stop()
    expect(await count('replicas')).toBe(0)
  })

  it('cotejo_app takes its turn at the lists, has one in place of another, and confirms it', async () => {
    const app = asRole(url, 'cotejo_app')
    const entry = { id: '1', names: ['ZAVALA QUIROZ, Hortensia'], births: [], sex: null, foreign: false }
    const listed = { ...entry, curps: [], rfc: null, situation: null }
    const changing = Effect.gen(function* () {
      yield* importing('vigilancia', [listed])
      const second = yield* importing('vigilancia', [listed, { ...listed, id: '2' }], { cutOff: '2026-03-01' })
      const { confirm, history } = yield* ListAdministration
      yield* confirm('vigilancia', [], today)
      return [second.entries, (yield* history('vigilancia')).length]
    })
    expect(await Effect.runPromise(Effect.provide(changing, postgresLists(app)))).toEqual([2, 2])
    const turn = ListTurns.use(({ take, nextAt }) =>
      Effect.andThen(nextAt(today), take(today, DateTime.add(today, { minutes: 1 }))),
    )
    expect(await Effect.runPromise(Effect.provide(turn, postgresTurns(app)))).toBe(true)
  })

  it('cotejo_app takes back what a dead replica held, and removes what was kept long enough, keys included', async () => {
    const { base, stop } = await replica()
    await create(base, keys.consumo, { solicitud_id: 'sol-muerta' })
    await isEmpty('verification_work')
    // What is still to be sent is not removed.
    await isEmpty("deliveries WHERE state = 'pendiente'")
    await stop()

    await query(
      url,
      "UPDATE verifications SET created_at = created_at - interval '400 days', resolved_at = resolved_at - interval '400 days'",
    )
    await query(url, 'UPDATE data_keys SET day = day - 400, name = day || name')
    await query(url, 'UPDATE upkeep SET due_at = now()')
    const api = await startReplica(asRole(url, 'cotejo_app'), { roles: ['api'] })
    expect((await create(api.base, keys.consumo, { solicitud_id: 'sol-tomada' })).status).toBe(200)
    await api.stop()
    await query(url, "INSERT INTO replicas VALUES ('muerta', now() - interval '1 minute', '{}')")
    await query(url, "UPDATE verification_work SET replica_id = 'muerta'")
    const after = await replica()
    await isEmpty('verification_work')
    expect(await count("verifications WHERE request_id = 'sol-tomada' AND state = 'emitida'")).toBe(1)
    await isEmpty("verifications WHERE retired_at IS NULL AND request_id <> 'sol-tomada'")
    await isEmpty('data_keys WHERE day < current_date - 300')
    await after.stop()
    expect((await operate(['ledger', 'check', '--processor'])).code).toBe(0)
  })
})
