import { gzipSync } from 'node:zlib'
import { Effect, Option } from 'effect'
import { expect, it, onTestFinished } from 'vitest'
import type { ArchivoDeMundo } from '#simulator/package/Levers.ts'
import { World } from '#simulator/package/SimulatorClient.ts'
import { keys } from '#simulator/storage/Keyring.ts'
import { fromText, toText } from '#simulator/storage/WorldFile.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'
import { cotejo } from '#tools/service/server.ts'

interface Started {
  readonly sandbox: Sandbox
  readonly world: World
}

const started = async (storage: string): Promise<Started> => {
  const sandbox = await startSandbox({ storage, aheadSeconds: 0 })
  onTestFinished(sandbox.stop)
  return { sandbox, world: new World(sandbox.base, 'principal', []) }
}

/** What breaches the promises about money and webhooks, by the operator's own commands. */
const checked = async (url: string) => {
  const given = { COTEJO_DIGEST_KEY: keys.digest, COTEJO_SEALING_KEYS: `simulador:${keys.sealing}` }
  return [await cotejo(url, ['ledger', 'check'], given), await cotejo(url, ['audit', 'verify'], given)]
}

const receiver = (name: string) => `https://${name}.example.com/avisos`

/** What was asked for, by what became of it. */
type Asked = Readonly<Record<string, { readonly key: string; readonly id: string; readonly body: object }>>

/** Fills a world with every kind of thing. */
const fill = async ({ sandbox, world }: Started): Promise<Asked> => {
  await world.setClock({ congelado: true })
  const [consumo, connect, , limited] = await world.listAccounts()
  if (consumo === undefined || connect === undefined || limited === undefined) throw new TypeError('no demo accounts')
  const { tenant, llave } = consumo
  const asked: Record<string, Asked[string]> = {}
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const create = async (name: string, changes: Record<string, unknown> = {}, key = llave) => {
    const body = validBody({ propiedad_id: name, ...changes })
    const { text, body: created } = await sandbox.create(key, body, { traceparent })
    expect(created['verificacion_id'], text).toBeDefined()
    asked[name] = { key, id: String(created['verificacion_id']), body }
  }
  const pay = async () => {
    const paid = { estado: 'succeeded', moneda: 'MXN', monto: 100, tenant: connect.tenant } as const
    return { cobro: { modo: 'connect', payment_intent_id: (await world.putPayment(paid)).payment_intent_id } }
  }
  await world.scriptReceiver(receiver('caido'), [500])
  await world.sendWebhooks({ url: receiver('ausente') }, 'http://127.0.0.1:9/avisos')
  await world.scriptReceiver(receiver('lento'), [500, 503, 200])
  await world.credit(tenant, 50, 'spei-1')
  await world.credit(tenant, -20, 'ajuste-1')
  await world.issueKey(tenant, { nombre: 'vencida', vence_en_segundos: 5 })
  await world.issueKey(tenant, { nombre: 'revocada' })
  await world.revokeKey(tenant, 'revocada')
  await create('exhausted', { webhook_url: receiver('caido') })
  await create('emitted')
  await create('unreached', { webhook_url: receiver('ausente') })
  await create('erased')
  const refunded = await pay()
  await create('paid', await pay(), connect.llave)
  await create('refunded', refunded, connect.llave)
  await world.putPayment({
    ...{ payment_intent_id: refunded.cobro.payment_intent_id, estado: 'succeeded', moneda: 'MXN', monto: 100 },
    ...{ tenant: connect.tenant, reembolsado: true },
  })
  await create('limited', {}, limited.llave)
  await world.advance(86_400)
  await world.breakSource('identidad', 'caida')
  await create('inconclusive')
  await create('unpaid', await pay(), connect.llave)
  await world.advance(600)
  await world.breakSource('identidad', null)
  await world.erase(asked['erased']?.id ?? '')
  await create('retried', { webhook_url: receiver('lento') })
  await world.breakProcessor({ llamada: 'crear_transferencia', falla: 'error_500', veces: 4 })
  await create('transferring', await pay(), connect.llave)
  await world.advance(250)
  await world.suspendAccount(limited.tenant)
  await world.rotateSecret(tenant, 'preparar')
  await world.breakSource('judicial', 'lenta')
  await create('progressing')
  await world.advance(60)
  await world.failNext('error_interno', 2)
  await world.clearFindings({ curp: 'LIMP900101HDFRRS03', fuente: 'judicial' })
  return asked
}

