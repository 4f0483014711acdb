import * as PgClient from '@effect/sql-pg/PgClient'
import { Clock, DateTime, Effect, Layer, Option, Redacted } from 'effect'
import { Reactivity } from 'effect/reactivity'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryDatabase } from '#adapters/memory/MemoryDatabase.ts'
import * as MemoryVerifications from '#adapters/memory/Verifications.ts'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { columns, decisionOf, judgedIn } from '#adapters/postgres/rows/ApplicationRow.ts'
import { monthOf } from '#domain/account/Quota.ts'
import { Secrets as SecretsPort } from '#ports/Secrets.ts'
import { type Application, Verifications } from '#ports/Verifications.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import { migrated } from '#test/support/server.ts'
import { applicationOf } from '#test/support/storedVerifications.ts'

/** The SQL function and the domain's judgement, on the same facts: verdicts, and the state left behind. */

const now = DateTime.toEpochMillis(DateTime.makeUnsafe('2026-03-31T12:00:00.500Z'))
const march = DateTime.makeUnsafe('2026-03-31T12:00:00.000Z')
const april = DateTime.makeUnsafe('2026-04-01T12:00:00.000Z')

const ago = fc.constantFrom(-500, 0, 1, 499, 501, 1_000, 30_000, 59_499, 59_999, 60_000, 60_001, 61_000)
const asked = fc.record({
  request: fc.nat(3),
  fingerprint: fc.constantFrom('a', 'b'),
  stage: fc.constantFrom('whole' as const, 'screening' as const, 'screened' as const),
  price: fc.constantFrom(0, 99, 100),
  payment: fc.nat(6),
  perMinute: fc.integer({ min: 1, max: 6 }),
  quota: fc.constantFrom(null, 1, 2, 3),
  createdAt: fc.constantFrom(march, april),
})
const account = fc.record({
  mode: fc.constantFrom('consumo' as const, 'connect' as const),
  active: fc.oneof({ weight: 7, arbitrary: fc.constant(true) }, fc.constant(false)),
  settled: fc.constantFrom(0, 99, 100, 199, 200, 300, 1_000),
  window: fc.array(fc.record({ ago, count: fc.integer({ min: 1, max: 3 }) }), { maxLength: 4 }),
  march: fc.nat(3),
  april: fc.nat(3),
  asked: fc.array(asked, { minLength: 1, maxLength: 6 }),
})
const worlds = fc.array(account, { minLength: 1, maxLength: 60 })
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never

const named = (index: number) => `c${String(index).padStart(4, '0')}`
const marksOf = (window: World[number]['window']) =>
  window.map(({ ago, count }) => ({ at: now - ago, count })).sort((a, b) => a.at - b.at)
const planOf = (one: World[number]['asked'][number]) => ({
  priceCentavos: one.price,
  requestsPerMinute: one.perMinute,
  monthlyQuota: one.quota,
})

const judgingsOf = (world: World) =>
  world.flatMap(({ mode, asked }, index) =>
    asked.map((one, nth) => {
      const id = named(index)
      const principal = { account: { id, mode, plan: planOf(one) }, keyId: 'k' }
      const paymentIntentId = mode === 'connect' ? `pi_${one.payment}` : null
      const application: Application = {
        ...applicationOf(principal, {
          id: `${id}-${nth}`,
          requestId: `sol-${one.request}`,
          terms: { mode, priceCentavos: one.price, paymentIntentId },
          createdAt: one.createdAt,
        }),
        fingerprint: one.fingerprint,
        quotaMonth: monthOf(one.createdAt),
      }
      return { application, stage: one.stage }
    }),
  )
type Judgings = ReturnType<typeof judgingsOf>

const fixed: Clock.Clock = {
  ...Effect.runSync(Clock.Clock),
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.succeed(now),
}

const counted = (marks: ReadonlyArray<{ readonly at: number; readonly count: number }>) => {
  const ahead = marks.filter(({ at }) => at > now).reduce((sum, { count }) => sum + count, 0)
  const past = marks.filter(({ at }) => at <= now && at > now - 60_000)
  return (ahead > 0 ? [...past, { at: now, count: ahead }] : past).map(({ at, count }) => `${now - at}:${count}`)
}

const inMemory = (world: World, judgings: Judgings) =>
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    const port = yield* Verifications
    world.forEach(({ mode, active, settled, window, ...counts }, index) => {
      const id = named(index)
      const created = [
        { month: '2026-04', created: counts.april },
        { month: '2026-03', created: counts.march },
      ].filter(({ created }) => created > 0)
      tables().accounts.set(id, {
        account: { id, mode, plan: { priceCentavos: 1, requestsPerMinute: 1, monthlyQuota: null } },
        balance: { settledCentavos: settled, heldCentavos: 0 },
        active,
        rows: [],
        byId: new Map(),
        byRequestId: new Map(),
        created,
      })
      tables().rate.set(`${id}/k`, marksOf(window))
    })
    const verdicts: Array<unknown> = []
    for (const { application, stage } of judgings) {
      const decision =
        stage === 'screening'
          ? yield* port.screen(application)
          : Option.some(yield* stage === 'whole' ? port.admit(application) : port.admitScreened(application))
      verdicts.push(shown(decision))
    }
    const accounts = world.map((_, index) => {
      const row = tables().accounts.get(named(index))
      const months = new Map(row?.created.map(({ month, created }) => [month, created]))
      return {
        held: row?.balance.heldCentavos,
        settled: row?.balance.settledCentavos,
        march: months.get('2026-03') ?? 0,
        april: months.get('2026-04') ?? 0,
        window: counted(tables().rate.get(`${named(index)}/k`) ?? []),
        created: row?.rows.map(({ verification }) => verification.id).sort(),
      }
    })
    return { verdicts, accounts, claims: [...tables().payments].map((one) => one.join(' ')).sort() }
  }).pipe(
    Effect.provide(MemoryVerifications.layer.pipe(Layer.provideMerge(MemoryDatabase.layer))),
    Effect.provideService(Clock.Clock, fixed),
    Effect.runPromise,
  )

