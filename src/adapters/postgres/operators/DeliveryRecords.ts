import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import {
  Instant,
  named,
  OptionalInstant,
  OptionalText,
  onlyRowOf,
  rowOf,
  rowsOf,
} from '#adapters/postgres/rows/Columns.ts'
import { DeliveryRow } from '#adapters/postgres/rows/DeliveryRow.ts'
import { AttemptFailure } from '#domain/delivery/Delivery.ts'
import {
  type AttemptRecord,
  type DeliveryCounts,
  type DeliveryRecord,
  DeliveryRecords,
} from '#ports/DeliveryRecords.ts'

const Row: Schema.Decoder<DeliveryRecord> = Schema.Struct({
  state: DeliveryRow.fields.state,
  attempts: Schema.Int,
  dueAt: OptionalInstant,
  resendAt: OptionalInstant,
  accountId: Schema.String,
  verificationId: Schema.String,
  eventId: Schema.String,
  url: Schema.String,
  emittedAt: OptionalInstant,
  replicaId: OptionalText,
  lastResult: OptionalText,
})
const rowsIn = named(rowsOf(Row))
const rowIn = named(rowOf(Row))

const attemptsIn = named(
  rowsOf<AttemptRecord>(
    Schema.Struct({
      number: Schema.Int,
      kind: Schema.Literals(['programado', 'reenvio']),
      startedAt: Instant,
      tookMillis: Schema.Int,
      status: Schema.NullOr(Schema.Int),
      failure: Schema.NullOr(AttemptFailure),
    }),
  ),
)
const countsIn = named(
  onlyRowOf<DeliveryCounts>(
    Schema.Struct({
      pending: Schema.Int,
      failing: Schema.Int,
      exhausted: Schema.Int,
      oldestDueAt: Schema.OptionFromNullOr(Instant),
    }),
  ),
)

export const layer = Layer.effect(
  DeliveryRecords,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database

    const emittedAt = sql`
      (SELECT v.resolved_at FROM verifications v
        WHERE v.account_id = d.account_id AND v.verification_id = d.verification_id)`
    const columns = sql`
      d.account_id, d.verification_id, d.event_id, d.url, d.state, d.attempts, d.due_at, d.resend_at, d.replica_id,
      ${emittedAt} AS emitted_at,
      (SELECT coalesce(t.status::text, t.failure) FROM delivery_attempts t
        WHERE t.account_id = d.account_id AND t.verification_id = d.verification_id
        ORDER BY t.number DESC LIMIT 1) AS last_result`

    const attemptsOf = (accountId: string, verificationId: string) =>
      Effect.map(
        dispatching(sql`
          SELECT number, kind, started_at, took_ms AS took_millis, status, failure FROM delivery_attempts
           WHERE account_id = ${accountId} AND verification_id = ${verificationId} ORDER BY number`),
        attemptsIn,
      )

    // The metrics run `count` every few seconds, so it uses the partial indexes, in two steps.
    return DeliveryRecords.of({
      find: Effect.fnUntraced(function* (accountId, verificationId) {
        const rows = yield* dispatching(sql`
          SELECT ${columns} FROM deliveries d WHERE d.account_id = ${accountId} AND d.verification_id = ${verificationId}`)
        const found = rowIn(rows)
        if (Option.isNone(found)) return Option.none()
        return Option.some({ delivery: found.value, attempts: yield* attemptsOf(accountId, verificationId) })
      }),
      // Starts from the accounts, because every index starts with the account.
      list: ({ accountId, state, host, since, until }, limit) =>
        dispatching(sql`
          SELECT ${columns}
            FROM accounts a
            CROSS JOIN LATERAL (
              SELECT * FROM deliveries d
               WHERE ${sql.and([
                 sql`d.account_id = a.account_id`,
                 ...(state === null ? [] : [sql`d.state = ${state}`]),
                 ...(host === null ? [] : [sql`d.host = ${host}`]),
                 ...(since === null ? [] : [sql`${emittedAt} >= ${DateTime.toDate(since)}`]),
                 ...(until === null ? [] : [sql`${emittedAt} < ${DateTime.toDate(until)}`]),
               ])}
               ORDER BY d.sequence DESC LIMIT ${limit}) AS d
           WHERE ${accountId === null ? sql`true` : sql`a.account_id = ${accountId}`}
           ORDER BY d.sequence DESC LIMIT ${limit}`).pipe(Effect.map(rowsIn)),
      resend: (accountId, verificationId, at) =>
        Effect.map(
          dispatching(sql`
            UPDATE deliveries SET resend_at = ${DateTime.toDate(at)}
             WHERE account_id = ${accountId} AND verification_id = ${verificationId} RETURNING 1`),
          (rows) => rows.length > 0,
        ),
      count: (now) =>
        Effect.map(
          dispatching(sql`
            WITH pending AS (
              SELECT attempts FROM deliveries WHERE replica_id IS NULL AND next_at IS NOT NULL AND state = 'pendiente'
               UNION ALL
              SELECT attempts FROM deliveries WHERE replica_id IS NOT NULL AND state = 'pendiente'
            )
            SELECT (SELECT count(*)::integer FROM pending) AS pending,
                   (SELECT count(*)::integer FROM pending WHERE attempts > 0) AS failing,
                   (SELECT count(*)::integer FROM deliveries WHERE state = 'agotada') AS exhausted,
                   (SELECT min(next_at) FROM deliveries
                     WHERE replica_id IS NULL AND next_at <= ${DateTime.toDate(now)}) AS oldest_due_at`),
          countsIn,
        ),
    })
  }),
)
