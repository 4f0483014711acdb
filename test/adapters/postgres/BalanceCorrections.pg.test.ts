import { Effect, Layer, Result } from 'effect'
import { beforeEach, expect, it } from 'vitest'
import * as PostgresCorrections from '#adapters/postgres/operators/BalanceCorrections.ts'
import { largestBalance } from '#domain/account/Money.ts'
import { BalanceCorrections } from '#ports/BalanceCorrections.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

let url: string
beforeEach(async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos, held_centavos)
     VALUES ('sol', 'consumo', 0, 1, 1000, 300), ('luna', 'consumo', 0, 1, 1000, 0)`,
  )
  await query(
    url,
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, reference)
     VALUES ('sol', 'abono', 'caja', 'saldo', 1000, 'r-1'), ('luna', 'abono', 'caja', 'saldo', 1000, 'r-9')`,
  )
})

const corrected = (centavos: number, reference: string) =>
  BalanceCorrections.use(({ correct }) => correct('sol', { centavos, reference, reason: 'x' })).pipe(
    Effect.result,
    Effect.provide(PostgresCorrections.layer.pipe(Layer.provide(patientDatabase(url)))),
    Effect.runPromise,
  )
const settled = async () => (await query(url, "SELECT settled_centavos::int FROM accounts WHERE account_id = 'sol'"))[0]

it.each([
  [-700, 300, 'saldo to ajustes of 700'],
  [5, 1_005, 'ajustes to saldo of 5'],
])('a balance is corrected by %d, down to what is held', async (centavos, left, entry) => {
  expect(await corrected(centavos, 'r-9')).toEqual(Result.succeed(true))
  expect(await settled()).toEqual({ settled_centavos: left })
  const told = "debit || ' to ' || credit || ' of ' || amount_centavos AS entry"
  expect(await query(url, `SELECT ${told} FROM ledger_entries WHERE kind = 'ajuste'`)).toEqual([{ entry }])
  expect(await corrected(centavos, 'r-9')).toEqual(Result.succeed(false))
  expect(await settled()).toEqual({ settled_centavos: left })
})

it.each([
  [-701, 'r-2', { _tag: 'BalanceTooSmall', freeCentavos: 700 }],
  [1_000, 'r-1', { _tag: 'ReferenceTaken', amountCentavos: 1_000 }],
  [7, 'r-1', { _tag: 'ReferenceTaken', amountCentavos: 1_000 }],
])('a balance is not corrected by %d under the reference %s', async (centavos, reference, failure) => {
  expect(await corrected(centavos, reference)).toMatchObject({ failure })
  expect(await settled()).toEqual({ settled_centavos: 1_000 })
})

it('a balance is not corrected beyond the largest one', async () => {
  await query(url, `UPDATE accounts SET settled_centavos = ${largestBalance - 5} WHERE account_id = 'sol'`)
  expect(await corrected(6, 'r-2')).toMatchObject({ failure: { _tag: 'BalanceTooLarge' } })
  expect(await corrected(5, 'r-2')).toEqual(Result.succeed(true))
  expect(await corrected(1, 'r-3')).toMatchObject({ failure: { _tag: 'BalanceTooLarge' } })
  expect(await query(url, "SELECT count(*)::int FROM ledger_entries WHERE kind = 'ajuste'")).toEqual([{ count: 1 }])
})

it.each([
  ['ver_1', Result.succeed({ done: true, centavos: 40 }), 1_040],
  ['ver_2', expect.objectContaining({ failure: expect.objectContaining({ found: 'no charge' }) }), 1_000],
  ['ver_3', expect.objectContaining({ failure: expect.objectContaining({ found: 'connect' }) }), 1_000],
  ['ver_9', expect.objectContaining({ failure: expect.objectContaining({ found: 'nothing' }) }), 1_000],
])('what was charged for a verification is refunded once, and nothing else: %s', async (id, told, left) => {
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, payment_intent_id, channel, webhook_url, created_at, deadline)
     SELECT account, 'ver_' || n, 'sol-' || n, 'f', 'k', 'c', now(), '', CASE n WHEN 3 THEN 'connect' ELSE 'consumo' END,
            40, CASE n WHEN 3 THEN 'pi_3' END, 'api', 'https://x', now(), now()
       FROM (VALUES ('sol', 1), ('sol', 2), ('sol', 3), ('luna', 9)) x (account, n)`,
  )
  await query(
    url,
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
     VALUES ('sol', 'cargo', 'saldo', 'ingresos', 40, 'ver_1'), ('luna', 'cargo', 'saldo', 'ingresos', 40, 'ver_2')`,
  )
  // What is given back of another account's is of that alone.
  await query(
    url,
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reason)
     VALUES ('luna', 'devolucion', 'ingresos', 'saldo', 40, 'ver_1', 'x')`,
  )
  const refunding = BalanceCorrections.use(({ refund }) => refund('sol', id, 'x')).pipe(
    Effect.result,
    Effect.provide(PostgresCorrections.layer.pipe(Layer.provide(patientDatabase(url)))),
  )
  expect(await Effect.runPromise(refunding)).toEqual(told)
  expect(await settled()).toEqual({ settled_centavos: left })
  await Effect.runPromise(refunding)
  expect(await settled()).toEqual({ settled_centavos: left })
})