const shown = (decision: Option.Option<{ readonly _tag: string }>) =>
  Option.match(decision, {
    onNone: () => 'Screened',
    onSome: (one) =>
      [one._tag, Reflect.get(one, 'retryAfterSeconds'), Reflect.get(Reflect.get(one, 'verification') ?? {}, 'id')].join(
        ' ',
      ),
  })

const key = Redacted.make(Buffer.alloc(32, 7))

const inSql = (url: string, world: World, judgings: Judgings) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: Redacted.make(url) })
    const secrets = yield* SecretsPort
    const facts = world.map(({ mode, active, settled, window, march, april }, index) => {
      let sum = 0
      const marks = marksOf(window).map(({ at, count }) => {
        sum += count
        return { at: new Date(at), upto: sum }
      })
      const status = active ? 'activa' : 'suspendida'
      const [at, upto] = [marks.map((mark) => mark.at), marks.map((mark) => mark.upto)]
      return { id: named(index), mode, status, settled, march, april, at, upto }
    })
    yield* sql`BEGIN`
    yield* sql`SET LOCAL search_path = frozen, pg_catalog, public`
    yield* sql`
      INSERT INTO accounts (account_id, mode, status, price_centavos, requests_per_minute, settled_centavos,
             quota_month, quota_used, earlier_quota_month, earlier_quota_used)
      SELECT id, mode, status, 1, 1, settled,
             CASE WHEN april > 0 THEN '2026-04' WHEN march > 0 THEN '2026-03' ELSE '' END,
             CASE WHEN april > 0 THEN april ELSE march END,
             CASE WHEN april > 0 AND march > 0 THEN '2026-03' ELSE '' END,
             CASE WHEN april > 0 THEN march ELSE 0 END
        FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
               AS x (id text, mode text, status text, settled bigint, march integer, april integer)`
    yield* sql`
      INSERT INTO api_keys (digest, account_id, key_id, rate_at, rate_counted)
      SELECT id, id, 'k', at, upto
        FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) AS x (id text, at timestamptz[], upto bigint[])`
    const json = JSON.stringify(judgings.map((one, place) => columns(secrets, one, place)))
    const rows = judgedIn(yield* sql`SELECT * FROM admit(${json}::jsonb, NULL)`)
    const state = yield* sql<{
      held: number
      settled: number
      march: number
      april: number
      at: Array<Date>
      upto: Array<number>
      created: Array<string> | null
    }>`
      SELECT held_centavos::integer AS held, settled_centavos::integer AS settled,
             CASE '2026-03' WHEN quota_month THEN quota_used WHEN earlier_quota_month THEN earlier_quota_used ELSE 0 END AS march,
             CASE '2026-04' WHEN quota_month THEN quota_used WHEN earlier_quota_month THEN earlier_quota_used ELSE 0 END AS april,
             rate_at AS at, rate_counted::integer[] AS upto,
             (SELECT array_agg(v.verification_id ORDER BY v.verification_id)
                FROM verifications v JOIN verification_work w USING (account_id, verification_id) WHERE v.account_id = a.account_id) AS created
        FROM accounts a JOIN api_keys k USING (account_id) ORDER BY a.account_id`
    const claims = yield* sql<{
      line: string
    }>`SELECT payment_intent_id || ' ' || verification_id AS line FROM payment_claims`
    yield* sql`ROLLBACK`
    const byPlace = new Map(rows.map((row) => [row.place, row]))
    return {
      verdicts: judgings.map((judging, place) => {
        const judged = byPlace.get(place)
        return judged === undefined
          ? 'none'
          : Option.match(decisionOf(judged, judging), { onNone: () => 'Busy', onSome: shown })
      }),
      accounts: state.map(({ at, upto, created, ...rest }) => ({
        held: rest.held,
        settled: rest.settled,
        march: rest.march,
        april: rest.april,
        window: counted(
          at.map((one, index) => ({ at: one.getTime(), count: (upto[index] ?? 0) - (upto[index - 1] ?? 0) })),
        ),
        created: created ?? [],
      })),
      claims: claims.map(({ line }) => line).sort(),
    }
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.merge(Secrets.layer({ digestKey: key, sealingKeys: [{ id: 'test', key }] }), Reactivity.layer),
    ),
    Effect.runPromise,
  )

it('admit judges in SQL as the domain does, and leaves the same behind', async () => {
  const url = await testDatabase(migrated)
  await query(url, 'CREATE SCHEMA frozen')
  await query(
    url,
    `CREATE FUNCTION frozen.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT '2026-03-31T12:00:00.500Z'::timestamptz $$`,
  )
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const judgings = judgingsOf(world)
      expect(await inSql(url, world, judgings)).toEqual(await inMemory(world, judgings))
    }),
    { numRuns: 40, endOnFailure: true },
  )
}, 120_000)
