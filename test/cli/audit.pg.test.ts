import { fileURLToPath } from 'node:url'
import { DateTime, Effect, Layer, Option, Stream } from 'effect'
import type { Command } from 'effect/cli'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyRevision } from '#adapters/lists/Keys.ts'
import * as Secrets from '#adapters/platform/Secrets.ts'
import * as Audit from '#adapters/postgres/operators/Audit.ts'
import * as PostgresLists from '#adapters/postgres/operators/ListAdministration.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { cotejo as commandOf } from '#src/cli/Cotejo.ts'
import { recordedLists } from '#src/cli/ListFetch.ts'
import { Actor, Reason } from '#src/cli/Recording.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { type MapServer, startMapServer } from '#tools/peers/router.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import {
  cotejo,
  create,
  keyring,
  migrated,
  openAccount,
  rotatedKeys,
  startReplica,
  until,
} from '#tools/service/server.ts'

const list = fileURLToPath(new URL('../adapters/lists/fixtures/Listado_Completo_69-B.csv', import.meta.url))

const whole = await commandOf()

/** Commands without commands below them, as they are written. */
const linesOf = (command: Command.Command.Any, before = ''): ReadonlyArray<string> => {
  const below = command.subcommands.flatMap(({ commands }) => commands)
  return below.length === 0
    ? [`${before}${command.name}`]
    : below.flatMap((one) => linesOf(one, command === whole ? '' : `${before}${command.name} `))
}

/** Of two verifications of an account, `sol-1` and `sol-2`, and of one that another account calls `sol-1`, too. */
type Ids = readonly [first: string, second: string, ofAnother: string]

/** One way to use each command, in an order in which they all work, and the acts that it leaves. */
interface Use {
  readonly line: string
  readonly args?: ReadonlyArray<string>
  readonly acts: ReadonlyArray<string>
  readonly settings?: Record<string, string>
  readonly input?: string
  /** What is done to the database first. */
  readonly prepare?: string
  /** Where it uses keys although the command need not. */
  readonly isKeyed?: boolean
}

/** A transfer that waits. */
const waiting = (verification: string) => `
  INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
  VALUES ('plataforma', '${verification}', 'pi_1', 100, now())`

const waitsForAnHour = "UPDATE transfers SET due_at = now() + interval '1 hour'"

const reason = ['--reason', 'caso-1']
const times = ['--since', '2020-01-01', '--until', '2090-01-01']
const once = (line: string, args: ReadonlyArray<string> = [], others: Partial<Use> = {}): Use => ({
  ...{ line, args, acts: [line] },
  ...others,
})
/** What neither changes anything nor shows what is a partner's or a person's. */
const unrecorded = (line: string, args: ReadonlyArray<string> = []): Use => ({ line, args, acts: [] })

/** Those that need the network: of one the part that writes is tried below, and the other never asks the database. */
const elsewhere = ['lists fetch', 'sources check']
/** It writes files before there is a database. */
const withoutDatabase = ['init']

/** What makes, opens or is found by what the keys of the service make. */
const keyed = [
  ...[
    'accounts create',
    'accounts move',
    'cells router-key',
    'accounts processor',
    'api-keys issue',
    'signing-secrets issue',
    'signing-secrets rotate',
  ],
  ...['subject export', 'subject clear', 'subject receipt-key', 'verifications erase'],
  ...['lists import', 'lists search', 'keys rotate', 'verifications explain'],
]
/** They change what only the owner of the tables may change; cotejo_operator may do all else. */
const owners = ['migrate', 'accounts move']
/** What an operator may do through a function of the database alone leaves the entry of that function as well. */
const ofCommands = "act NOT LIKE 'retire%'"
const withoutKeys = { COTEJO_DIGEST_KEY: '', COTEJO_SEALING_KEYS: '' }

/** Lists are missing, and a transfer is of nothing. */
const finding = ['doctor', 'lists status', 'ledger check', 'transfers export']

let otherCell = ''
let router: MapServer

