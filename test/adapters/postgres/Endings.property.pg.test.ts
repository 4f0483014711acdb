import * as PgClient from '@effect/sql-pg/PgClient'
import { DateTime, Effect, Layer } from 'effect'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryDatabase, type Row } from '#adapters/memory/MemoryDatabase.ts'
import * as MemoryResolutions from '#adapters/memory/Resolutions.ts'
import { type Concluding, columns, concludedIn, inputOf } from '#adapters/postgres/rows/EndingRow.ts'
import type { Subject } from '#domain/person/Subject.ts'
import { Resolutions } from '#ports/Resolutions.ts'
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
import {
  accountName,
  balancesOf,
  claimsOf,
  concludingsOf,
  type Fact,
  factsOf,
  type World,
  worlds,
} from '#test/support/endingWorlds.ts'
import { knownDataKeys } from '#test/support/knownDataKeys.ts'
import { noon } from '#test/support/storedVerifications.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** The SQL function that ends verifications, and the ends of the memory, on the same facts: verdicts, and all that is left. */

const replicaId = 'nodo'
/** Of the row, where the claim has this one: whoever gave it back or took it raised it. */
const epochOf = (standing: Fact['standing'], epoch: number): number => (standing === 'held' ? epoch : epoch + 1)
const subject: Subject = { curp: 'LIMP900101HDFRRS03', nombre: null, apellidoPaterno: null, apellidoMaterno: null }

const inMemory = (world: World, facts: ReadonlyArray<Fact>, concludings: ReadonlyArray<Concluding>) =>
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    const port = yield* Resolutions
    const balances = balancesOf(world)
    world.accounts.forEach(({ active }, index) => {
      const id = accountName(index)
      const rows = facts
        .filter((fact) => fact.is.accountId === id && fact.standing !== 'gone')
        .map(({ is, standing, epoch, url }): Row => {
          const underWay = standing !== 'ended'
          return {
            verification: is,
            fingerprint: 'huella',
            recordKey: null,
            consentProof: null,
            webhookUrl: url,
            propertyId: null,
            trace: null,
            retiredAt: null,
            document: null,
            subject: underWay ? subject : null,
            dueAt: underWay ? noon : null,
            claimed: standing === 'held' || standing === 'claimed again',
            epoch: epochOf(standing, epoch),
          }
        })
      for (const row of rows) if (row.subject !== null) tables().active.add(row)
      tables().accounts.set(id, {
        account: { id, mode: 'consumo', plan: { priceCentavos: 1, requestsPerMinute: 1, monthlyQuota: null } },
        balance: balances[index] ?? { settledCentavos: 0, heldCentavos: 0 },
        active,
        rows,
        byId: new Map(rows.map((row) => [row.verification.id, row])),
        ledger: [],
        byRequestId: new Map(rows.map((row) => [row.verification.requestId, row])),
        created: [],
      })
    })
    for (const [payment, { verification }] of claimsOf(facts)) tables().payments.set(payment, verification)

    const verdicts: Array<boolean> = []
    for (const { claim, ending } of concludings) verdicts.push(yield* port.conclude(claim, ending))
    const { accounts, active, payments, transfers, deliveries } = tables()
    const rows = [...accounts.values()].flatMap((one) => one.rows)
    return {
      verdicts,
      balances: linesOf([...accounts].map(([id, { balance }]) => [id, balance.settledCentavos, balance.heldCentavos])),
      verifications: plain(rows),
      work: linesOf(
        rows
          .filter((row) => active.has(row) || row.subject !== null || row.dueAt !== null)
          .map(({ verification: { id }, dueAt, epoch, claimed }) => [id, dueAt, epoch, claimed]),
      ),
      claims: linesOf(payments),
      entries: linesOf(
        [...accounts].flatMap(([id, { ledger }]) =>
          ledger.map(({ kind, centavos, verificationId }) => [
            id,
            verificationId,
            kind,
            'saldo',
            'ingresos',
            -centavos,
          ]),
        ),
      ),
      transfers: linesOf(
        [...transfers.values()].map((one) => {
          const { state, attempts, dueAt, keyNumber, keyUsedAt } = one.transfer
          const { accountId, verificationId, paymentIntentId, amountCentavos, claimed, epoch } = one
          return [
            accountId,
            verificationId,
            paymentIntentId,
            amountCentavos,
            state,
            attempts,
            dueAt,
            keyNumber,
            keyUsedAt,
            claimed,
            epoch,
          ]
        }),
      ),
      deliveries: linesOf(
        [...deliveries.values()].map((one) => {
          const { state, attempts, dueAt, resendAt } = one.delivery
          const { accountId, verificationId, eventId, url, host, claimed, epoch } = one
          return [accountId, verificationId, eventId, url, host, state, attempts, dueAt, resendAt, claimed, epoch]
        }),
      ),
    }
  }).pipe(Effect.provide(MemoryResolutions.layer.pipe(Layer.provideMerge(MemoryDatabase.layer))), Effect.runPromise)

