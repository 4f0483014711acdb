import { DateTime, Effect, Layer, Option } from 'effect'
import type { BillingMode } from '#domain/account/Account.ts'
import type { State } from '#domain/verification/Verification.ts'
import { type VerificationRecord, VerificationRecords } from '#ports/VerificationRecords.ts'
import { Database } from './connection/Database.ts'

interface Row {
  readonly account_id: string
  readonly verification_id: string
  readonly request_id: string
  readonly state: State['_tag']
  readonly reason: string | null
  readonly mode: BillingMode
  readonly price: number
  readonly payment_intent_id: string | null
  readonly channel: string
  readonly created_at: Date
  readonly deadline: Date
  readonly resolved_at: Date | null
  readonly retired_at: Date | null
  readonly due_at: Date | null
  readonly node_id: string | null
  readonly crashes: number | null
}

const utc = DateTime.fromDateUnsafe

const recordOf = (row: Row): VerificationRecord => ({
  accountId: row.account_id,
  verificationId: row.verification_id,
  requestId: row.request_id,
  state: row.state,
  reason: row.reason,
  mode: row.mode,
  priceCentavos: row.price,
  paymentIntentId: row.payment_intent_id,
  channel: row.channel,
  createdAt: utc(row.created_at),
  deadline: utc(row.deadline),
  resolvedAt: row.resolved_at && utc(row.resolved_at),
  retiredAt: row.retired_at && utc(row.retired_at),
  work: row.due_at && { dueAt: utc(row.due_at), nodeId: row.node_id, crashes: row.crashes ?? 0 },
})

export const layer = Layer.effect(
  VerificationRecords,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    const records = sql`
      SELECT v.account_id, v.verification_id, v.request_id, v.state, v.outcome ->> 'reason' AS reason, v.mode,
             v.price_centavos::float8 AS price, v.payment_intent_id, v.channel, v.created_at, v.deadline,
             v.resolved_at, v.retired_at, w.due_at, w.node_id, w.crashes
        FROM verifications v LEFT JOIN verification_work w USING (account_id, verification_id)`

    return VerificationRecords.of({
      find: (accountId, verificationId) =>
        Effect.map(
          working(sql<Row>`${records} WHERE v.account_id = ${accountId} AND v.verification_id = ${verificationId}`),
          ([row]) => Option.map(Option.fromUndefinedOr(row), recordOf),
        ),
      list: (accountId, state, limit) =>
        Effect.map(
          working(sql<Row>`${records}
            WHERE ${sql.and([
              sql`v.account_id = ${accountId} AND v.retired_at IS NULL`,
              ...(state === null ? [] : [sql`v.state = ${state}`]),
            ])}
            ORDER BY v.created_at DESC, v.sequence DESC LIMIT ${limit}`),
          (rows) => rows.map(recordOf),
        ),
    })
  }),
)
