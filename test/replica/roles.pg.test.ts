import { fileURLToPath } from 'node:url'
import { DateTime, Effect } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { ListTurns } from '#ports/ListTurns.ts'
import { cotejo as commandOf } from '#src/cli/Cotejo.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { lines } from '#tools/documents/Blocks.ts'
import { importing, postgresLists, postgresTurns, today } from '#tools/lists/lists.ts'
import { startProcessor, type TestProcessor } from '#tools/peers/processor.ts'
import { type MapServer, startMapServer } from '#tools/peers/router.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { asRole, query } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, openAccount, rotatedKeys, startReplica, until } from '#tools/service/server.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../adapters/lists/fixtures/${name}`, import.meta.url))

/** The life of a service whose replica is cotejo_app and whose operator is cotejo_operator, on one database. */
describe('with the roles of roles.sql', () => {
  let url = ''
  let otherCell = ''
  let processor: TestProcessor
  let router: MapServer
  const { sent, sender } = webhookSender((_, before) => (before === 0 ? 500 : 200))
  const keys = { consumo: '', connect: '' }
  const count = async (from: string): Promise<number> => (await query(url, `SELECT 1 FROM ${from}`)).length
  const isEmpty = (from: string) => until(async () => (await count(from)) === 0)

  const operate = (args: ReadonlyArray<string>, changes: Record<string, string> = {}, input = '') =>
    cotejo(
      asRole(url, 'cotejo_operator'),
      [...args, '--reason', 'Probado'],
      { COTEJO_PROCESSOR_URL: processor.address, ...changes },
      input,
    )
  const replica = () => startReplica(asRole(url, 'cotejo_app'), { processorUrl: processor.address }, undefined, sender)

  beforeAll(async () => {
    url = await governedDatabase()
    otherCell = await governedDatabase()
    router = await startMapServer()
    processor = await startProcessor()
  })
  afterAll(async () => {
    await processor.stop()
    await router.stop()
  })

  /** What each command of the operator is tried with; those that end with 1 do so for another reason than their role. */
  const commands: Record<string, () => ReturnType<typeof operate>> = {
    migrate: () => operate(['migrate']),
    doctor: () => operate(['doctor']),
    replicas: () => operate(['replicas']),
    'accounts create': () => operate(['accounts', 'create', 'luna', '--price', '100']),
    'accounts list': () => operate(['accounts', 'list']),
    'accounts show': () => operate(['accounts', 'show', 'luna']),
    'accounts plan': () => operate(['accounts', 'plan', 'luna', '--price', '90']),
    'accounts credit': () => operate(['accounts', 'credit', 'luna', '500', '--reference', 'spei-1']),
    'accounts correct': () => operate(['accounts', 'correct', 'luna', '--add', '5', '--reference', 'ajuste-1']),
    'accounts processor': () =>
      operate(['accounts', 'processor', 'plataforma', '--destination', processor.platform.destination], {
        COTEJO_PROCESSOR_KEY: processor.platform.restrictedKey,
      }),
    'accounts suspend': () => operate(['accounts', 'suspend', 'luna']),
    'accounts activate': () => operate(['accounts', 'activate', 'luna']),
    // It changes what only the owner of the tables may change.
    'accounts move': async () => {
      await operate(['accounts', 'create', 'mudada', '--price', '100'])
      const args = ['accounts', 'move', 'mudada', '--to', 'b', '--router', router.socket, '--reason', 'Probado']
      const elsewhere = { COTEJO_OTHER_DATABASE_URL: asRole(otherCell, 'cotejo_migrate') }
      return cotejo(asRole(url, 'cotejo_migrate'), args, elsewhere)
    },
    'cells map': () => operate(['cells', 'map', 'a']),
    'cells router-key': () => operate(['cells', 'router-key']),
    'api-keys issue': () => operate(['api-keys', 'issue', 'luna', '--id', 'backend']),
    'api-keys list': () => operate(['api-keys', 'list', 'luna']),
    'api-keys revoke': () => operate(['api-keys', 'revoke', 'luna', 'backend']),
    'signing-secrets issue': () => operate(['signing-secrets', 'issue', 'plataforma']),
    'signing-secrets rotate': () => operate(['signing-secrets', 'rotate', 'luna']),
    'signing-secrets activate': () => operate(['signing-secrets', 'activate', 'luna', '--force']),
    'signing-secrets abort': () => operate(['signing-secrets', 'abort', 'luna']),
    'signing-secrets list': () => operate(['signing-secrets', 'list', 'luna']),
    'lists import': () =>
      operate(['lists', 'import', '--list', 'onu', '--file', fixture('consolidated.xml'), '--force']),
    'lists fetch': () => operate(['lists', 'fetch'], { COTEJO_LISTS_ADDRESSES: 'onu=https://127.0.0.1/onu.xml' }),
    'lists status': () =>
      operate(['lists', 'status'], { COTEJO_LISTS_REQUIRED: 'onu', COTEJO_LISTS_MAX_AGE: '3650 days' }),
    'lists changes': () => operate(['lists', 'changes', '--list', 'onu']),
    'lists search': () => operate(['lists', 'search'], {}, 'Eulalia\nZúñiga\nOlmedo\n1980-05-17 M\n'),
    'sources check': () =>
      operate([
        'sources',
        'check',
        '--source',
        'identidad',
        '--url',
        'http://127.0.0.1:9',
        '--key',
        'k',
        '--known',
        'no',
      ]),
    'verifications show': () => operate(['verifications', 'show', 'sol', ids.consumo, '--full']),
    'verifications find': () => operate(['verifications', 'find', '--solicitud-id', 'sol-consumo']),
    'verifications explain': () => operate(['verifications', 'explain', 'sol', ids.consumo]),
    'verifications list': () => operate(['verifications', 'list', 'sol']),
    'deliveries list': () => operate(['deliveries', 'list', 'sol']),
    'deliveries show': () => operate(['deliveries', 'show', 'sol', ids.consumo]),
    'deliveries resend': () => operate(['deliveries', 'resend', 'sol', ids.consumo]),
    'transfers list': () => operate(['transfers', 'list']),
    'transfers export': () => operate(['transfers', 'export']),
    'transfers retry': () => operate(['transfers', 'retry', 'plataforma', ids.connect]),
    'ledger list': () => operate(['ledger', 'list', 'sol']),
    'ledger export': () => operate(['ledger', 'export']),
    'ledger refund': () => operate(['ledger', 'refund', 'sol', ids.consumo]),
    'ledger check': () => operate(['ledger', 'check', '--processor']),
    recover: () => operate(['recover']),
    'subject export': () => operate(['subject', 'export', 'sol', 'sol-consumo']),
    'subject receipt-key': () => operate(['subject', 'receipt-key']),
    'verifications erase': () => operate(['verifications', 'erase', 'sol', ids.consumo]),
    'retention run': () => operate(['retention', 'run']),
    'keys rotate': () => operate(['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys }),
    'audit show': () => operate(['audit', 'show']),
    'audit verify': () => operate(['audit', 'verify']),
  }
  const refusing = ['doctor', 'signing-secrets abort', 'lists fetch', 'sources check', 'transfers retry']
  const ids = { consumo: '', connect: '' }

  it('every command has its try here', async () => {
    const all = lines(await commandOf(), '').map(({ line }) => line.replace('cotejo ', ''))
    // It uses no database.
    expect([...Object.keys(commands), 'init'].sort()).toEqual(all.sort())
  })

  const named = Object.keys(commands)
  const tryThem = async (from: string, to: string) => {
    for (const name of named.slice(named.indexOf(from), named.indexOf(to) + 1)) {
      const { code, err } = (await commands[name]?.()) ?? {}
      expect([name, code, err]).toEqual([name, refusing.includes(name) ? 1 : 0, expect.not.stringContaining('may not')])
    }
  }

  it('cotejo_operator opens accounts and imports lists', async () => {
    const operator = asRole(url, 'cotejo_operator')
    keys.consumo = await openAccount(operator, 'sol', { signingSecret: 'whsec_uno' })
    keys.connect = await openAccount(operator, 'plataforma', { mode: 'connect' })
    await tryThem('migrate', 'sources check')
    await operate(['lists', 'import', '--list', 'onu', '--file', fixture('consolidated.xml'), '--force'])
    expect(await count('list_versions')).toBe(2)
  })

  it('cotejo_app carries verifications of both modes to their ends, webhooks and transfers included', async () => {
    const { base, stop } = await replica()
    const payment_intent_id = await processor.pay({ amountCentavos: 1_000_00 })
    const made = {
      consumo: await create(base, keys.consumo, { solicitud_id: 'sol-consumo' }),
      connect: await create(base, keys.connect, {
        solicitud_id: 'sol-connect',
        cobro: { modo: 'connect', payment_intent_id },
      }),
      none: await create(base, keys.consumo, { solicitante: { curp: 'NOEX900101HDFRRS04' } }),
    }
    for (const { status } of Object.values(made)) expect(status).toBe(200)
    ids.consumo = String(made.consumo.body['verificacion_id'])
    ids.connect = String(made.connect.body['verificacion_id'])
    expect((await get(base, '/_salud')).status).toBe(200)
    await isEmpty('verification_work')
    expect((await get(base, `/v1/verificaciones/${ids.consumo}`, keys.consumo)).body['estado']).toBe('emitida')
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

  it('cotejo_operator looks, sends again, checks, recovers, gives out and erases', async () => {
    await tryThem('verifications show', 'verifications erase')
    expect((await operate(['recover', '--begin'])).code).toBe(0)
    expect((await operate(['recover', '--end'])).code).toBe(0)
    expect(await count("verifications WHERE request_id = 'sol-consumo' AND retired_at IS NOT NULL")).toBe(1)
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
    await tryThem('retention run', 'audit verify')
    expect((await operate(['ledger', 'check'])).code).toBe(0)
  })
})