/** Fills the tables with a world. */
const fill = Effect.fnUntraced(function* (world: World, facts: ReadonlyArray<Fact>) {
  const sql = yield* PgClient.PgClient
  const accounts = balancesOf(world).map(({ settledCentavos: settled, heldCentavos: held }, index) => {
    const status = world.accounts[index]?.active === false ? 'suspendida' : 'activa'
    return { id: accountName(index), status, settled, held }
  })
  yield* sql`
    INSERT INTO accounts (account_id, mode, status, price_centavos, requests_per_minute, settled_centavos, held_centavos)
    SELECT id, 'consumo', status, 1, 1, settled, held
      FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) AS x (id text, status text, settled bigint, held bigint)`
  const there = facts.filter(({ standing }) => standing !== 'gone')
  yield* store(there.map(({ is, url }) => ({ is, fingerprint: 'huella', webhookUrl: url, isRetired: false })))
  const work = there
    .filter(({ standing }) => standing !== 'ended')
    .map(({ is, standing, epoch }) => ({
      account: is.accountId,
      id: is.id,
      node: standing === 'given back' ? null : standing === 'elsewhere' ? 'another' : replicaId,
      epoch: epochOf(standing, epoch),
    }))
  yield* sql`
    INSERT INTO verification_work (account_id, verification_id, due_at, replica_id, epoch, data_key, sealed)
    SELECT account, id, ${DateTime.toDate(noon)}, node, epoch, 'k', ''
      FROM jsonb_to_recordset(${JSON.stringify(work)}::jsonb) AS x (account text, id text, node text, epoch integer)`
  const claims = [...claimsOf(facts)].map(([payment, claim]) => ({ payment, ...claim }))
  yield* sql`
    INSERT INTO payment_claims (payment_intent_id, account_id, verification_id)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS x (payment text, account text, verification text)`
})

const inSql = (world: World, facts: ReadonlyArray<Fact>, concludings: ReadonlyArray<Concluding>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const dataKey = yield* testDataKey
    yield* fill(world, facts)
    const { json, sealed } = inputOf(concludings.map((one, place) => columns(dataKey, one, place)))
    const rows = concludedIn(yield* sql`SELECT * FROM conclude(${json}::jsonb, ${sealed}, ${world.wait}::integer)`)
    const verdicts = new Map(rows.map(({ place, verdict }) => [place, verdict]))
    return {
      verdicts: concludings.map((_, place) => verdicts.get(place) === 'Done'),
      ...{ locked: rows.filter(({ verdict }) => verdict === 'Locked').length, answered: rows.length },
      balances: yield* linesIn('SELECT account_id, settled_centavos, held_centavos FROM accounts'),
      verifications: yield* plainRows,
      work: yield* linesIn(
        `SELECT verification_id, due_at, epoch, replica_id IS NOT DISTINCT FROM '${replicaId}' FROM verification_work`,
      ),
      claims: yield* linesIn('SELECT payment_intent_id, verification_id FROM payment_claims'),
      entries: yield* linesIn(
        'SELECT account_id, verification_id, kind, debit, credit, amount_centavos FROM ledger_entries',
      ),
      transfers: yield* linesIn(
        `SELECT account_id, verification_id, payment_intent_id, amount_centavos, state, attempts, due_at, key_number,
                key_used_at, replica_id IS NOT NULL, epoch FROM transfers`,
      ),
      deliveries: yield* linesIn(
        `SELECT account_id, verification_id, event_id, url, host, state, attempts, due_at, resend_at,
                replica_id IS NOT NULL, epoch FROM deliveries`,
      ),
    }
  }).pipe(rolledBack)

it('conclude ends in SQL as the domain does, and leaves the same behind', async () => {
  const url = await testDatabase(migrated)
  await knownDataKeys(url, 'test')
  const runtime = oneConnection(url)
  let ends = 0
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const facts = factsOf(world)
      const concludings = concludingsOf(world, facts)
      ends += concludings.length
      const { locked, answered, ...outcome } = await runtime.runPromise(inSql(world, facts, concludings))
      expect(outcome).toEqual(await inMemory(world, facts, concludings))
      expect({ locked, answered }).toEqual({ locked: 0, answered: concludings.length })
    }),
    { numRuns: 60, endOnFailure: true },
  )
  await runtime.dispose()
  expect(ends).toBeGreaterThan(3_000)
})
