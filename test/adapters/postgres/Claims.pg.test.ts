import type * as PgClient from '@effect/sql-pg/PgClient'
import { Effect, Exit, Scope } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeClient } from '#tools/postgres/database.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** Work of an account at a host that falls due so many seconds ago; in the future when negative. */
interface Waiting {
  readonly account: string
  readonly host?: string
  readonly age: number
  readonly times?: number
}

/** The three kinds of work that are claimed, each by its function. */
const kinds = {
  verifications: {
    table: 'verification_work',
    insert: `
      WITH stored AS (
        INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
               consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
        SELECT account, id, id, 'f', 'k', 'c', now(), '', 'connect', 0, 'api', 'https://x', now(), now() FROM drawn)
      INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
      SELECT account, id, due, 'k', '' FROM drawn`,
    claim: (most: number, perAccount: number, _perHost: number) =>
      `SELECT account_id, verification_id FROM claim_verifications('NODE', now(), ${most}, ${perAccount})`,
  },
  deliveries: {
    table: 'deliveries',
    insert: `
      INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
      SELECT account, id, 'evt_' || id, 'https://' || host, host, due FROM drawn`,
    claim: (most: number, perAccount: number, perHost: number) =>
      `SELECT account_id, verification_id FROM claim_deliveries('NODE', now(), ${most}, ${perAccount}, ${perHost})`,
  },
  transfers: {
    table: 'transfers',
    insert: `
      INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
      SELECT account, id, 'pi_' || id, 100, due FROM drawn`,
    claim: (most: number, perAccount: number, _perHost: number) =>
      `SELECT account_id, verification_id FROM claim_transfers('NODE', now(), ${most}, ${perAccount})`,
  },
} as const

interface Row {
  readonly account_id: string
  readonly verification_id: string
}

