import * as PgClient from '@effect/sql-pg/PgClient'
import { Clock, Effect, Layer, Option, Schema } from 'effect'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryDatabase, type Row } from '#adapters/memory/MemoryDatabase.ts'
import * as MemoryVerifications from '#adapters/memory/Verifications.ts'
import { admissionOf, columns, judgedIn } from '#adapters/postgres/requests/Verifications.ts'
import { Bytes, Instant, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { decodeSealed, sealContext } from '#adapters/postgres/rows/Rows.ts'
import type { Admission } from '#domain/account/Admission.ts'
import { Verifications } from '#ports/Verifications.ts'
import {
  accountName,
  type Batch,
  balanceOf,
  batchesOf,
  claimsOf,
  earlierOf,
  inOrder,
  keys,
  type World,
  windowOf,
  worlds,
} from '#test/support/admissionWorlds.ts'
import {
  linesIn,
  linesOf,
  oneConnection,
  plain,
  plainRows,
  rolledBack,
  store,
  testDataKey,
} from '#test/support/differential.ts'
import { knownDataKeys } from '#test/support/knownDataKeys.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** The SQL function and the domain's judgement, on the same facts: verdicts, and the state left behind. */

const webhookUrl = 'https://partner.example.com/webhooks/avs'

const real = Effect.runSync(Clock.Clock)
const clockAt = (now: number): Clock.Clock => ({
  ...real,
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.succeed(now),
})

const shown = (admission: Admission): string =>
  [
    admission._tag,
    Reflect.get(admission, 'retryAfterSeconds'),
    JSON.stringify(Reflect.get(admission, 'rate')),
    admission._tag === 'Replayed' ? admission.view.id : null,
  ].join(' ')

/** Fills the memory with a world. */
const remember = (world: World, { tables }: MemoryDatabase['Service']) => {
  world.accounts.forEach((drawn, index) => {
    if (drawn.status === 'gone') return
    const id = accountName(index)
    const rows = earlierOf(drawn, index).map(
      ({ is, fingerprint, standing }): Row => ({
        verification: is,
        // Of what was retired no fingerprint is known: none is equal to it.
        fingerprint: standing === 'retired' ? '' : fingerprint,
        recordKey: null,
        consentProof: null,
        webhookUrl,
        propertyId: null,
        trace: null,
        retiredAt: null,
        document: null,
        subject: null,
        dueAt: null,
        claimed: false,
        epoch: 0,
      }),
    )
    const created = [
      { month: '2026-04', created: drawn.april },
      { month: '2026-03', created: drawn.march },
    ].filter((month) => month.created > 0)
    tables().accounts.set(id, {
      account: { id, mode: drawn.mode, plan: { priceCentavos: 1, requestsPerMinute: 1, monthlyQuota: null } },
      balance: balanceOf(drawn),
      active: drawn.status === 'activa',
      rows,
      byId: new Map(rows.map((row) => [row.verification.id, row])),
      ledger: [],
      byRequestId: new Map(rows.map((row) => [row.verification.requestId, row])),
      created,
    })
    keys.forEach((key, nth) => {
      const window = drawn.keys[nth]
      if (window !== undefined) tables().rate.set(`${id}/${key}`, windowOf(window))
    })
  })
  for (const [payment, verification] of claimsOf(world)) tables().payments.set(payment, verification)
}

const judgedInMemory = Effect.fnUntraced(function* (batch: Batch) {
  const port = yield* Verifications
  const verdicts = batch.judgings.map(() => '')
  for (const place of inOrder(batch)) {
    const judging = batch.judgings[place]
    if (judging === undefined) continue
    verdicts[place] = shown(yield* port.admit(judging.application, judging.stage))
  }
  return verdicts
})

const inMemory = (world: World) =>
  Effect.gen(function* () {
    const database = yield* MemoryDatabase
    const dataKey = yield* testDataKey
    remember(world, database)
    const verdicts = yield* Effect.forEach(batchesOf(world), (batch) =>
      Effect.provideService(judgedInMemory(batch), Clock.Clock, clockAt(batch.at)),
    )
    const { accounts, rate, payments } = database.tables()
    const rows = [...accounts.values()].flatMap((one) => one.rows)
    return {
      verdicts,
      accounts: linesOf(
        [...accounts].map(([id, { balance, created }]) => {
          const months = new Map(created.map((one) => [one.month, one.created]))
          const { settledCentavos, heldCentavos } = balance
          return [id, settledCentavos, heldCentavos, months.get('2026-03') ?? 0, months.get('2026-04') ?? 0]
        }),
      ),
      windows: linesOf(
        [...rate].map(([key, marks]) => [
          key,
          marks.map(({ at, count }) => `${new Date(at).toISOString()}:${count}`).join(' '),
        ]),
      ),
      verifications: plain(rows.filter(({ fingerprint }) => fingerprint !== '')),
      kept: linesOf(
        rows
          .filter(({ fingerprint }) => fingerprint !== '')
          .map((row) => [row.verification.id, dataKey.digest(row.fingerprint ?? ''), row.webhookUrl, row.propertyId]),
      ),
      work: linesOf(
        rows
          .filter(({ subject }) => subject !== null)
          .map((row) => [row.verification.id, row.dueAt, row.claimed, row.epoch, row.subject?.curp]),
      ),
      claims: linesOf(payments),
    }
  }).pipe(Effect.provide(MemoryVerifications.layer.pipe(Layer.provideMerge(MemoryDatabase.layer))), Effect.runPromise)

/** Fills the tables with a world. */
const fill = Effect.fnUntraced(function* (world: World) {
  const sql = yield* PgClient.PgClient
  const there = [...world.accounts.entries()].filter(([, { status }]) => status !== 'gone')
  const accounts = there.map(([index, drawn]) => {
    const { heldCentavos: held, settledCentavos: settled } = balanceOf(drawn)
    const { mode, status, march, april } = drawn
    return { id: accountName(index), mode, status, settled, held, march, april }
  })
  yield* sql`
    INSERT INTO accounts (account_id, mode, status, price_centavos, requests_per_minute, settled_centavos,
           held_centavos, quota_month, quota_used, earlier_quota_month, earlier_quota_used)
    SELECT id, mode, status, 1, 1, settled, held,
           CASE WHEN april > 0 THEN '2026-04' WHEN march > 0 THEN '2026-03' ELSE '' END,
           CASE WHEN april > 0 THEN april ELSE march END,
           CASE WHEN april > 0 AND march > 0 THEN '2026-03' ELSE '' END,
           CASE WHEN april > 0 THEN march ELSE 0 END
      FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
             AS x (id text, mode text, status text, settled bigint, held bigint, march integer, april integer)`
  const windows = there.flatMap(([index, drawn]) =>
    drawn.keys.map((one, nth) => {
      const marks = windowOf(one)
      let sum = one.before
      const upto = marks.map(({ count }) => {
        sum += count
        return sum
      })
      const at = ['-infinity', ...marks.map((mark) => new Date(mark.at))]
      return { id: accountName(index), key: keys[nth], at, upto: [one.before, ...upto] }
    }),
  )
  yield* sql`
    INSERT INTO api_keys (digest, account_id, key_id, rate_at, rate_counted)
    SELECT id || key, id, key, at, upto
      FROM jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) AS x (id text, key text, at timestamptz[], upto bigint[])`
  yield* store(
    there.flatMap(([index, drawn]) =>
      earlierOf(drawn, index).map(({ is, fingerprint, standing }) => ({
        ...{ is, fingerprint, webhookUrl },
        isRetired: standing === 'retired',
      })),
    ),
  )
  yield* sql`
    INSERT INTO payment_claims (payment_intent_id, account_id, verification_id)
    SELECT payment, split_part(verification, '-', 1), verification
      FROM jsonb_to_recordset(${JSON.stringify([...claimsOf(world)].map(([payment, verification]) => ({ payment, verification })))}::jsonb)
             AS x (payment text, verification text)`
})

/** The marks, without what came before them. */
const windows = `
  SELECT account_id || '/' || key_id,
         (SELECT coalesce(string_agg(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z:"') || upto - before, ' ' ORDER BY nth), '')
            FROM (SELECT nth, at, upto, lag(upto) OVER (ORDER BY nth) AS before
                    FROM unnest(rate_at, rate_counted) WITH ORDINALITY AS m (at, upto, nth)) marks WHERE nth > 1)
    FROM api_keys`
const workIn = rowsOf(
  Schema.Struct({
    ...{ account_id: Schema.String, verification_id: Schema.String, due_at: Instant },
    ...{ claimed: Schema.Boolean, epoch: Schema.Int, sealed: Bytes },
  }),
)

const judgedInSql = Effect.fnUntraced(function* ({ at, judgings }: Batch, wait: number | null) {
  const sql = yield* PgClient.PgClient
  const dataKey = yield* testDataKey
  const json = JSON.stringify(
    judgings.map((one, place) => columns({ applicant: dataKey, record: dataKey }, one, place)),
  )
  yield* sql`SELECT set_config('frozen.now', ${new Date(at).toISOString()}, true)`
  const rows = judgedIn(yield* sql`SELECT * FROM admit(${json}::jsonb, ${wait}::integer)`)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return judgings.map((judging, place) => {
    const judged = byPlace.get(place)
    return judged === undefined ? 'none' : shown(admissionOf(judged, judging, () => dataKey))
  })
})

const inSql = (world: World) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const dataKey = yield* testDataKey
    yield* fill(world)
    const verdicts = yield* Effect.forEach(batchesOf(world), (batch) => judgedInSql(batch, world.wait))
    const work = workIn(yield* sql`SELECT *, replica_id IS NOT NULL AS claimed FROM verification_work`)
    return {
      verdicts,
      accounts: yield* linesIn(`
        SELECT account_id, settled_centavos, held_centavos,
               CASE '2026-03' WHEN quota_month THEN quota_used WHEN earlier_quota_month THEN earlier_quota_used ELSE 0 END AS march,
               CASE '2026-04' WHEN quota_month THEN quota_used WHEN earlier_quota_month THEN earlier_quota_used ELSE 0 END AS april
          FROM accounts`),
      windows: yield* linesIn(windows),
      verifications: yield* plainRows,
      kept: yield* linesIn(
        'SELECT verification_id, fingerprint, webhook_url, property_id FROM verifications WHERE retired_at IS NULL',
      ),
      work: linesOf(
        work.map((row) => {
          const opened = dataKey.openText(row.sealed, sealContext(row.account_id, row.verification_id))
          const curp = Option.match(Option.flatMap(opened, decodeSealed), {
            onNone: () => 'sealed',
            onSome: ({ subject }) => subject.curp,
          })
          return [row.verification_id, row.due_at, row.claimed, row.epoch, curp]
        }),
      ),
      claims: yield* linesIn('SELECT payment_intent_id, verification_id FROM payment_claims'),
    }
  }).pipe(rolledBack)

it('admit judges in SQL as the domain does, and leaves the same behind', async () => {
  const url = await testDatabase(migrated)
  await knownDataKeys(url, 'test')
  await query(url, 'CREATE SCHEMA frozen')
  await query(
    url,
    `CREATE FUNCTION frozen.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT current_setting('frozen.now')::timestamptz $$`,
  )
  await query(url, 'ALTER FUNCTION admit(jsonb, integer) SET search_path = frozen, pg_catalog, public')
  const runtime = oneConnection(url)
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const outcome = await runtime.runPromise(inSql(world))
      expect(outcome).toEqual(await inMemory(world))
      for (const verdict of outcome.verdicts.flat()) {
        met.add(verdict.replace(/ .*/, ''))
      }
    }),
    { numRuns: 60, endOnFailure: true },
  )
  await runtime.dispose()
  expect([...met.keys()].sort()).toEqual([
    ...['AccountClosed', 'BalanceInsufficient', 'Conflict', 'Created', 'PaymentTaken'],
    ...['Prechecked', 'QuotaExceeded', 'RateExceeded', 'Replayed'],
  ])
})
