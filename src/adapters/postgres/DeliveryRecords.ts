import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { type DeliveryRecord, DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { Database } from './connection/Database.ts'
import { Instant, OptionalInstant, OptionalText, onlyRowOf, rowOf, rowsOf } from './rows/Columns.ts'
import { DeliveryRow, deliveryOf } from './rows/DeliveryRow.ts'

const Row = Schema.Struct({
  ...DeliveryRow.fields,
  account_id: Schema.String,
  verification_id: Schema.String,
  event_id: Schema.String,
  url: Schema.String,
  emitted_at: OptionalInstant,
  node_id: OptionalText,
})

const AttemptRow = Schema.Struct({
  number: Schema.Int,
  kind: Schema.Literals(['programado', 'reenvio']),
  started_at: Instant,
  took_ms: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  failure: Schema.NullOr(AttemptFailure),
})

const rowsIn = rowsOf(Row)
const rowIn = rowOf(Row)
const attemptsIn = rowsOf(AttemptRow)
const countsIn = onlyRowOf(
  Schema.Struct({ pending: Schema.Int, failing: Schema.Int, exhausted: Schema.Int, oldest: OptionalInstant }),
)

const recordOf = (row: typeof Row.Type): DeliveryRecord => ({
  ...deliveryOf(row),
  accountId: row.account_id,
  verificationId: row.verification_id,
  eventId: row.event_id,
  url: row.url,
  emittedAt: row.emitted_at,
  nodeId: row.node_id,
})

export const layer = Layer.effect(
  DeliveryRecords,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database

    const columns = sql`
      account_id, verification_id, event_id, url, state, attempts, due_at, resend_at, node_id,
      (SELECT v.resolved_at FROM verifications v
        WHERE v.account_id = deliveries.account_id AND v.verification_id = deliveries.verification_id) AS emitted_at`

    const attemptsOf = (accountId: string, verificationId: string) =>
      dispatching(sql`
        SELECT number, kind, started_at, took_ms, status, failure FROM delivery_attempts
         WHERE account_id = ${accountId} AND verification_id = ${verificationId} ORDER BY number`).pipe(
        Effect.map(attemptsIn),
        Effect.map((rows) =>
          rows.map(({ number, kind, started_at, took_ms, status, failure }) => ({
            number,
            kind,
            startedAt: started_at,
            tookMillis: took_ms,
            status,
            failure,
          })),
        ),
      )

    // The gauges ask every few seconds, so that counting goes by the partial indexes, in two steps.
    return DeliveryRecords.of({
      find: Effect.fnUntraced(function* (accountId, verificationId) {
        const rows = yield* dispatching(sql`
          SELECT ${columns} FROM deliveries WHERE account_id = ${accountId} AND verification_id = ${verificationId}`)
        const found = Option.map(rowIn(rows), recordOf)
        if (Option.isNone(found)) return Option.none()
        return Option.some({ delivery: found.value, attempts: yield* attemptsOf(accountId, verificationId) })
      }),
      list: (accountId, state, limit) =>
        dispatching(sql`
          SELECT ${columns} FROM deliveries
           WHERE ${sql.and([sql`account_id = ${accountId}`, ...(state === null ? [] : [sql`state = ${state}`])])}
           ORDER BY sequence DESC LIMIT ${limit}`).pipe(
          Effect.map(rowsIn),
          Effect.map((rows) => rows.map(recordOf)),
        ),
      resend: (accountId, verificationId, at) =>
        Effect.map(
          dispatching(sql`
            UPDATE deliveries SET resend_at = ${DateTime.toDate(at)}
             WHERE account_id = ${accountId} AND verification_id = ${verificationId} RETURNING 1`),
          (rows) => rows.length > 0,
        ),
      resendAll: (accountId, { state, host, since, until }, at, most) =>
        Effect.map(
          dispatching(sql`
            UPDATE deliveries d SET resend_at = ${DateTime.toDate(at)}
             WHERE (d.account_id, d.verification_id) IN (
               SELECT o.account_id, o.verification_id
                 FROM deliveries o JOIN verifications v USING (account_id, verification_id)
                WHERE ${sql.and([
                  sql`o.account_id = ${accountId} AND o.state = ${state} AND o.resend_at IS NULL`,
                  ...(host === null ? [] : [sql`o.host = ${host}`]),
                  ...(since === null ? [] : [sql`v.resolved_at >= ${DateTime.toDate(since)}`]),
                  ...(until === null ? [] : [sql`v.resolved_at < ${DateTime.toDate(until)}`]),
                ])}
                ORDER BY o.sequence LIMIT ${most})
            RETURNING 1`),
          (rows) => rows.length,
        ),
      count: (now) =>
        Effect.map(
          dispatching(sql`
            WITH pending AS (
              SELECT attempts FROM deliveries WHERE node_id IS NULL AND next_at IS NOT NULL AND state = 'pendiente'
               UNION ALL
              SELECT attempts FROM deliveries WHERE node_id IS NOT NULL AND state = 'pendiente'
            )
            SELECT (SELECT count(*)::integer FROM pending) AS pending,
                   (SELECT count(*)::integer FROM pending WHERE attempts > 0) AS failing,
                   (SELECT count(*)::integer FROM deliveries WHERE state = 'agotada') AS exhausted,
                   (SELECT min(next_at) FROM deliveries
                     WHERE node_id IS NULL AND next_at <= ${DateTime.toDate(now)}) AS oldest`),
          (rows) => {
            const { oldest, ...counts } = countsIn(rows)
            return { ...counts, oldestDueAt: Option.fromNullOr(oldest) }
          },
        ),
    })
  }),
)