const uses = ([first, second]: Ids): ReadonlyArray<Use> => [
  unrecorded('migrate'),
  once('accounts create', ['nueva', '--price', '10', '--per-minute', '30', '--quota', '500']),
  once('accounts list'),
  once('accounts show', ['sol']),
  once('accounts plan', ['sol', '--price', '90']),
  once('accounts credit', ['sol', '50', '--reference', 'spei-1', ...reason]),
  // It was added before: nothing is done.
  { ...once('accounts credit', ['sol', '50', '--reference', 'spei-1', ...reason]), acts: [] },
  once('accounts correct', ['sol', '--take', '10', '--reference', 'ajuste-1', ...reason]),
  // No account has a processor that could be asked yet.
  { ...once('recover'), settings: {}, isKeyed: true },
  once('accounts processor', ['plataforma', '--destination', 'acct_1'], {
    settings: { COTEJO_PROCESSOR_KEY: 'rk_test_0123456789' },
  }),
  once('accounts suspend', ['sol', ...reason]),
  once('accounts activate', ['sol']),
  {
    ...once('accounts move', ['nueva', '--to', 'b', '--router', router.socket, ...reason]),
    acts: ['accounts move', 'accounts move'],
    settings: { COTEJO_OTHER_DATABASE_URL: otherCell },
  },
  unrecorded('cells map', ['a']),
  unrecorded('cells router-key'),
  once('api-keys issue', ['sol', '--id', 'k2', '--expires', '2090-01-01']),
  once('api-keys list', ['sol']),
  once('api-keys revoke', ['sol', 'k2', ...reason]),
  once('api-keys revoke', ['plataforma', '--all', '--yes', ...reason]),
  once('signing-secrets issue', ['plataforma']),
  once('signing-secrets rotate', ['plataforma']),
  once('signing-secrets activate', ['plataforma', '--force']),
  once('signing-secrets rotate', ['plataforma']),
  once('signing-secrets abort', ['plataforma']),
  once('signing-secrets list', ['plataforma']),
  once('verifications show', ['sol', first]),
  once('verifications find', ['--verification', first]),
  once('verifications find', ['--solicitud-id', 'sol-1']),
  once('verifications find', ['--solicitud-id', 'sol-3', '--account', 'luna']),
  once('verifications explain', ['sol', first]),
  once('verifications list', ['sol']),
  once('verifications list'),
  once('deliveries list', ['sol']),
  once('deliveries list'),
  once('deliveries show', ['sol', first]),
  once('deliveries resend', ['sol', first]),
  once('deliveries resend', ['sol', '--state', 'pendiente', ...times, '--yes']),
  once('subject export', ['sol', 'sol-1']),
  once('subject clear', ['--judicial', '--consent', 'carta-7', ...reason], { input: 'LIMP900101HDFRRS03' }),
  once('subject clear', ['--judicial', '--withdraw', ...reason], { input: 'LIMP900101HDFRRS03' }),
  // It was withdrawn before: nothing is done.
  {
    ...once('subject clear', ['--judicial', '--withdraw', ...reason], { input: 'LIMP900101HDFRRS03' }),
    acts: [],
  },
  once('verifications erase', ['sol', first, ...reason]),
  once('verifications erase', ['sol', '--solicitud-id', 'sol-2', ...reason]),
  unrecorded('subject receipt-key'),
  once('transfers list'),
  once('transfers list', ['plataforma']),
  once('transfers export'),
  once('transfers export', ['--account', 'plataforma']),
  once('transfers retry', ['plataforma', second]),
  once('transfers retry', ['plataforma', '--all', '--yes'], { prepare: waitsForAnHour }),
  once('transfers retry', ['--destination', 'acct_1', '--yes'], { prepare: waitsForAnHour }),
  { ...once('transfers retry', ['--all', '--dry-run']), acts: [] },
  // None waits any more: nothing is done.
  { ...once('transfers retry', ['--all', '--yes']), acts: [] },
  once('lists import', ['--list', 'sat_69b', '--file', list]),
  once('lists import', ['--list', 'sat_69b', '--file', list, '--force', '--expired']),
  once('lists search', [], { input: 'Eulalia\nZúñiga\nOlmedo\n1980-05-17 M\n' }),
  unrecorded('doctor'),
  unrecorded('replicas'),
  unrecorded('lists status'),
  unrecorded('lists changes', ['--list', 'sat_69b']),
  unrecorded('ledger check'),
  once('ledger list', ['sol']),
  once('ledger export'),
  once('ledger export', ['--account', 'sol']),
  once('ledger refund', ['sol', first, ...reason]),
  { ...once('recover', ['--begin']), acts: ['recover'] },
  { ...once('recover', ['--end']), acts: ['recover'] },
  once('retention run', reason),
  once('audit show'),
  once('audit show', ['--account', 'sol']),
  unrecorded('audit verify'),
  once('keys rotate', [], { settings: { COTEJO_SEALING_KEYS: rotatedKeys } }),
]