/** Everything that can be seen of a world from outside, except for when keys were used. */
const shown = async ({ sandbox, world }: Started, asked: Asked) => {
  const accounts = await world.listAccounts()
  const answers: Array<unknown> = [await world.clock(), await world.transfers()]
  for (const { llaves, ...account } of accounts) {
    answers.push(account)
    for (const { ultimo_uso: _, ...key } of llaves) {
      answers.push(key)
      for (const filter of ['', '?limite=2', '?estado=emitida', '?estado=no_concluyente', '?estado=en_proceso']) {
        const { status, text } = await sandbox.call('GET', `/v1/verificaciones${filter}`, { key: key.llave })
        answers.push([key.nombre, filter, status, text])
      }
      answers.push((await sandbox.call('GET', '/v1/cuenta/consumo', { key: key.llave })).text)
    }
  }
  for (const [name, { key, id }] of Object.entries(asked)) answers.push([name, (await sandbox.read(key, id)).text])
  for (const path of ['/fuentes', '/fallos', '/pagos']) answers.push(await world.lever('GET', path))
  // The time in a signature is real.
  for (const { encabezados: _, ...delivery } of await world.deliveries()) answers.push(delivery)
  return answers
}

/** What comes of requests: new ones, earlier ones again, and other ones with their `solicitud_id`. */
const requested = async ({ sandbox }: Started, asked: Asked, later: object) => {
  const [{ key } = { key: '' }] = Object.values(asked)
  const answers: Array<readonly [name: string, summary: string, text: string]> = []
  const ask = async (name: string, key: string, body: object) => {
    const answer = await sandbox.create(key, { ...body })
    answers.push([name, summaryOf(answer), answer.text])
  }
  for (let time = 0; time < 3; time++) await ask('later', key, later)
  for (const [name, { key, body }] of Object.entries(asked)) {
    await ask(name, key, body)
    await ask(name, key, { ...body, propiedad_id: 'otra' })
  }
  return answers
}

/** Whether each webhook from here on is well signed, and by how many secrets. */
const signed = async ({ world }: Started, from: number) => {
  const [{ secreto_firma } = { secreto_firma: '' }, { secreto_firma: ofConnect } = { secreto_firma: '' }] =
    await world.listAccounts()
  return Promise.all(
    (await world.deliveries()).slice(from).map(async ({ encabezados, cuerpo }) => {
      const given = { encabezado: encabezados['service-signature'] ?? null, cuerpo }
      const [one, other] = await Promise.all([
        world.checkSignature({ ...given, secreto_firma }),
        world.checkSignature({ ...given, secreto_firma: ofConnect }),
      ])
      return [one.valida, other.valida, encabezados['webhook-signature']?.split(' ').length]
    }),
  )
}