describe.each(Object.keys(kinds) as ReadonlyArray<keyof typeof kinds>)('a crowd of %s', (kind) => {
  const { table, insert, claim } = kinds[kind]
  const scopes: Array<Scope.Closeable> = []
  let url = ''
  let sql: PgClient.PgClient
  /** A connection of its own, which is what goes round. */
  const connect = async () => {
    const scope = Scope.makeUnsafe()
    scopes.push(scope)
    return Effect.runPromise(makeClient(url).pipe(Scope.provide(scope), Effect.provide(Reactivity.layer)))
  }
  beforeEach(async () => {
    url = await testDatabase(migrated)
    sql = await connect()
  })
  afterEach(async () => {
    for (const scope of scopes.splice(0)) await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  let drawn = 0
  const wait = async (...all: ReadonlyArray<Waiting>) => {
    const rows = all.flatMap(({ account, host = 'x', age, times = 1 }) =>
      Array.from({ length: times }, () => {
        drawn += 1
        return { account, host, age, id: `ver_${drawn}` }
      }),
    )
    const json = JSON.stringify(rows).replaceAll("'", "''")
    const text = `'${json}'::jsonb`
    await Effect.runPromise(
      Effect.gen(function* () {
        yield* sql.unsafe(`
          INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
          SELECT DISTINCT account, 'connect', 100, 600 FROM jsonb_to_recordset(${text}) AS x (account text)
          ON CONFLICT DO NOTHING`)
        yield* sql.unsafe(`
          INSERT INTO signing_secrets (account_id, role, key_id, sealed)
          SELECT account_id, 'actual', 'k', '' FROM accounts ON CONFLICT DO NOTHING`)
        yield* sql.unsafe(`
          WITH drawn AS (
            SELECT *, now() - make_interval(secs => age) AS due
              FROM jsonb_to_recordset(${text}) AS x (account text, host text, age double precision, id text)
          ), ${insert.trim().startsWith('WITH') ? insert.trim().slice(4) : `nothing AS (SELECT 1) ${insert}`}`)
      }),
    )
  }
  const take = (most: number, { perAccount = 1_000_000, perHost = 1_000_000, node = 'n', of = sql } = {}) =>
    Effect.runPromise(of.unsafe<Row>(claim(most, perAccount, perHost).replace('NODE', node)))
  const accountsOf = (rows: ReadonlyArray<Row>) => new Set(rows.map(({ account_id }) => account_id))

  it('is claimed whole, each row once, the longest due first where nothing else tells them apart', async () => {
    await wait(...Array.from({ length: 700 }, (_, age) => ({ account: 'a', age: age + 1 })))
    const first = await take(64)
    expect(first.map(({ verification_id: id }) => id).sort()).toEqual(
      Array.from({ length: 64 }, (_, index) => `ver_${drawn - index}`).sort(),
    )
    const ids = new Set(first.map(({ verification_id: id }) => id))
    for (let rows = await take(64); rows.length > 0; rows = await take(64)) {
      for (const { verification_id: id } of rows) ids.add(id)
    }
    expect(ids.size).toBe(700)
  })

  it('keeps no account waiting: what falls due is in the next claim, whoever has a backlog', async () => {
    await wait({ account: 'flood', age: 60, times: 1_000 })
    await wait({ account: 'calm', age: 30 })
    await wait({ account: 'flood', age: 10, times: 1_000 })
    await wait({ account: 'late', age: 1 })
    expect(accountsOf(await take(8))).toEqual(new Set(['flood', 'calm', 'late']))
  })

  it('is gone round, so that of many backlogs each gets its turn', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `account-${index}`)
    await wait(...names.map((account, index) => ({ account, age: 1_000 - index, times: 40 })))
    const served = new Set<string>()
    for (let round = 0; round < 16; round++) {
      for (const account of accountsOf(await take(60))) served.add(account)
      await Effect.runPromise(sql.unsafe(`DELETE FROM ${table} WHERE replica_id IS NOT NULL`))
    }
    expect(names.filter((account) => !served.has(account))).toEqual([])
  })

  it('is gone round past those of whom nothing is due', async () => {
    await wait(...Array.from({ length: 5_000 }, (_, index) => ({ account: `later-${index}`, age: -60 })))
    await wait({ account: 'flood', age: 60, times: 600 })
    await wait({ account: 'z-calm', age: 30 })
    await wait({ account: 'flood', age: 10, times: 600 })
    await wait({ account: 'zz-late', age: 1 })
    const claims = [accountsOf(await take(8))]
    expect(claims[0]).toContain('zz-late')
    while (!claims.some((accounts) => accounts.has('z-calm')) && claims.length < 4)
      claims.push(accountsOf(await take(8)))
    expect(claims.some((accounts) => accounts.has('z-calm'))).toBe(true)
  })

  it('is gone round again from its beginning', async () => {
    const flood = (age: number) => ({ account: 'flood', age, times: 600 })
    const isClaimed = async (account: string) => {
      for (let claims = 0; claims < 4; claims++) if (accountsOf(await take(8)).has(account)) return true
      return false
    }
    await wait(flood(60), { account: 'z-calm', age: 30 }, flood(10))
    expect(await isClaimed('z-calm')).toBe(true)
    await wait({ account: 'a-calm', age: 30 })
    expect(await isClaimed('a-calm')).toBe(true)
  })

  it('keeps to the room of each account, with what is held', async () => {
    await wait({ account: 'flood', age: 60, times: 600 }, { account: 'other', age: 20, times: 600 })
    const first = await take(100, { perAccount: 10 })
    expect([...accountsOf(first)].sort()).toEqual(['flood', 'other'])
    expect(first).toHaveLength(20)
    expect(await take(100, { perAccount: 10 })).toEqual([])
    expect(await take(100, { perAccount: 12 })).toHaveLength(4)
    // What another node holds takes no room here.
    expect(await take(100, { perAccount: 10, node: 'm' })).toHaveLength(20)
  })

  it('is gone round past those who have no room, in one claim', async () => {
    const full = Array.from({ length: 20 }, (_, index) => `full-${10 + index}`)
    await wait(...full.map((account) => ({ account, age: 60, times: 20 })))
    await wait({ account: 'z-calm', age: 30 }, ...full.map((account) => ({ account, age: 10, times: 5 })))
    expect(accountsOf(await take(20, { perAccount: 1 }))).toEqual(new Set(full))
    expect(await take(8, { perAccount: 1 })).toMatchObject([{ account_id: 'z-calm' }])
    await wait({ account: 'y-calm', age: 30 })
    expect(await take(8, { perAccount: 1 })).toMatchObject([{ account_id: 'y-calm' }])
  })

  it('is shared by two who claim at once, none of it twice', async () => {
    await wait(...Array.from({ length: 40 }, (_, index) => ({ account: `account-${index}`, age: 10, times: 20 })))
    const other = await connect()
    const [mine, theirs]: [Array<Row>, Array<Row>] = [[], []]
    // In rounds, so that neither has taken all before the other begins.
    for (let more = true; more; ) {
      const round = await Promise.all([take(32, { node: 'n' }), take(32, { node: 'm', of: other })])
      mine.push(...round[0])
      theirs.push(...round[1])
      more = round.some((rows) => rows.length > 0)
    }
    const ids = [...mine, ...theirs].map(({ verification_id: id }) => id)
    expect(ids).toHaveLength(800)
    expect(new Set(ids).size).toBe(800)
    expect(Math.min(mine.length, theirs.length)).toBeGreaterThan(0)
  })

  it.runIf(kind === 'deliveries')('keeps to the room of each host, and goes past those that have none', async () => {
    const hung = Array.from({ length: 600 }, (_, index) => ({
      account: `account-${index % 300}`,
      host: 'hangs',
      age: 100,
    }))
    await wait(...hung, { account: 'z-calm', host: 'answers', age: 50 })
    await wait({ account: 'late', host: 'hangs', age: 1, times: 300 })
    expect(await take(64, { perHost: 4 })).toHaveLength(4)
    expect(await take(64, { perHost: 4 })).toMatchObject([{ account_id: 'z-calm' }])
    await wait({ account: 'account-7', host: 'answers', age: 50 })
    expect(await take(64, { perHost: 4 })).toMatchObject([{ account_id: 'account-7' }])
    expect(await take(64, { perHost: 4 })).toEqual([])
  })

  it.runIf(kind === 'deliveries').each([1, 300])(
    'leaves out %d of an account without a current secret',
    async (times) => {
      await wait(
        { account: 'mute', age: 100, times },
        { account: 'calm', age: 50 },
        { account: 'mute', age: 10, times },
      )
      await Effect.runPromise(sql.unsafe("UPDATE signing_secrets SET role = 'siguiente' WHERE account_id = 'mute'"))
      expect(await take(8)).toMatchObject([{ account_id: 'calm' }])
      expect(await take(8)).toEqual([])
    },
  )
})
