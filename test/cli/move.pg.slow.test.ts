import { Effect, Redacted } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drain, movedTables, staying } from '#adapters/postgres/operators/AccountMove.ts'
import { pooler } from '#test/support/pooler.ts'
import { startProcessor, type TestProcessor } from '#tools/peers/processor.ts'
import { type MapServer, startMapServer } from '#tools/peers/router.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { makeClient } from '#tools/postgres/database.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import {
  cotejo,
  create,
  firstKeys,
  foreignKeys,
  get,
  keyring,
  migrated,
  openAccount,
  startReplica,
  until,
} from '#tools/service/server.ts'
import { makeGate } from '#tools/sweep/Gate.ts'
import { postgresGate } from '#tools/sweep/PostgresGate.ts'

const value = async (url: string, sql: string) => Object.values((await query(url, sql))[0] ?? {})[0]

/** What a partner has of its account, in the order in which it came, without what is drawn anew in each database. */
const contents = async (url: string) => {
  const all: Record<string, unknown> = {}
  for (const table of movedTables) {
    const anew = '{sequence,entry_id,moving_to,move_id,replica_id,epoch,data_key,document_key,sealed}'
    const sealedBy = `CASE WHEN to_jsonb(t) ? 'sealed' THEN 'key_id' ELSE '' END`
    const rows = `SELECT to_jsonb(t) - '${anew}'::text[] - ${sealedBy} AS row
                    FROM ${table} t WHERE account_id = 'sol' ORDER BY 1`
    all[table] = await query(url, rows)
  }
  return all
}

const newKey = Redacted.make(new Uint8Array(Buffer.from(foreignKeys.split(':')[1] ?? '', 'base64')))
const newKeyring = { ...keyring, sealingKeys: [{ id: 'k3', key: newKey }] as const }

let processor: TestProcessor
let router: MapServer
let key = ''
let ids: ReadonlyArray<string> = []

/** An account with an end that was charged, one that was paid by its applicant, a webhook and a transfer that wait. */
const lived = async (url: string): Promise<void> => {
  await migrated(url)
  key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
  await openAccount(url, 'luna')
  const replica = () => startReplica(url, { processorUrl: processor.address, roles: ['api', 'worker'] })
  const before = await replica()
  const one = await create(before.base, key, { solicitud_id: 'sol-1' })
  await before.stop()
  await cotejo(url, ['accounts', 'plan', 'sol', '--mode', 'connect'])
  const settings = { COTEJO_PROCESSOR_KEY: processor.platform.restrictedKey }
  await cotejo(url, ['accounts', 'processor', 'sol', '--destination', processor.platform.destination], settings)
  const after = await replica()
  const payment_intent_id = await processor.pay({ amountCentavos: 100_00 })
  const two = await create(after.base, key, { solicitud_id: 'sol-2', cobro: { modo: 'connect', payment_intent_id } })
  await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
  await after.stop()
  ids = [one, two].map(({ body }) => String(body['verificacion_id']))
}

const movedBy = (settings: Record<string, string>, from: string, to: string, ...more: ReadonlyArray<string>) =>
  cotejo(from, ['accounts', 'move', 'sol', '--to', 'b', '--router', router.socket, '--reason', 'caso-1', ...more], {
    COTEJO_OTHER_DATABASE_URL: to,
    COTEJO_OTHER_SEALING_KEYS: foreignKeys,
    ...settings,
  })
const moved = (from: string, to: string, ...more: ReadonlyArray<string>) => movedBy({}, from, to, ...more)

const stateOf = (url: string) =>
  value(
    url,
    `SELECT coalesce((SELECT CASE WHEN status = 'trasladada' THEN 'moved' WHEN moving_to IS NULL THEN 'live' WHEN move_id IS NULL THEN 'halted' ELSE 'copy' END
                        FROM accounts WHERE account_id = 'sol'), 'none')`,
  )

const draining = (url: string) =>
  makeClient(url).pipe(
    Effect.flatMap((sql) => drain({ sql }, 'sol')),
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.runPromise,
  )

