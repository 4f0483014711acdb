import { Context, Effect, Exit, Fiber, Layer, Redacted, Schedule } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { inSnapshot } from '#adapters/postgres/connection/Pages.ts'
import * as Pooled from '#adapters/postgres/connection/Pooled.ts'
import { WorkSignal } from '#adapters/postgres/connection/WorkSignal.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { pooler } from '#test/support/pooler.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

describe('through a pooler in transaction mode', () => {
  let [direct, pooled] = ['', '']
  let stop: () => Promise<void>
  beforeAll(async () => {
    direct = await testDatabase(migrated)
    // It refuses what it does not know, as it does when it is installed.
    const opened = await pooler(direct, { ignores: false, mode: 'transaction' })
    pooled = opened.url
    stop = opened.stop
  })
  afterAll(() => stop())

  const database = () =>
    Database.layer({
      url: Redacted.make(pooled),
      direct: { url: Redacted.make(direct) },
      apiConnections: 2,
      workConnections: 2,
      dispatchConnections: 1,
    })
  const connected = <A, E>(use: Effect.Effect<A, E, Database>) => Effect.runPromise(Effect.provide(use, database()))
  const settings = `
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
           current_setting('idle_in_transaction_session_timeout') AS idle,
           current_setting('plan_cache_mode') AS plans,
           coalesce(current_setting('cotejo.account', true), '') AS account`

  const openTransactions = `
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`

  it('each statement has what its pool asks for, and leaves nothing of it behind', async () => {
    const found = await connected(
      Effect.gen(function* () {
        const { api, work, dispatch } = yield* Database
        return yield* Effect.forEach([work, api, dispatch, api, work], (sql) => sql.unsafe(settings))
      }),
    )
    const ofApi = [{ statement: '1500ms', lock: '0', idle: '5s', plans: 'auto', account: '' }]
    const ofWork = [{ statement: '10s', lock: '2s', idle: '5s', plans: 'force_custom_plan', account: '*' }]
    expect(found).toEqual([ofWork, ofApi, ofWork, ofApi, ofWork])
    const other = await openConnection(pooled)
    try {
      // As many as there are connections to the server: each comes to another.
      for (const _ of [1, 2, 3, 4]) {
        expect(await other.ask(settings)).toEqual([
          { statement: '0', lock: '0', idle: '0', plans: 'auto', account: '' },
        ])
      }
    } finally {
      await other.close()
    }
  })

  it('a statement that fails leaves no transaction open, and what comes after it works', async () => {
    const [failed, after] = await connected(
      Effect.gen(function* () {
        const { dispatch: sql } = yield* Database
        const exit = yield* Effect.exit(sql`SELECT 1 / 0`)
        return [exit, yield* sql`SELECT 1 AS one`] as const
      }),
    )
    expect(JSON.stringify(failed)).toContain('22012')
    expect(after).toEqual([{ one: 1 }])
    expect(await query(direct, openTransactions)).toEqual([])
  })

  it('a transaction that does not begin leaves none open either', async () => {
    const codes = await Effect.gen(function* () {
      const sql = yield* Pooled.make(
        { url: Redacted.make(pooled), maxConnections: 1 },
        { statement_timeout: 'for ever' },
      )
      const failing = Effect.map(Effect.flip(sql`SELECT 1`), ({ reason }) => errorCodeOf(reason.cause))
      return [yield* failing, yield* failing, yield* Effect.promise(() => query(direct, openTransactions))]
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
    expect(codes).toEqual(['22023', '22023', []])
  })

  it('a connection that is lost under a statement is a failure of the statement, and another takes its place', async () => {
    const [lost, after] = await connected(
      Effect.gen(function* () {
        const { work: sql } = yield* Database
        const failure = yield* Effect.flip(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
        return [failure._tag, yield* sql`SELECT 1 AS one`] as const
      }),
    )
    expect([lost, after]).toEqual(['SqlError', [{ one: 1 }]])
  })

  it('what is nested and fails is taken back alone', async () => {
    const kept = await connected(
      Effect.gen(function* () {
        const { work: sql } = yield* Database
        yield* sql`CREATE TABLE pooled_numbers (n integer)`
        const add = (n: number) => sql`INSERT INTO pooled_numbers VALUES (${n})`
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* add(1)
            yield* Effect.exit(sql.withTransaction(Effect.andThen(add(2), sql`SELECT 1 / 0`)))
            yield* add(3)
          }),
        )
        yield* Effect.exit(sql.withTransaction(Effect.andThen(add(4), Effect.interrupt)))
        return yield* sql`SELECT n FROM pooled_numbers ORDER BY n`
      }),
    )
    expect(kept).toEqual([{ n: 1 }, { n: 3 }])
  })

  it('a transaction of which a statement failed unnoticed does not pass for committed', async () => {
    const exit = await connected(
      Effect.gen(function* () {
        const { work: sql } = yield* Database
        return yield* Effect.exit(sql.withTransaction(Effect.ignore(sql`SELECT 1 / 0`)))
      }),
    )
    expect(Exit.isFailure(exit)).toBe(true)
  })

  it('a snapshot is one', async () => {
    const found = await connected(
      Effect.gen(function* () {
        const { work: sql } = yield* Database
        return yield* inSnapshot(
          sql,
          sql`SELECT current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS reads,
                     current_setting('statement_timeout') AS statement, current_setting('cotejo.account') AS account`,
        )
      }),
    )
    expect(found).toEqual([{ isolation: 'repeatable read', reads: 'on', statement: '0', account: '*' }])
  })

  it("replicas hear of each other's work", async () => {
    await Effect.gen(function* () {
      // Each by itself, as in processes of their own.
      const replica = Effect.map(
        Layer.build(Layer.provide(Layer.fresh(WorkSignal.layer), Layer.fresh(database()))),
        (built) => Context.get(built, WorkSignal),
      )
      const [one, other] = [yield* replica, yield* replica]
      // What is told before the other listens is lost.
      const telling = yield* Effect.forkScoped(Effect.repeat(one.announce('transfer'), Schedule.spaced('50 millis')))
      yield* other.awaitWork('transfer')
      yield* Fiber.interrupt(telling)
    }).pipe(Effect.scoped, Effect.runPromise)
  })

  it('a server serves, and commands work', async () => {
    const key = await openAccount(direct, 'luna')
    const way = (url: string) => ({ url: Redacted.make(url), certificates: null })
    const server = await startReplica(pooled, { database: { ...way(pooled), direct: way(direct) } })
    try {
      const { status, body } = await create(server.base, key)
      expect(status).toBe(200)
      const path = `/v1/verificaciones/${body['verificacion_id']}`
      await until(async () => (await get(server.base, path, key)).body['estado'] !== 'en_proceso')
      expect((await get(server.base, path, key)).body).toMatchObject({ estado: 'emitida' })
      const past = { COTEJO_DIRECT_DATABASE_URL: direct }
      expect(await cotejo(pooled, ['ledger', 'check'], past)).toMatchObject({ code: 0 })
      expect((await cotejo(pooled, ['doctor'], past)).out).toMatch(/^database +ok +Postgres/m)
    } finally {
      await server.stop()
    }
  })
})