/** What the audit holds when all of these were used: of which account each entry is, and what it says. */
const entries = ([first, second, ofAnother]: Ids) => [
  ['accounts create', 'nueva', { mode: 'consumo', perMinute: 30, pricePesos: 10, monthlyQuota: 500 }],
  ['accounts list', null, {}],
  ['accounts show', 'sol', {}],
  ['accounts plan', 'sol', { perMinute: 600, pricePesos: 90, monthlyQuota: null }],
  ['accounts credit', 'sol', { pesos: 50, reference: 'spei-1' }],
  ['accounts correct', 'sol', { pesos: -10, reference: 'ajuste-1' }],
  ['recover', null, { step: 'whole' }],
  ['accounts processor', 'plataforma', { destination: 'acct_1' }],
  ['accounts suspend', 'sol', {}],
  ['accounts activate', 'sol', {}],
  ['accounts move', 'nueva', { to: 'b', step: 'halt' }],
  ['accounts move', 'nueva', { to: 'b', step: 'bury' }],
  ['api-keys issue', 'sol', { id: 'k2', expires: '2090-01-01T06:00:00.000Z' }],
  ['api-keys list', 'sol', {}],
  ['api-keys revoke', 'sol', { id: 'k2' }],
  ['api-keys revoke', 'plataforma', { keys: 1 }],
  ['signing-secrets issue', 'plataforma', {}],
  ['signing-secrets rotate', 'plataforma', {}],
  ['signing-secrets activate', 'plataforma', { force: true }],
  ['signing-secrets rotate', 'plataforma', {}],
  ['signing-secrets abort', 'plataforma', {}],
  ['signing-secrets list', 'plataforma', {}],
  ['verifications show', 'sol', { verification: first }],
  ['verifications find', 'sol', { verifications: [first] }],
  ['verifications find', null, { verifications: [ofAnother, first] }],
  ['verifications find', 'luna', { verifications: [] }],
  ['verifications explain', 'sol', { verification: first }],
  ['verifications list', 'sol', {}],
  ['verifications list', null, {}],
  ['deliveries list', 'sol', {}],
  ['deliveries list', null, {}],
  ['deliveries show', 'sol', { verification: first }],
  ['deliveries resend', 'sol', { verification: first }],
  ['deliveries resend', 'sol', { state: 'pendiente', receiver: null, ...span, webhooks: 1 }],
  ['subject export', 'sol', { verification: first }],
  ['subject clear', null, { source: 'judicial', list: null, consent: 'carta-7' }],
  ['subject clear', null, { source: 'judicial', list: null, withdrawn: true }],
  ['verifications erase', 'sol', { verification: first }],
  ['verifications erase', 'sol', { verification: second }],
  ['transfers list', null, {}],
  ['transfers list', 'plataforma', {}],
  ['transfers export', null, {}],
  ['transfers export', 'plataforma', {}],
  ['transfers retry', 'plataforma', { verification: second }],
  ['transfers retry', 'plataforma', { since: null, until: null, transfers: 1, destination: null }],
  ['transfers retry', null, { since: null, until: null, transfers: 1, destination: 'acct_1' }],
  ['lists import', null, { list: 'sat_69b', force: false, cutOff: '2026-01-31', expired: false }],
  ['lists import', null, { list: 'sat_69b', force: true, cutOff: '2026-01-31', expired: true }],
  ['lists search', null, {}],
  ['ledger list', 'sol', {}],
  ['ledger export', null, {}],
  ['ledger export', 'sol', {}],
  ['ledger refund', 'sol', { pesos: 100, verification: first }],
  ['recover', null, { step: 'begin' }],
  ['recover', null, { step: 'end', underWay: 0 }],
  ['retention run', null, { days: 365 }],
  ['audit show', null, {}],
  ['audit show', 'sol', {}],
  ['keys rotate', null, { resealed: 4 }],
]
const span = { since: '2020-01-01T06:00:00.000Z', until: '2090-01-01T06:00:00.000Z' }