beforeAll(async () => {
  processor = await startProcessor()
  router = await startMapServer()
})
beforeEach(() => {
  router.map.clear()
  router.isOpen = true
})
afterAll(async () => {
  await processor.stop()
  await router.stop()
})

describe('cotejo accounts move', () => {
  /** A read leaves the databases as the statement before it did. */
  const kindOf = (sql: string) =>
    /^\s*(?:SELECT (?!append_audit_entry)|DECLARE|FETCH|CLOSE)/.test(sql) ? 'read' : 'written'
  /** Moves, and loses all connections of the mover once a database has answered so many statements that write. */
  const movedUntil = async (from: string, to: string, side: 'from' | 'to', number: number) => {
    const gates = { from: makeGate(), to: makeGate() }
    gates[side].at({ kind: 'written', number, side: 'after' }, () => {
      for (const gate of Object.values(gates)) gate.kill()
    })
    for (const gate of Object.values(gates)) gate.count()
    const { code } = await moved(await postgresGate(from, gates.from, kindOf), await postgresGate(to, gates.to, kindOf))
    // The databases notice it at once, and not at the same time.
    const isAlone =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'cotejo-%'"
    for (const url of [from, to]) await until(async () => (await query(url, isAlone)).length === 0)
    return code
  }

  it.each(['from', 'to'] as const)(
    'has the same result when it is killed after each statement that writes, in turn, in the database %s',
    async (side) => {
      const [from, to] = [await testDatabase(lived), await testDatabase(migrated)]
      const before = await contents(from)
      const states = new Set(['live none'])
      for (let number = 1, code: number | null = 1; code !== 0; number++) {
        code = await movedUntil(from, to, side, number)
        const state = `${await stateOf(from)} ${await stateOf(to)}`
        // A run that goes on from another state has other statements.
        if (!states.has(state)) number = 0
        states.add(state)
      }
      expect([...states]).toEqual(['live none', 'halted none', 'halted copy', 'moved copy', 'moved live'])
      expect(await contents(to)).toEqual(before)
      expect([...router.map]).toEqual([[await value(to, 'SELECT digest FROM api_keys'), 'b']])
      for (const table of movedTables.filter((name) => name !== 'accounts'))
        expect([table, await value(from, `SELECT count(*)::integer FROM ${table} WHERE account_id = 'sol'`)]).toEqual([
          table,
          0,
        ])
      const steps = "SELECT details ->> 'step' AS step FROM audit_entries WHERE act = 'accounts move' ORDER BY sequence"
      expect([await query(from, steps), await query(to, steps)]).toEqual([
        [{ step: 'halt' }, { step: 'bury' }],
        [{ step: 'revive' }],
      ])
      expect(await cotejo(from, ['ledger', 'check'])).toMatchObject({ code: 0 })
      expect(await cotejo(to, ['ledger', 'check'])).toMatchObject({ code: 0 })
    },
  )

  it('goes on in the new cell under its keys: the same documents, one webhook each, one transfer, and new requests', async () => {
    const [from, to] = [await testDatabase(lived), await testDatabase(migrated)]
    const transfers = async () => (await processor.run(processor.processor.transfers)).length
    const made = await transfers()
    const old = await startReplica(from, { processorUrl: processor.address, roles: ['api'] })
    const documents = await Promise.all(ids.map((id) => get(old.base, `/v1/verificaciones/${id}`, key)))
    expect(await moved(from, to)).toMatchObject({ code: 0, err: '' })
    await old.stop()

    const { sent, sender } = webhookSender()
    const next = await startReplica(to, { keyring: newKeyring, processorUrl: processor.address }, undefined, sender)
    expect(await Promise.all(ids.map((id) => get(next.base, `/v1/verificaciones/${id}`, key)))).toEqual(documents)
    expect((await create(next.base, key, { solicitud_id: 'sol-1' })).body['verificacion_id']).toBe(ids[0])
    await until(async () => (await query(to, "SELECT 1 FROM deliveries WHERE state <> 'entregada'")).length === 0)
    await until(async () => (await query(to, "SELECT 1 FROM transfers WHERE state <> 'ejecutada'")).length === 0)
    expect(sent).toHaveLength(2)
    expect((await transfers()) - made).toBe(1)
    const payment_intent_id = await processor.pay({ amountCentavos: 100_00 })
    const another = { solicitud_id: 'sol-3', cobro: { modo: 'connect', payment_intent_id } }
    expect((await create(next.base, key, another)).status).toBe(200)
    await next.stop()
    expect(await cotejo(from, ['accounts', 'show', 'sol'])).toMatchObject({
      code: 1,
      err: 'Account "sol" was moved to cell "b".\n',
    })
  })

  it('answers 503 to what is new and 200 to what is read while it moves, and all again when it is cancelled', async () => {
    const [from, to] = [await testDatabase(lived), await testDatabase(migrated)]
    router.isOpen = false
    expect(await moved(from, to)).toMatchObject({ code: 1 })
    router.isOpen = true
    const { sent, sender } = webhookSender()
    const { base, stop } = await startReplica(from, { processorUrl: processor.address }, undefined, sender)
    const payment_intent_id = await processor.pay({ amountCentavos: 100_00 })
    const asked = () => create(base, key, { solicitud_id: 'sol-3', cobro: { modo: 'connect', payment_intent_id } })
    expect((await asked()).body['codigo']).toBe('base_no_alcanzable')
    expect((await get(base, `/v1/verificaciones/${ids[0]}`, key)).status).toBe(200)
    expect(sent).toEqual([])
    expect(await moved(from, to, '--cancel')).toMatchObject({ code: 0, err: '' })
    expect(`${await stateOf(from)} ${await stateOf(to)}`).toBe('live none')
    await until(async () => (await asked()).status === 200)
    await until(async () => (await query(from, "SELECT 1 FROM deliveries WHERE state <> 'entregada'")).length === 0)
    await stop()
  })

  it('comes back to the cell that it was moved from, works there, and moves again', async () => {
    const [from, to] = [await testDatabase(lived), await testDatabase(migrated)]
    const before = await contents(from)
    expect(await moved(from, to)).toMatchObject({ code: 0 })
    const back = await cotejo(
      to,
      ['accounts', 'move', 'sol', '--to', 'a', '--router', router.socket, '--reason', 'caso-2'],
      { COTEJO_SEALING_KEYS: foreignKeys, COTEJO_OTHER_DATABASE_URL: from, COTEJO_OTHER_SEALING_KEYS: firstKeys },
    )
    expect(back).toMatchObject({ code: 0, err: '' })
    expect(await contents(from)).toEqual(before)
    expect(await stateOf(to)).toBe('moved')

    // What it does now is sealed by the key of the day, and what came back by a copy of that key.
    const { base, stop } = await startReplica(from, { processorUrl: processor.address, roles: ['api', 'worker'] })
    const payment_intent_id = await processor.pay({ amountCentavos: 100_00 })
    const third = await create(base, key, { solicitud_id: 'sol-3', cobro: { modo: 'connect', payment_intent_id } })
    await until(async () => (await query(from, 'SELECT 1 FROM verification_work')).length === 0)
    await stop()
    const since = await contents(from)
    expect(await moved(from, to)).toMatchObject({ code: 0, err: '' })
    expect(await contents(to)).toEqual(since)
    const next = await startReplica(to, { keyring: newKeyring, roles: ['api'] })
    for (const id of [...ids, third.body['verificacion_id']])
      expect((await get(next.base, `/v1/verificaciones/${id}`, key)).body['estado']).toBe('emitida')
    await next.stop()
  })

  it('counts with --dry-run, and refuses a cell with other keys and one that has such an account, key or payment', async () => {
    const [from, to, strange] = [await testDatabase(lived), await testDatabase(migrated), await testDatabase(migrated)]
    expect((await moved(from, to, '--dry-run')).out).toMatch(/"ledger_entries": 2/)
    await query(
      to,
      "INSERT INTO replicas (replica_id, lease_until, sealing_keys) VALUES ('R', now() + interval '55 seconds', '{k9:x}')",
    )
    expect((await moved(from, to)).err).toMatch(/^Replicas of cell "b" lack the first key/)
    await query(to, 'DELETE FROM replicas')
    expect(await stateOf(from)).toBe('live')
    await openAccount(to, 'luna')
    await query(
      to,
      `UPDATE api_keys SET digest = '${await value(from, "SELECT digest FROM api_keys WHERE account_id = 'sol'")}'`,
    )
    expect((await moved(from, to)).err).toMatch(/^The other cell has a key or a payment of account "sol"/)
    await openAccount(to, 'sol')
    expect((await moved(from, to)).err).toMatch(/^Cell "b" has an account "sol" of its own/)
    await query(strange, "INSERT INTO known_keys VALUES ('digest', 'digest', 'otra')")
    expect((await moved(from, strange)).err).toMatch(/COTEJO_DIGEST_KEY is not the key/)
  })

  it('asks with --dry-run every router for the map, as the move will', async () => {
    const [from, to] = [await testDatabase(lived), await testDatabase(migrated)]
    const dry = (...more: ReadonlyArray<string>) =>
      cotejo(from, ['accounts', 'move', 'sol', '--to', 'b', '--dry-run', '--reason', 'caso-1', ...more], {
        COTEJO_OTHER_DATABASE_URL: to,
        COTEJO_OTHER_SEALING_KEYS: foreignKeys,
      })
    const here = ['--router', router.socket]
    expect(await dry()).toMatchObject({ code: 1, err: expect.stringMatching(/^Name every router with --router/) })
    expect(await dry(...here, '--router', '/nowhere.sock')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The router at /nowhere.sock did not do it'),
    })
    expect(await dry(...here, '--map', '/etc/haproxy/others.map')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`The router at ${router.socket} has no map /etc/haproxy/others.map.`),
    })
    expect(await dry(...here)).toMatchObject({ code: 0, err: '' })
    expect([await stateOf(from), router.map.size]).toEqual(['live', 0])
  })

  /** A halted account with its copy: what an interruption at the router leaves. */
  const halfMoved = async () => {
    const [from, to] = [await testDatabase(lived), await testDatabase(migrated)]
    router.isOpen = false
    expect(await moved(from, to)).toMatchObject({ code: 1 })
    router.isOpen = true
    expect(`${await stateOf(from)} ${await stateOf(to)}`).toBe('halted copy')
    return { from, to }
  }
  const inNewCell = { COTEJO_SEALING_KEYS: foreignKeys }

  it.each([[], ['--cancel']])('is refused while another command moves the account %s', async (...more) => {
    const { from, to } = await halfMoved()
    const pooled = await pooler(from, { ignores: false, mode: 'transaction' })
    for (const url of [from, to]) {
      const other = await openConnection(url)
      await other.ask("SELECT pg_advisory_lock(hashtextextended('traslado/sol', 0))")
      expect((await moved(from, to, ...more)).err).toMatch(/^Another command moves account "sol"/)
      expect((await movedBy({ COTEJO_DIRECT_DATABASE_URL: from }, pooled.url, to, ...more)).err).toMatch(
        /^Another command/,
      )
      await other.close()
    }
    expect(`${await stateOf(from)} ${await stateOf(to)}`).toBe('halted copy')
    if (more.length === 0)
      expect(await movedBy({ COTEJO_DIRECT_DATABASE_URL: from }, pooled.url, to)).toMatchObject({ code: 0, err: '' })
    await pooled.stop()
  })

  it('changes nothing after it lost its lock and another command moved the account', async () => {
    const { from, to } = await halfMoved()
    const before = await contents(from)
    const [gate, stopped] = [makeGate(), Promise.withResolvers<void>()]
    gate.at({ kind: 'row', number: 1, side: 'before' }, () => {
      gate.stall()
      stopped.resolve()
    })
    gate.count()
    const kindOf = (sql: string) => (/FROM accounts .*FOR UPDATE/s.test(sql) ? 'row' : 'other')
    const slow = moved(await postgresGate(from, gate, kindOf), to)
    await stopped.promise
    for (const url of [from, to])
      await query(
        url,
        `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
      )
    await until(async () => (await moved(from, to)).code === 0)
    gate.resume()
    expect(await slow).toMatchObject({ code: 1, err: 'Account "sol" is moved by now. Repeat the command.\n' })
    expect(`${await stateOf(from)} ${await stateOf(to)}`).toBe('moved live')
    expect(await contents(to)).toEqual(before)
  })

  it('is refused through a pooler that would keep no lock', async () => {
    const { from, to } = await halfMoved()
    for (const url of [from, to]) {
      const pooled = await pooler(url, { ignores: true, mode: 'transaction' })
      const [ours, theirs] = url === from ? [pooled.url, to] : [from, pooled.url]
      expect((await moved(ours, theirs)).err).toMatch(/DATABASE_URL leads to a pooler/)
      await pooled.stop()
    }
    expect(`${await stateOf(from)} ${await stateOf(to)}`).toBe('halted copy')
  })

  it('leaves alone what waits to be revived of another account with that name', async () => {
    const { from, to } = await halfMoved()
    const third = await testDatabase(lived)
    await query(third, 'UPDATE accounts SET opened_at = now()')
    for (const more of [[], ['--cancel']])
      expect((await moved(third, to, ...more)).err).toMatch(/^Cell "b" has an account "sol" of its own/)
    expect(await stateOf(third)).toBe('live')
    expect(await moved(from, to)).toMatchObject({ code: 0, err: '' })
  })

  it('leaves no account of the same payment platform behind, unless it is asked to', async () => {
    const [from, to] = [await testDatabase(lived), await testDatabase(migrated)]
    const { destination, restrictedKey } = processor.platform
    await openAccount(from, 'mar', { mode: 'connect' })
    const settings = { COTEJO_PROCESSOR_KEY: restrictedKey }
    await cotejo(from, ['accounts', 'processor', 'mar', '--destination', destination], settings)
    for (const more of [[], ['--dry-run']])
      expect((await moved(from, to, ...more)).err).toMatch(/^Accounts of the same payment platform stay here: mar\./)
    expect(await stateOf(from)).toBe('live')
    router.isOpen = false
    expect(await moved(from, to, '--alone')).toMatchObject({ code: 1 })
    router.isOpen = true
    expect(await moved(from, to)).toMatchObject({ code: 0, err: '' })
  })

  it.each([[], ['--cancel']])('is refused into its own database %s', async (...more) => {
    const { from } = await halfMoved()
    expect((await moved(from, from, ...more)).err).toMatch(/both addresses name one database/)
    expect(await stateOf(from)).toBe('halted')
  })

  it('is refused in the new cell, which has only a copy, and does not revive a copy in a third cell', async () => {
    const { from, to } = await halfMoved()
    for (const more of [[], ['--cancel']]) {
      const other = { ...inNewCell, COTEJO_OTHER_DATABASE_URL: from, COTEJO_OTHER_SEALING_KEYS: firstKeys }
      const args = ['accounts', 'move', 'sol', '--to', 'b', '--router', router.socket, ...more]
      expect((await cotejo(to, [...args, '--reason', 'caso-1'], other)).err).toMatch(/^This cell has only a copy/)
    }
    const third = await testDatabase(migrated)
    expect(await moved(from, third)).toMatchObject({ code: 0 })
    expect((await moved(from, to)).err).toMatch(/^The other database does not have the account/)
    expect(`${await stateOf(from)} ${await stateOf(third)} ${await stateOf(to)}`).toBe('moved live copy')
  })

  it('lets no operator change the account in either cell, keeps its key in the router, and is told by doctor', async () => {
    const { from, to } = await halfMoved()
    const digest = String(await value(to, 'SELECT digest FROM api_keys'))
    const keyId = String(await value(to, 'SELECT key_id FROM api_keys'))
    router.map.set(digest, 'b')
    for (const [url, settings] of [
      [from, {}],
      [to, inNewCell],
    ] as const) {
      for (const args of [
        ['accounts', 'suspend', 'sol'],
        ['api-keys', 'revoke', 'sol', keyId],
        ['accounts', 'plan', 'sol', '--price', '5'],
      ])
        expect((await cotejo(url, [...args, '--reason', 'caso-1'], settings)).err).toMatch(/is moving to another cell/)
    }
    expect(await cotejo(to, ['cells', 'map', 'b', '--router', router.socket], inNewCell)).toMatchObject({ code: 0 })
    expect([...router.map]).toEqual([[digest, 'b']])
    expect((await cotejo(from, ['doctor', '--json'])).out).toContain(
      String.raw`account \"sol\" is moving to cell \"b\"`,
    )
    expect(await moved(from, to)).toMatchObject({ code: 0, err: '' })
  })

  it('waits for work that a replica claims in the same instant', async () => {
    const { from } = await halfMoved()
    await query(from, "UPDATE deliveries SET replica_id = NULL WHERE account_id = 'sol'")
    const claiming = await openConnection(from)
    await claiming.ask('BEGIN')
    await claiming.ask("UPDATE deliveries SET replica_id = 'R' WHERE account_id = 'sol'")
    const left = draining(from)
    await until(async () => (await query(from, 'SELECT 1 FROM pg_locks WHERE NOT granted')).length > 0)
    await claiming.ask('COMMIT')
    await claiming.close()
    expect(await left).toBe(2)
  })

  it('is complete for doctor and recover of both cells while it is interrupted, and afterwards', async () => {
    const { from, to } = await halfMoved()
    const cells = [
      ['old', from, {}],
      ['new', to, inNewCell],
    ] as const
    const ids = (await query(from, 'SELECT verification_id AS id FROM verifications')).map((row) =>
      String(Reflect.get(row, 'id')),
    )
    // The processor has transfers of other tests, too.
    const isOurs = ({ found: said }: { readonly found: string }) => ids.some((id) => said.includes(id))
    const found = async () => {
      const told: Record<string, unknown> = {}
      for (const [name, url, keys] of cells) {
        const settings = { ...keys, COTEJO_PROCESSOR_URL: processor.address }
        const { code, out } = await cotejo(url, ['recover', '--json'], settings)
        const lines: ReadonlyArray<Record<string, string>> = JSON.parse(
          (await cotejo(url, ['doctor', '--json'], settings)).out,
        )
        // No replica runs in the cells: sooner or later their work waits too long.
        const faults = lines
          .filter(({ check, result }) => result === 'fault' && check !== 'work')
          .map(({ check }) => check)
        const { found: findings, standsStill } = JSON.parse(out)
        told[name] = { code, found: findings.filter(isOurs), standsStill, faults }
      }
      return told
    }
    const sound = { code: 0, found: [], standsStill: false, faults: [] }
    expect(await found()).toEqual({ old: { ...sound, faults: ['moves'] }, new: { ...sound, faults: ['moves'] } })
    expect(await moved(from, to)).toMatchObject({ code: 0, err: '' })
    expect(await found()).toEqual({ old: sound, new: sound })
    expect(`${await stateOf(from)} ${await stateOf(to)}`).toBe('moved live')
  })

  it('moves every table with an account', async () => {
    const rows = await query(
      await testDatabase(migrated),
      `SELECT table_name AS name FROM information_schema.columns
        WHERE column_name = 'account_id' AND table_schema = 'public' ORDER BY 1`,
    )
    expect(rows.map(({ name }: { name?: string }) => name)).toEqual([...movedTables, ...staying].sort())
  })
})
