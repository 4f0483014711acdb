import { Effect, Layer, Option, Schema } from 'effect'
import type { SqlClient } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { OptionalText, rowOf } from '#adapters/postgres/rows/Columns.ts'
import { largestBalance } from '#domain/account/Money.ts'
import { AccountUnknown, BalanceTooLarge, ReferenceTaken } from '#ports/AccountAdministration.ts'
import { BalanceCorrections, BalanceTooSmall, type Correction, NotCharged } from '#ports/BalanceCorrections.ts'

const balanceIn = rowOf(Schema.Struct({ settled: Schema.Int, free: Schema.Int }))
const earlierIn = rowOf(Schema.Struct({ kind: Schema.String, centavos: Schema.Int }))
const chargeIn = rowOf(Schema.Struct({ mode: Schema.String, price: Schema.NullOr(Schema.Int), refund: OptionalText }))

/** Locks the account, as every change of a balance does. Returns the balance and the part that is not held. */
const locked = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: string) {
  const rows = yield* sql`
    SELECT settled_centavos::float8 AS settled, (settled_centavos - held_centavos)::float8 AS free FROM accounts
     WHERE account_id = ${accountId} FOR NO KEY UPDATE`
  return Option.getOrNull(balanceIn(rows))
})

const add = (sql: SqlClient.SqlClient, accountId: string, centavos: number) => sql`
  UPDATE accounts SET settled_centavos = settled_centavos + ${centavos} WHERE account_id = ${accountId}`

const refunding = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountId: string,
  verificationId: string,
  reason: string,
) {
  const balance = yield* locked(sql, accountId)
  const rows = yield* sql`
    SELECT v.mode, c.amount_centavos::float8 AS price, r.entry_id::text AS refund
      FROM verifications v
           LEFT JOIN ledger_entries c
             ON c.kind = 'cargo' AND (c.account_id, c.verification_id) = (v.account_id, v.verification_id)
           LEFT JOIN ledger_entries r
             ON r.kind = 'devolucion' AND (r.account_id, r.verification_id) = (v.account_id, v.verification_id)
     WHERE v.account_id = ${accountId} AND v.verification_id = ${verificationId}`
  const charge = Option.getOrNull(chargeIn(rows))
  if (charge === null) return new NotCharged({ found: 'nothing' })
  const { mode, price: centavos, refund } = charge
  if (mode === 'connect') return new NotCharged({ found: 'connect' })
  if (centavos === null) return new NotCharged({ found: 'no charge' })
  if (refund !== null) return { done: false, centavos }
  if (balance !== null && balance.settled > largestBalance - centavos) return new BalanceTooLarge({ accountId })
  yield* sql`
    INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reason)
    VALUES (${accountId}, 'devolucion', 'ingresos', 'saldo', ${centavos}, ${verificationId}, ${reason})`
  yield* add(sql, accountId, centavos)
  return { done: true, centavos }
})

const correcting = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountId: string,
  { centavos, reference, reason }: Correction,
) {
  const balance = yield* locked(sql, accountId)
  if (balance === null) return new AccountUnknown({ accountId })
  const rows = yield* sql`
    SELECT kind, (CASE WHEN credit = 'saldo' THEN amount_centavos ELSE -amount_centavos END)::float8 AS centavos
      FROM ledger_entries WHERE account_id = ${accountId} AND reference = ${reference}`
  const earlier = Option.getOrNull(earlierIn(rows))
  if (earlier !== null) {
    return earlier.kind === 'ajuste' && earlier.centavos === centavos
      ? false
      : new ReferenceTaken({ accountId, reference, amountCentavos: earlier.centavos })
  }
  if (balance.free + centavos < 0) return new BalanceTooSmall({ freeCentavos: balance.free })
  if (balance.settled > largestBalance - centavos) return new BalanceTooLarge({ accountId })
  const [debit, credit] = centavos > 0 ? ['ajustes', 'saldo'] : ['saldo', 'ajustes']
  yield* sql`
    INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, reference, reason)
    VALUES (${accountId}, 'ajuste', ${debit}, ${credit}, ${Math.abs(centavos)}, ${reference}, ${reason})`
  yield* add(sql, accountId, centavos)
  return true
})

export const layer = Layer.effect(
  BalanceCorrections,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    return BalanceCorrections.of({
      refund: (accountId, verificationId, reason) =>
        Effect.flatMap(working(sql.withTransaction(refunding(sql, accountId, verificationId, reason))), (judged) =>
          'done' in judged ? Effect.succeed(judged) : Effect.fail(judged),
        ),
      correct: (accountId, correction) =>
        Effect.flatMap(working(sql.withTransaction(correcting(sql, accountId, correction))), (judged) =>
          typeof judged === 'boolean' ? Effect.succeed(judged) : Effect.fail(judged),
        ),
    })
  }),
)