describe('every command', () => {
  let url = ''
  let ids: Ids = ['', '', '']
  beforeAll(async () => {
    url = await governedDatabase()
    otherCell = asRole(await governedDatabase(), 'cotejo_migrate')
    router = await startMapServer()
    const operator = asRole(url, 'cotejo_operator')
    const [key, another] = [await openAccount(operator, 'sol'), await openAccount(operator, 'luna')]
    await openAccount(operator, 'plataforma', { mode: 'connect' })
    const { base, stop } = await startReplica(asRole(url, 'cotejo_app'))
    const created = async (apiKey: string, solicitud_id: string) =>
      String((await create(base, apiKey, { solicitud_id })).body['verificacion_id'])
    ids = [await created(key, 'sol-1'), await created(key, 'sol-2'), await created(another, 'sol-1')]
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    await stop()
    await query(url, waiting(ids[1]))
  })

  afterAll(() => router.stop())

  it('has a row in this table', () => {
    const rows = new Set([...uses(ids).map(({ line }) => line), ...elsewhere, ...withoutDatabase])
    expect([...rows].sort()).toEqual([...linesOf(whole)].sort())
  })

  it('leaves one entry when it changes something or shows what is a partner’s, and else none, without keys that it does not use', async () => {
    const acts = () => query(url, `SELECT act FROM audit_entries WHERE ${ofCommands} ORDER BY sequence`)
    for (const { line, args = [], acts: expected, settings, input, isKeyed, prepare } of uses(ids)) {
      if (prepare !== undefined) await query(url, prepare)
      const before = (await acts()).length
      const given = isKeyed || keyed.includes(line) ? settings : { ...withoutKeys, ...settings }
      const role = owners.includes(line) ? 'cotejo_migrate' : 'cotejo_operator'
      const { code, err } = await cotejo(asRole(url, role), [...line.split(' '), ...args], given, input)
      const entries = (await acts()).slice(before).map((row) => Object.values(row)[0])
      expect({ line, entries, why: code === 0 || finding.includes(line) ? '' : err }).toEqual({
        line,
        entries: expected,
        why: '',
      })
      expect([line, code, err]).toEqual([line, finding.includes(line) ? 1 : 0, expect.not.stringContaining('may not')])
    }
    expect(await cotejo(url, ['audit', 'verify'])).toMatchObject({ code: 0 })
  })

  it('says of which account it is, and what was done', async () => {
    const left = await query(
      url,
      `SELECT act, account_id, details FROM audit_entries WHERE act <> 'accesses' AND ${ofCommands} ORDER BY sequence`,
    )
    expect(left).toEqual(entries(ids).map(([act, account_id, details]) => ({ act, account_id, details })))
  })

  it('is shown by audit show if it changed something, and with --reads or its name in any case', async () => {
    const shown = async (...args: ReadonlyArray<string>) => {
      const { out } = await cotejo(url, ['audit', 'show', '--json', '--limit', '1000', ...args])
      const rows: ReadonlyArray<{ act: string; account: string | null }> = JSON.parse(out)
      return rows.map(({ act }) => act)
    }
    const reads = ['accounts show', 'ledger list', 'audit show', 'verifications find']
    const changes = ['accounts suspend', 'verifications erase', 'ledger refund']
    const [usual, all] = [await shown('--account', 'sol'), await shown('--account', 'sol', '--reads')]
    expect(usual).toEqual(expect.arrayContaining(changes))
    expect(usual.filter((act) => [...reads, 'accesses'].includes(act))).toEqual([])
    expect(all).toEqual(expect.arrayContaining([...changes, ...reads, 'accesses']))
    expect(new Set(await shown('--act', 'ledger list'))).toEqual(new Set(['ledger list']))
  })

  it('leaves none when it does nothing', async () => {
    const before = await query(url, 'SELECT count(*) FROM audit_entries')
    const refused = [
      ['accounts', 'create', 'sol', '--price', '10'],
      ['accounts', 'show', 'nadie'],
      ['accounts', 'credit', 'nadie', '5', '--reference', 'spei-2', ...reason],
      ['accounts', 'suspend', 'nadie', ...reason],
      ['api-keys', 'issue', 'sol', '--id', 'k2'],
      ['api-keys', 'revoke', 'sol', 'nadie', ...reason],
      ['signing-secrets', 'activate', 'sol', '--force'],
      ['verifications', 'show', 'sol', 'ver_0'],
      ['verifications', 'erase', 'sol', 'ver_0', ...reason],
      ['deliveries', 'resend', 'sol', 'ver_0'],
      ['transfers', 'retry', 'sol', 'ver_0'],
      ['transfers', 'retry', 'sol'],
      ['transfers', 'retry', 'nadie', '--all', '--yes'],
      ['transfers', 'export', '--account', 'nadie'],
    ]
    for (const args of refused) expect([args, (await cotejo(url, args)).code]).toEqual([args, 1])
    expect(await query(url, 'SELECT count(*) FROM audit_entries')).toEqual(before)
  })
})

