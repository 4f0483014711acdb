import { DateTime, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { Recovery } from '#ports/Recovery.ts'

const postponedIn = onlyRowOf(Schema.Struct({ postponed: Schema.Int }))
const idsIn = rowsOf(Schema.Struct({ transfer_id: Schema.String }))

export const layer = Layer.effect(
  Recovery,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    return Recovery.of({
      begin: Effect.asVoid(working(sql`SELECT FROM begin_recovery()`)),
      note: (transfers) =>
        Effect.asVoid(
          working(sql`
            INSERT INTO lost_transfers (account_id, transfer_id, verification_id, payment_intent_id, amount_centavos)
            SELECT "accountId", "transferId", "verificationId", "paymentIntentId", "amountCentavos"
              FROM jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb) AS x ("accountId" text, "transferId" text,
                     "verificationId" text, "paymentIntentId" text, "amountCentavos" bigint)
            ON CONFLICT DO NOTHING`),
        ),
      noted: (transferIds) =>
        Effect.map(
          working(sql`
            SELECT transfer_id FROM lost_transfers
             WHERE transfer_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(transferIds)}::jsonb))`),
          (rows) => new Set(idsIn(rows).map(({ transfer_id }) => transfer_id)),
        ),
      end: (now) =>
        Effect.map(
          working(sql`SELECT end_recovery(${DateTime.toDate(now)}::timestamptz) AS postponed`),
          (rows) => postponedIn(rows).postponed,
        ),
    })
  }),
)