it('a world of every kind of thing goes from memory to Postgres and back, and goes on in each to the same end', async () => {
  const inMemory = await started('memory')
  const asked = await fill(inMemory)
  // What is empty everywhere would be lost silently. A webhook that is sent again leaves at once.
  expect(emptyColumns(await inMemory.world.save())).toEqual(['deliveries.resendAt'])
  const url = await testDatabase()
  const [inPostgres, back] = [await started(url), await started('memory')]
  const sent = (await inMemory.world.deliveries()).length
  expect(await inPostgres.world.load(await inMemory.world.save())).toEqual(await inMemory.world.listAccounts())
  expect(await checked(url)).toMatchObject([{ code: 0 }, { code: 0 }])
  const file = await inPostgres.world.save()
  await back.world.load(file)
  expect(rowsIn(await back.world.save())).toEqual(rowsIn(file))
  expect(rowsIn(file)).toContainEqual(expect.stringMatching(/^clearances /))
  const all = [inMemory, inPostgres, back]

  const same = async <A>(seen: (one: Started) => Promise<A>) => {
    const [one, other, last] = [await seen(inMemory), await seen(inPostgres), await seen(back)]
    expect(other).toEqual(one)
    expect(last).toEqual(one)
    return one
  }
  const seen = (one: Started) => shown(one, asked)
  await same(seen)
  const later = validBody()
  const answers = await same((one) => requested(one, asked, later))
  expect(answers.map(([name, summary]) => `${name} ${summary}`)).toEqual([
    'later 500 error_interno',
    'later 500 error_interno',
    'later 200 en_proceso',
    ...Object.entries({
      exhausted: '200 emitida',
      emitted: '200 emitida',
      unreached: '200 emitida',
      erased: '409 conflicto_idempotencia',
      paid: '200 emitida',
      refunded: '200 emitida',
      limited: '401 llave_invalida',
      inconclusive: '200 no_concluyente',
      unpaid: '200 no_concluyente',
      retried: '200 emitida',
      transferring: '200 emitida',
      progressing: '200 en_proceso',
    }).flatMap(([name, summary]) => [
      `${name} ${summary}`,
      `${name} ${name === 'limited' ? summary : '409 conflicto_idempotencia'}`,
    ]),
  ])
  for (const { world } of all) await world.advance(86_400)
  await same(seen)
  const work = /^(?:accounts|clearances|deliveries|transfers|paymentClaims|verificationWork) /
  await same(async ({ world }) => rowsIn(await world.save()).filter((row) => work.test(row)))
  expect(await same((one) => signed(one, sent))).toEqual([1, 2, 3].map(() => [true, false, 2]))
  expect(await checked(url)).toMatchObject([{ code: 0 }, { code: 0 }])

  const accounts = await inPostgres.world.listAccounts()
  const read = async ({ sandbox }: Started) => {
    const [{ llave } = { llave: '' }] = accounts
    return (await sandbox.call('GET', '/v1/verificaciones', { key: llave })).text
  }
  const listed = await read(inPostgres)
  await inPostgres.sandbox.stop()
  const again = await started(url)
  expect(await again.world.listAccounts()).toEqual(accounts)
  expect(await read(again)).toBe(listed)
})

/** Columns of a file that no row has a value in, and empty tables. */
const emptyColumns = ({ contenido }: ArchivoDeMundo): ReadonlyArray<string> => {
  const { stored } = Object(Option.getOrThrow(Effect.runSync(fromText(contenido))))
  const tables = Object.entries<ReadonlyArray<Record<string, unknown>>>(JSON.parse(stored))
  return tables.flatMap(([table, rows]) => {
    if (rows.length === 0) return [table]
    const columns = Object.keys(rows[0] ?? {})
    return columns.filter((name) => rows.every((row) => row[name] === null)).map((name) => `${table}.${name}`)
  })
}

/** The rows of a file in no order, without what is sealed anew each time. */
const rowsIn = ({ contenido }: ArchivoDeMundo): ReadonlyArray<string> => {
  const { stored } = Object(Option.getOrThrow(Effect.runSync(fromText(contenido))))
  return Object.entries<ReadonlyArray<object>>(JSON.parse(stored))
    .flatMap(([table, rows]) => rows.map((row) => `${table} ${JSON.stringify(row)}`))
    .map((row) => row.replaceAll(/\\\\x[0-9a-f]*/g, 'sealed'))
    .sort()
}

const brackets = '['.repeat(65_536)
/** It would be attempted for as long as numbers can count. */
const delivery = {
  ...{
    accountId: 'demo-consumo',
    verificationId: 'ver_x',
    eventId: 'evt_x',
    url: 'https://x.mx',
    host: 'x.mx',
    sent: 7,
  },
  ...{ attempts: 2_147_483_647, state: 'pendiente', dueAt: '2026-01-01T00:00:00.000Z', resendAt: null },
}