describe('cotejo lists fetch', () => {
  it('leaves one entry for each list that it takes or confirms, and none for what it does not', async () => {
    const url = await testDatabase(migrated)
    const layer = recordedLists.pipe(
      Layer.provide([PostgresLists.layer, Audit.layer]),
      Layer.provide([
        Secrets.layer(keyring),
        Layer.succeed(Actor, Option.some('ana')),
        Layer.succeed(Reason, Option.none()),
      ]),
      Layer.provide(patientDatabase(url)),
    )
    const now = DateTime.makeUnsafe('2026-03-02T16:00:00Z')
    const origin = [{ etag: null, digest: 'd1' }]
    const version = {
      list: 'onu',
      cutOff: '2026-03-01',
      importedAt: now,
      confirmedAt: now,
      origin,
      entries: 0,
      names: 0,
      keyRevision,
    } as const
    const fetching = ListAdministration.use(
      Effect.fnUntraced(function* ({ replace, confirm }) {
        yield* replace(version, Stream.empty, true)
        yield* confirm('onu', origin, now)
        yield* confirm('onu', [{ etag: null, digest: 'other' }], now)
        yield* Effect.ignore(replace({ ...version, cutOff: '2026-02-01' }, Stream.empty, false))
      }),
    )
    await Effect.runPromise(Effect.provide(fetching, layer))
    expect(await query(url, 'SELECT act, actor, details FROM audit_entries ORDER BY sequence')).toEqual([
      {
        ...{ act: 'lists fetch', actor: 'ana' },
        details: { list: 'onu', cutOff: '2026-03-01', force: true, result: 'importada' },
      },
      { ...{ act: 'lists fetch', actor: 'ana' }, details: { list: 'onu', result: 'sin_cambios' } },
    ])
  })
})

