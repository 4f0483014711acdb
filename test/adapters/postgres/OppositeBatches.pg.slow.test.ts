import * as PgClient from '@effect/sql-pg/PgClient'
import { Effect, Schema } from 'effect'
import type { SqlError } from 'effect/sql'
import { expect, it } from 'vitest'
import { columns as applicationColumns } from '#adapters/postgres/requests/Verifications.ts'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { columns as endingColumns, inputOf } from '#adapters/postgres/rows/EndingRow.ts'
import type { AdmissionRequest } from '#ports/Verifications.ts'
import { oneConnection, testDataKey } from '#test/support/differential.ts'
import { knownDataKeys } from '#test/support/knownDataKeys.ts'
import { applicationOf, emitted, inconclusive } from '#test/support/storedVerifications.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** Two sessions whose batches name the same accounts and payments in opposite orders. */

type Session = ReturnType<typeof oneConnection>

const rounds = 25
const plan = { priceCentavos: 1, requestsPerMinute: 1_000_000, monthlyQuota: null }
const prepaid = Array.from({ length: 16 }, (_, index) => `p${10 + index}`)
const paid = Array.from({ length: 16 }, (_, index) => `q${10 + index}`)
const verdictsIn = rowsOf(Schema.Struct({ place: Schema.Int, verdict: Schema.String }))

/** What a batch is answered with: what was locked is asked again, as often as it takes. */
const answered = <R>(
  session: Session,
  rows: ReadonlyArray<R>,
  ask: (sql: PgClient.PgClient, rows: ReadonlyArray<R>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>,
) =>
  session.runPromise(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const verdicts = new Map<number, string>()
      while (verdicts.size < rows.length) {
        const left = rows.flatMap((row, place) => (verdicts.has(place) ? [] : [{ ...row, place }]))
        const told = verdictsIn(yield* ask(sql, left))
        expect(told.map(({ place }) => place).sort((a, b) => a - b)).toEqual(left.map(({ place }) => place))
        for (const { place, verdict } of told) if (verdict !== 'Locked') verdicts.set(place, verdict)
      }
      return rows.map((_, place) => verdicts.get(place) ?? '')
    }),
  )

const applications = (order: ReadonlyArray<string>, payments: ReadonlyArray<string>, round: number) =>
  order.flatMap((id, index): ReadonlyArray<AdmissionRequest> => {
    const mode = id.startsWith('p') ? 'consumo' : 'connect'
    const payment = payments[index % payments.length]
    const terms = {
      mode,
      priceCentavos: 1,
      paymentIntentId: mode === 'connect' ? `pi_${round}_${payment}` : null,
    } as const
    return [applicationOf({ account: { id, mode, plan }, keyId: 'k' }, { terms })]
  })

const dataKey = Effect.runSync(testDataKey)

const admitted = async (session: Session, asked: ReadonlyArray<AdmissionRequest>, wait: number | null) => {
  const rows = asked.map((application, place) =>
    applicationColumns({ applicant: dataKey, record: dataKey }, { application, stage: 'whole' }, place),
  )
  const verdicts = await answered(
    session,
    rows,
    (sql, left) => sql`SELECT * FROM admit(${JSON.stringify(left)}::jsonb, ${wait}::integer)`,
  )
  return { verdicts, created: asked.filter((_, place) => verdicts[place] === 'Created') }
}

/** Every other one is emitted. */
const concluded = (session: Session, created: ReadonlyArray<AdmissionRequest>, wait: number | null) => {
  const rows = created.map(({ verification }, place) => {
    const claim = { verification, subject: null, trace: null, crashes: 0, epoch: 0 }
    const ending = place % 2 === 0 ? emitted : inconclusive
    return endingColumns(dataKey, { claim, ending }, place)
  })
  return answered(session, rows, (sql, left) => {
    const { json, sealed } = inputOf(left)
    return sql`SELECT * FROM conclude(${json}::jsonb, ${sealed}, ${wait}::integer)`
  })
}

const prepared = async () => {
  const url = await testDatabase(migrated)
  const modes = [...prepaid.map((id) => [id, 'consumo']), ...paid.map((id) => [id, 'connect'])]
  for (const [id, mode] of modes) {
    await query(
      url,
      `WITH opened AS (INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos)
         VALUES ('${id}', '${mode}', 1, 1000000, 1000) RETURNING account_id)
       INSERT INTO api_keys (digest, account_id, key_id) SELECT account_id, account_id, 'k' FROM opened`,
    )
  }
  await knownDataKeys(url, 'test')
  const sessions = [oneConnection(url), oneConnection(url)] as const
  const held = () => query(url, "UPDATE verification_work SET replica_id = 'n'")
  const dispose = () => Promise.all(sessions.map((session) => session.dispose()))
  return { url, sessions, held, dispose }
}

it('batches of several accounts in opposite orders are all answered, and nobody waits in a circle [40P01]', async () => {
  const { url, sessions, held, dispose } = await prepared()
  const order = [...prepaid, ...paid]
  const [one, other] = sessions
  for (let round = 0; round < rounds; round++) {
    const admissions = await Promise.all([
      admitted(one, applications(order, paid, round), null),
      admitted(other, applications(order.toReversed(), paid, round), null),
    ])
    // Each payment backs one of the two that name it.
    const tags = admissions.flatMap(({ verdicts }) => verdicts)
    expect(tags.filter((tag) => tag === 'Created')).toHaveLength(48)
    expect(tags.filter((tag) => tag === 'PaymentTaken')).toHaveLength(16)
    await held()
    const [mine = [], theirs = []] = admissions.map(({ created }) => created)
    const ended = await Promise.all([concluded(one, mine, null), concluded(other, theirs, null)])
    expect(ended.flat()).toEqual(Array(48).fill('Done'))
  }
  expect(await query(url, 'SELECT sum(held_centavos)::integer AS held FROM accounts')).toEqual([{ held: 0 }])
  expect(await query(url, 'SELECT count(*)::integer AS work FROM verification_work')).toEqual([{ work: 0 }])
  await dispose()
})

it('batches of one account that wait for the same payments in opposite orders are all answered [40P01]', async () => {
  const { url, sessions, held, dispose } = await prepared()
  const [one, other] = sessions
  const wait = 0
  for (let round = 0; round < rounds; round++) {
    const many = (id: string) => Array.from({ length: 32 }, () => id)
    const payments = Array.from({ length: 32 }, (_, index) => `${index}`)
    const admissions = await Promise.all([
      admitted(one, applications(many('q10'), payments, round), wait),
      admitted(other, applications(many('q11'), payments.toReversed(), round), wait),
    ])
    const tags = admissions.flatMap(({ verdicts }) => verdicts)
    expect(tags.filter((tag) => tag === 'Created')).toHaveLength(32)
    expect(tags.filter((tag) => tag === 'PaymentTaken')).toHaveLength(32)
    await held()
    const [mine = [], theirs = []] = admissions.map(({ created }) => created)
    const ended = await Promise.all([concluded(one, mine, wait), concluded(other, theirs.toReversed(), wait)])
    expect(ended.flat()).toEqual(Array(32).fill('Done'))
  }
  expect(await query(url, 'SELECT count(*)::integer AS work FROM verification_work')).toEqual([{ work: 0 }])
  await dispose()
})