/** Files that are no world, each with the reason that is said. */
const refusedFiles = (file: ArchivoDeMundo) => {
  const { stored, rest } = Object(Option.getOrThrow(Effect.runSync(fromText(file.contenido))))
  const withStored = (text: string) => ({ ...file, contenido: toText({ stored: text, rest }) })
  const changed = (change: (tables: Record<string, Array<Record<string, unknown>>>) => void) => {
    const tables = JSON.parse(stored)
    change(tables)
    return withStored(JSON.stringify(tables))
  }
  const set = (table: string, column: string, value: unknown) =>
    changed(({ [table]: [row = {}] = [] }) => void Object.assign(row, { [column]: value }))
  const damaged = 'El contenido del archivo está dañado.'
  const because = (reason: string) => `El contenido del archivo está dañado: ${reason}.`
  const misformed = (place: string) => because(`${place} no tiene la forma debida`)
  const cases: ReadonlyArray<readonly [name: string, file: object, mensaje: string]> = [
    ['version', { ...file, version: 1 }, expect.stringContaining('es de la versión 1')],
    ['half', { ...file, contenido: file.contenido.slice(0, file.contenido.length / 2) }, damaged],
    ['NUL', { ...file, contenido: `${file.contenido}\0` }, damaged],
    ['surrogate', { ...file, contenido: `\ud800${file.contenido}` }, damaged],
    ['brackets', { ...file, contenido: brackets }, damaged],
    ['packed brackets', { ...file, contenido: gzipSync(brackets).toString('base64') }, damaged],
    ['stored brackets', withStored(brackets), misformed('la raíz')],
    ['no parts', { ...file, contenido: toText({ stored, rest: {} }) }, damaged],
    ['nothing', { ...file, contenido: toText(null) }, damaged],
    ['other parts', { ...file, contenido: toText({ stored, rest: Object.entries(rest) }) }, damaged],
    ['stored NUL', set('verifications', 'propertyId', 'a\0b'), misformed('verifications.0.propertyId')],
    ['stored surrogate', set('accounts', 'accountId', '\ud800'), misformed('accounts.0.accountId')],
    ['hostile name', withStored(stored.replace('{', '{"__proto__":{},')), misformed('__proto__')],
    ['no table', withStored(stored.replace('"accounts"', '"cuentas"')), misformed('cuentas')],
    [
      'account twice',
      changed(({ accounts = [] }) => void accounts.push({ ...accounts[0] })),
      because('accounts tiene dos veces "demo-consumo"'),
    ],
    ['of nobody', set('verifications', 'accountId', 'nadie'), because('se nombra a "nadie", que no está en accounts')],
    ['sealed by others', set('dataKeys', 'name', 'record/otra'), expect.stringContaining('de dataKeys no abre')],
    [
      'use of no key',
      set('apiKeyUses', 'keyId', 'otra'),
      because('se nombra a "demo-consumo/otra", que no está en apiKeys'),
    ],
    ['note', set('simulatorNotes', 'note', '{}'), misformed('simulatorNotes.0.note')],
    ['attempts', changed((tables) => void tables['deliveries']?.push(delivery)), misformed('deliveries.0.attempts')],
    ['years', set('verifications', 'createdAt', '+275760-09-13T00:00:00.000Z'), misformed('verifications.0.createdAt')],
    ['no limit', set('accounts', 'requestsPerMinute', 0), misformed('accounts.0.requestsPerMinute')],
    ['held', set('accounts', 'heldCentavos', 9_007_199_254_740_991), misformed('accounts.0')],
    ['no document', set('verifications', 'state', 'emitida'), misformed('verifications.0')],
  ]
  return cases
}

it.each([
  ['memory', async () => 'memory'],
  ['Postgres', () => testDatabase()],
])(
  'over %s a file that is not one of a world is refused with the reason, and everything stays: 400',
  async (_, make) => {
    const one = await started(await make())
    await one.world.setClock({ congelado: true })
    const [{ llave } = { llave: '' }] = await one.world.listAccounts()
    const { body } = await one.sandbox.create(llave, { propiedad_id: 'casa' })
    const file = await one.world.save()
    const asked = { one: { key: llave, id: String(body['verificacion_id']), body } }
    await one.world.advance(60)
    const before = await shown(one, asked)
    for (const [name, content, mensaje] of refusedFiles(file)) {
      const refused = await one.sandbox.call('PUT', '/_simulador/mundo', { body: content })
      expect([name, refused.status, refused.body['mensaje']]).toEqual([name, 400, mensaje])
      expect(await shown(one, asked), name).toEqual(before)
    }
  },
)