describe('an entry', () => {
  let url = ''
  beforeAll(async () => {
    url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    await openAccount(url, 'plataforma', { mode: 'connect' })
    await query(url, waiting('ver_1'))
  })
  const show = async (...args: ReadonlyArray<string>) =>
    JSON.parse((await cotejo(url, ['audit', 'show', '--json', ...args])).out)

  it('says who, as which role, why, and what', async () => {
    const credit = ['accounts', 'credit', 'sol', '50', '--reference', 'spei-1']
    const told = await cotejo(url, [...credit, '--actor', 'ana@example.com', '--reason', 'depósito del 3'])
    expect(told).toMatchObject({ code: 0 })
    const [entry] = await show('--act', 'accounts credit')
    expect(entry).toEqual({
      entry: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      act: 'accounts credit',
      account: 'sol',
      actor: 'ana@example.com',
      role: new URL(url).username,
      reason: 'depósito del 3',
      details: '{"pesos":50,"reference":"spei-1"}',
    })
  })

  it('takes the actor from --actor, else COTEJO_OPERATOR, else the user of the machine', async () => {
    const list = ['accounts', 'list']
    await cotejo(url, list, { COTEJO_OPERATOR: '' })
    await cotejo(url, list, { COTEJO_OPERATOR: 'blas' })
    await cotejo(url, [...list, '--actor', 'carla'], { COTEJO_OPERATOR: 'blas' })
    const actors = (await show('--act', 'accounts list')).map(({ actor }: { actor: string }) => actor)
    expect(actors).toEqual(['carla', 'blas', expect.stringMatching(/^[\w.@+-]+$/)])
    expect(await show('--by', 'blas', '--reads')).toHaveLength(1)
    expect((await cotejo(url, list, { COTEJO_OPERATOR: 'dos palabras' })).err).toContain('COTEJO_OPERATOR is')
  })

  it.each([
    ['money', ['accounts', 'credit', 'sol', '5', '--reference', 'spei-3']],
    ['access', ['accounts', 'suspend', 'sol']],
    ['a key', ['api-keys', 'revoke', 'sol', 'k1']],
    ['data', ['retention', 'run']],
  ])('of what gives or takes %s needs a reason', async (_, args) => {
    const { code, err } = await cotejo(url, args)
    expect([code, err]).toEqual([1, expect.stringContaining('repeat it with --reason')])
  })

  it('is found by time, account and act', async () => {
    const [{ at, entry }] = await show('--act', 'accounts credit')
    expect(await show('--until', at)).toEqual([])
    expect((await show('--since', at)).at(-1)).toMatchObject({ entry })
    expect(await show('--account', 'plataforma', '--act', 'accounts credit')).toEqual([])
    expect(await show('--account', 'sol', '--act', 'accounts credit', '--limit', '1')).toHaveLength(1)
  })

  it('is looked for by no act that there is not, since nothing would be taken for an answer', async () => {
    const { code, err } = await cotejo(url, ['audit', 'show', '--act', 'accounts credits'])
    expect([code, err.split('\n').at(-2)?.trim()]).toEqual([
      1,
      'Invalid value for flag --act: "accounts credits". Expected: a command that the audit records, such as "accounts credit", or accesses',
    ])
    for (const act of ['recover', 'accesses']) {
      expect(await cotejo(url, ['audit', 'show', '--act', act])).toMatchObject({ code: 0 })
    }
  })

  it.each([
    ['of the pool of the work', 'accounts credit', ['sol', '70', '--reference', 'spei-9', '--reason', 'caso-1']],
    ['of the pool of the API', 'accounts processor', ['plataforma', '--destination', 'acct_1']],
    ['of the pool of the dispatchers', 'transfers retry', ['plataforma', 'ver_1']],
    ['that spans several tables', 'accounts create', ['tercera', '--price', '10']],
  ])('that cannot be made takes its act back, %s', async (_, act, args) => {
    const books = () =>
      query(
        url,
        `SELECT (SELECT sum(settled_centavos) FROM accounts) AS settled, (SELECT count(*) FROM accounts) AS accounts,
                (SELECT count(*) FROM processor_accounts) AS processors, (SELECT count(*) FROM signing_secrets) AS secrets, (SELECT sum(extract(epoch FROM due_at)) FROM transfers) AS due`,
      )
    const before = await books()
    await query(url, `ALTER TABLE audit_entries ADD CONSTRAINT refusing CHECK (act <> '${act}') NOT VALID`)
    const command = [...act.split(' '), ...args]
    expect((await cotejo(url, command, { COTEJO_PROCESSOR_KEY: 'rk_test_0123456789' })).code).toBe(1)
    expect(await books()).toEqual(before)
    await query(url, 'ALTER TABLE audit_entries DROP CONSTRAINT refusing')
    expect((await cotejo(url, command, { COTEJO_PROCESSOR_KEY: 'rk_test_0123456789' })).code).toBe(0)
    expect(await books()).not.toEqual(before)
  })
})
