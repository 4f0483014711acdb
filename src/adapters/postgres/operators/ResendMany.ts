import { DateTime, Effect, Schema } from 'effect'
import type { SqlClient } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import type { Delivery } from '#domain/delivery/Delivery.ts'
import type { DeliveryFilter } from '#ports/DeliveryRecords.ts'

/** Selects the deliveries of one account to resend, except those that already have an attempt scheduled. */
export interface ResendFilter extends DeliveryFilter {
  readonly accountId: string
  readonly state: Delivery['state']
}

const countIn = onlyRowOf(Schema.Struct({ count: Schema.Int }))

const chosen = (sql: SqlClient.SqlClient, { accountId, state, host, since, until }: ResendFilter, most: number) => sql`
  SELECT o.account_id, o.verification_id
    FROM deliveries o JOIN verifications v USING (account_id, verification_id)
   WHERE ${sql.and([
     sql`o.account_id = ${accountId} AND o.state = ${state} AND o.resend_at IS NULL`,
     ...(host === null ? [] : [sql`o.host = ${host}`]),
     ...(since === null ? [] : [sql`v.resolved_at >= ${DateTime.toDate(since)}`]),
     ...(until === null ? [] : [sql`v.resolved_at < ${DateTime.toDate(until)}`]),
   ])}
   ORDER BY o.sequence LIMIT ${most}`

/** How many deliveries `resendAll` would resend. */
export const resendable = Effect.fnUntraced(function* (which: ResendFilter, most: number) {
  const { dispatch: sql, dispatching } = yield* Database
  const rows = yield* dispatching(sql`SELECT count(*)::integer AS count FROM (${chosen(sql, which, most)}) AS chosen`)
  return countIn(rows).count
})

/** Schedules up to `most` of the selected deliveries to be sent again at `at`. Returns how many. */
export const resendAll = Effect.fnUntraced(function* (which: ResendFilter, at: DateTime.Utc, most: number) {
  const { dispatch: sql, dispatching } = yield* Database
  const rows = yield* dispatching(sql`
    UPDATE deliveries d SET resend_at = ${DateTime.toDate(at)}
     WHERE (d.account_id, d.verification_id) IN (${chosen(sql, which, most)}) RETURNING 1`)
  return rows.length
})
