import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenConnection, openConnection, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** Work of one account, due. */
const verifications = (many: number) => `
  WITH ids AS MATERIALIZED (SELECT gen_random_uuid()::text AS id FROM generate_series(1, ${many})), stored AS (
    INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
           consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
    SELECT 'sol', id, id, 'f', 'k', 'c', now(), '', 'consumo', 1, 'api', 'https://x', now(), now() FROM ids)`
const filling = {
  verification_work: (many: number) => `${verifications(many)}
    INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed) SELECT 'sol', id, now(), 'k', '' FROM ids`,
  deliveries: (many: number) => `${verifications(many)}
    INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
    SELECT 'sol', id, 'evt_' || id, 'https://x', 'x', now() FROM ids`,
  transfers: (many: number) => `${verifications(many)}
    INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
    SELECT 'sol', id, 'pi_' || id, 100, now() FROM ids`,
}
const claims = [
  ['verification_work', "SELECT FROM claim_verifications('n', now(), 8, 1000)"],
  ['deliveries', "SELECT FROM claim_deliveries('n', now(), 8, 1000, 1000)"],
  ['transfers', "SELECT FROM claim_transfers('n', now(), 8, 1000)"],
] as const

const few = 4
const many = 3_000
/** Of what waits a claim looks at some that it does not take, however much that is. */
const looked = { byClaim: 600, byEnds: 200 }

/**
 * A connection keeps its plans. Those that it made while the tables were empty meet tables that are full, for as long as
 * nobody has counted their rows; so it is at first, and after a restore.
 */
describe('before anybody has counted the rows', () => {
  let connection: OpenConnection
  let url = ''
  const { ask } = { ask: (statement: string) => connection.ask(statement) }
  beforeEach(async () => {
    url = await testDatabase(migrated)
    connection = await openConnection(url)
    await ask("SET cotejo.account = '*'")
    await ask(
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos, held_centavos)
       VALUES ('sol', 'consumo', 1, 60, 100000, 100000)`,
    )
    await ask("INSERT INTO signing_secrets (account_id, role, key_id, sealed) VALUES ('sol', 'actual', 'k', '')")
  })
  afterEach(() => connection.close())

  const tables = ['verifications', 'verification_work', 'deliveries', 'transfers']
  const uncounted = async () => {
    for (const one of tables) await ask(`ALTER TABLE ${one} SET (autovacuum_enabled = off)`)
  }
  /** Empty for the planner, with the plans of a connection that has done its work a few times. */
  const begin = async (table: keyof typeof filling, work: () => Promise<unknown>) => {
    await uncounted()
    await ask('VACUUM verification_work')
    await ask(filling[table](few))
    await work()
    await ask(filling[table](many))
  }
  /** Rows that a statement read, whatever it did with them. */
  const rowsReadBy = async (work: () => Promise<unknown>): Promise<number> => {
    await ask('BEGIN')
    const total = async () => {
      const [row = {}] = await ask(
        'SELECT sum(seq_tup_read + idx_tup_fetch)::int AS total FROM pg_stat_xact_user_tables',
      )
      return Number(Reflect.get(row, 'total'))
    }
    const before = await total()
    await work()
    const read = (await total()) - before
    await ask('COMMIT')
    return read
  }

  it.each(claims)('a claim of %s looks at no more of what waits', async (table, claim) => {
    await begin(table, async () => {
      await ask(claim)
      await ask(claim)
    })
    const read = await rowsReadBy(async () => expect(await ask(claim)).toHaveLength(8))
    expect(read).toBeGreaterThan(8)
    expect(read).toBeLessThan(looked.byClaim)
  })

  /** What ends a few of those that the node holds: the last ones, which an index of what is held gives last. */
  const ending = async (wait: number | null) => {
    const held = await ask(
      `SELECT verification_id FROM verification_work WHERE replica_id = 'n' ORDER BY ctid DESC LIMIT ${few}`,
    )
    const endings = held.map((row, place) => ({
      ...{
        place,
        account_id: 'sol',
        verification_id: Reflect.get(Object(row), 'verification_id'),
        epoch: 2,
      },
      ...{ mode: 'consumo', state: 'no_concluyente', resolved_at: '2026-03-10T18:05:00Z', reason: 'tiempo_agotado' },
    }))
    return `SELECT verdict FROM conclude('${JSON.stringify(endings)}', '', ${wait})`
  }
  const hold = (many: number) =>
    ask(
      `UPDATE verification_work SET replica_id = 'n', epoch = 2 WHERE ctid IN (SELECT ctid FROM verification_work LIMIT ${many})`,
    )

  const someEnd = async (wait: number | null) => {
    const statement = await ending(wait)
    const read = await rowsReadBy(async () => {
      expect(await ask(statement)).toEqual(Array.from({ length: few }, () => ({ verdict: 'Done' })))
    })
    expect(read).toBeGreaterThan(few)
    expect(read).toBeLessThan(looked.byEnds)
  }

  it.each([null, 700])('a batch that ends looks at no others; it waits %s ms', async (wait) => {
    await begin('verification_work', async () => {
      await hold(few)
      await ask(await ending(wait))
    })
    await hold(few)
    await someEnd(wait)
  })

  const reading = (id: string, request: string, state: string) =>
    `SELECT verification_id FROM read_verifications('sol', ${id}, ${request}, ${state}, 1)`
  /** The last one, which other indexes of the account give last, if they give it in any order. */
  const last = async (column: string) => {
    const [row = {}] = await ask(`SELECT max(${column}) AS last FROM verifications`)
    return `'${Reflect.get(row, 'last')}'`
  }
  const readings = [
    ['one', async () => reading(await last('verification_id'), 'NULL', 'NULL')],
    ['the one of a request', async () => reading('NULL', await last('request_id'), 'NULL')],
    ['the newest', async () => reading('NULL', 'NULL', 'NULL')],
    ['the newest under way', async () => reading('NULL', 'NULL', "'en_proceso'")],
  ] as const
  const readOne = async (statement: string) =>
    expect(await rowsReadBy(async () => expect(await ask(statement)).toHaveLength(1))).toBeLessThan(20)

  it.each(readings)('who reads %s does not have all of the account looked at', async (_, statementOf) => {
    await uncounted()
    await ask(filling.verification_work(many))
    await readOne(await statementOf())
  })
})
