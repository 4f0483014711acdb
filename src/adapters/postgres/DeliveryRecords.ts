import { DateTime, Effect, Layer, Option } from 'effect'
import type { AttemptFailure, AttemptKind } from '#domain/delivery/Delivery.ts'
import { type DeliveryRecord, DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { Database } from './connection/Database.ts'
import { type DeliveryRow, deliveryOf } from './rows/DeliveryRow.ts'

interface Row extends DeliveryRow {
  readonly account_id: string
  readonly verification_id: string
  readonly event_id: string
  readonly url: string
  readonly node_id: string | null
}

interface AttemptRow {
  readonly number: number
  readonly kind: AttemptKind
  readonly started_at: Date
  readonly took_ms: number
  readonly status: number | null
  readonly failure: AttemptFailure | null
}

const recordOf = (row: Row): DeliveryRecord => ({
  ...deliveryOf(row),
  accountId: row.account_id,
  verificationId: row.verification_id,
  eventId: row.event_id,
  url: row.url,
  nodeId: row.node_id,
})

export const layer = Layer.effect(
  DeliveryRecords,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database

    const columns = sql`account_id, verification_id, event_id, url, state, attempts, due_at, resend_at, node_id`

    const attemptsOf = (accountId: string, verificationId: string) =>
      Effect.map(
        dispatching(sql<AttemptRow>`
          SELECT number, kind, started_at, took_ms, status, failure FROM delivery_attempts
           WHERE account_id = ${accountId} AND verification_id = ${verificationId} ORDER BY number`),
        (rows) =>
          rows.map(({ number, kind, started_at, took_ms, status, failure }) => ({
            number,
            kind,
            startedAt: DateTime.fromDateUnsafe(started_at),
            tookMillis: took_ms,
            status,
            failure,
          })),
      )

    // The gauges ask every few seconds, so that counting goes by the partial indexes, in two steps.
    return DeliveryRecords.of({
      find: Effect.fnUntraced(function* (accountId, verificationId) {
        const [row] = yield* dispatching(sql<Row>`
          SELECT ${columns} FROM deliveries WHERE account_id = ${accountId} AND verification_id = ${verificationId}`)
        if (row === undefined) return Option.none()
        return Option.some({ delivery: recordOf(row), attempts: yield* attemptsOf(accountId, verificationId) })
      }),
      list: (accountId, state, limit) =>
        Effect.map(
          dispatching(sql<Row>`
            SELECT ${columns} FROM deliveries
             WHERE ${sql.and([sql`account_id = ${accountId}`, ...(state === null ? [] : [sql`state = ${state}`])])}
             ORDER BY sequence DESC LIMIT ${limit}`),
          (rows) => rows.map(recordOf),
        ),
      resend: (accountId, verificationId, at) =>
        Effect.map(
          dispatching(sql`
            UPDATE deliveries SET resend_at = ${DateTime.toDate(at)}
             WHERE account_id = ${accountId} AND verification_id = ${verificationId} RETURNING 1`),
          (rows) => rows.length > 0,
        ),
      count: (now) =>
        Effect.map(
          dispatching(sql<{ pending: number; exhausted: number; oldest: Date | null }>`
            SELECT (SELECT count(*) FROM deliveries
                     WHERE node_id IS NULL AND next_at IS NOT NULL AND state = 'pendiente')::integer
                 + (SELECT count(*) FROM deliveries
                     WHERE node_id IS NOT NULL AND state = 'pendiente')::integer AS pending,
                   (SELECT count(*)::integer FROM deliveries WHERE state = 'agotada') AS exhausted,
                   (SELECT min(next_at) FROM deliveries
                     WHERE node_id IS NULL AND next_at <= ${DateTime.toDate(now)}) AS oldest`),
          ([row]) => ({
            pending: row?.pending ?? 0,
            exhausted: row?.exhausted ?? 0,
            oldestDueAt: Option.map(Option.fromNullishOr(row?.oldest), DateTime.fromDateUnsafe),
          }),
        ),
    })
  }),
)
