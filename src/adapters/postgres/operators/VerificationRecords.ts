import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import {
  Instant,
  named,
  OptionalInstant,
  OptionalText,
  rowOf,
  rowsOf,
  traceIn,
} from '#adapters/postgres/rows/Columns.ts'
import { type SourceRecord, type VerificationRecord, VerificationRecords } from '#ports/VerificationRecords.ts'

const Row = Schema.Struct({
  accountId: Schema.String,
  verificationId: Schema.String,
  requestId: Schema.String,
  state: Schema.Literals(['en_proceso', 'emitida', 'no_concluyente']),
  reason: OptionalText,
  mode: Schema.Literals(['consumo', 'connect']),
  priceCentavos: Schema.Int,
  paymentIntentId: OptionalText,
  channel: Schema.Literals(['api', 'mcp']),
  traceparent: OptionalText,
  createdAt: Instant,
  deadline: Instant,
  resolvedAt: OptionalInstant,
  retiredAt: OptionalInstant,
  dueAt: OptionalInstant,
  replicaId: OptionalText,
  crashes: Schema.NullOr(Schema.Int),
})
const rowIn = named(rowOf(Row))
const rowsIn = named(rowsOf(Row))

const notesIn = named(
  rowsOf<SourceRecord>(
    Schema.Struct({
      source: Schema.String,
      tries: Schema.Int,
      failures: Schema.Int,
      firstAt: Instant,
      lastAt: Instant,
      result: Schema.String,
      lastFailure: OptionalText,
      lastFailureAt: OptionalInstant,
    }),
  ),
)

const recordOf = ({ traceparent, dueAt, replicaId, crashes, ...row }: typeof Row.Type): VerificationRecord => ({
  ...row,
  trace: traceIn(traceparent),
  work: dueAt && { dueAt, replicaId, crashes: crashes ?? 0 },
})

export const layer = Layer.effect(
  VerificationRecords,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    const columns = sql.literal(`
      SELECT v.account_id, v.verification_id, v.request_id, v.state, v.reason, v.mode,
             v.price_centavos::float8 AS price_centavos, v.payment_intent_id, v.channel, v.traceparent, v.created_at, v.deadline,
             v.resolved_at, v.retired_at, w.due_at, w.replica_id, w.crashes`)
    const records = sql`
      ${columns} FROM verifications v LEFT JOIN verification_work w USING (account_id, verification_id)`

    /** Computed as in `deliveries`. */
    const host = sql.literal("substring(v.webhook_url FROM '^https://([^/?#]+)')")

    return VerificationRecords.of({
      find: (accountId, verificationId) =>
        Effect.map(
          working(sql`${records} WHERE v.account_id = ${accountId} AND v.verification_id = ${verificationId}`),
          (rows) => Option.map(rowIn(rows), recordOf),
        ),
      sourcesOf: (accountId, verificationId) =>
        Effect.map(
          working(sql`
            SELECT source, tries, failures, first_at, last_at, result, last_failure, last_failure_at FROM source_notes
             WHERE account_id = ${accountId} AND verification_id = ${verificationId} ORDER BY first_at, source`),
          notesIn,
        ),
      // Starts from the accounts, because every key starts with the account.
      search: (accountId, { request, verification, payment }, limit) =>
        Effect.map(
          working(sql`${records} JOIN accounts a USING (account_id)
            WHERE ${sql.and([
              ...(accountId === null ? [] : [sql`a.account_id = ${accountId}`]),
              ...(request === null ? [] : [sql`v.request_id = ${request}`]),
              ...(verification === null ? [] : [sql`v.verification_id = ${verification}`]),
              ...(payment === null
                ? []
                : [
                    sql`(v.account_id, v.verification_id) IN (
                      SELECT p.account_id, p.verification_id FROM payment_claims p WHERE p.payment_intent_id = ${payment})`,
                  ]),
            ])}
            ORDER BY v.created_at DESC, v.sequence DESC LIMIT ${limit}`),
          (rows) => rowsIn(rows).map(recordOf),
        ),
      list: ({ accountId, state, host: receiver, since, until }, limit) =>
        Effect.map(
          working(sql`${columns}
            FROM accounts a
            CROSS JOIN LATERAL (
              SELECT v.account_id, v.verification_id, v.sequence, v.request_id, v.state, v.reason, v.mode, v.price_centavos,
                     v.payment_intent_id, v.channel, v.traceparent, v.created_at, v.deadline, v.resolved_at, v.retired_at
                FROM verifications v
               WHERE ${sql.and([
                 sql`v.account_id = a.account_id AND v.retired_at IS NULL`,
                 ...(state === null ? [] : [sql`v.state = ${state}`]),
                 ...(receiver === null ? [] : [sql`${host} = ${receiver}`]),
                 ...(since === null ? [] : [sql`v.created_at >= ${DateTime.toDate(since)}`]),
                 ...(until === null ? [] : [sql`v.created_at < ${DateTime.toDate(until)}`]),
               ])}
               ORDER BY v.created_at DESC, v.sequence DESC LIMIT ${limit}) AS v
            LEFT JOIN verification_work w ON w.account_id = v.account_id AND w.verification_id = v.verification_id
           WHERE ${accountId === null ? sql`true` : sql`a.account_id = ${accountId}`}
           ORDER BY v.created_at DESC, v.sequence DESC LIMIT ${limit}`),
          (rows) => rowsIn(rows).map(recordOf),
        ),
    })
  }),
)
