import { Duration, Effect } from 'effect'
import type { SqlClient } from 'effect/sql'
import { retryAfter } from '#domain/delivery/Delivery.ts'
import { mostGrown, waitAfter } from '#domain/delivery/Transfer.ts'

/** Waits in seconds, by the number of attempts that failed. */
const waits = {
  deliveries: retryAfter.map(Duration.toSeconds),
  transfers: Array.from({ length: mostGrown }, (_, failed) => Duration.toSeconds(waitAfter(failed + 1))),
}

/** The rows that wait, except those that another session has locked. */
const waiting = (sql: SqlClient.SqlClient, table: string) => sql`
  SELECT account_id, verification_id FROM ${sql(table)}
   WHERE replica_id IS NULL AND due_at > now() FOR NO KEY UPDATE SKIP LOCKED`

/** No webhook or transfer waits longer than from now on. */
const shorten = (sql: SqlClient.SqlClient, table: 'deliveries' | 'transfers') => sql`
  UPDATE ${sql(table)} w
     SET due_at = least(w.due_at, now() + make_interval(secs =>
           coalesce((${waits[table]}::float8[])[least(w.attempts, ${waits[table].length}::integer)], 0)))
    FROM (${waiting(sql, table)}) f
   WHERE w.account_id = f.account_id AND w.verification_id = f.verification_id`

/**
 * What a step back of the database's clock changes in stored due times: work would wait for as long as the step. A
 * source may be asked too early, so verifications are due at once. Repeating it, on each replica, does no harm.
 */
export const afterSetBack = (sql: SqlClient.SqlClient) =>
  Effect.all(
    [
      sql`UPDATE verification_work w SET due_at = now() FROM (${waiting(sql, 'verification_work')}) f
           WHERE w.account_id = f.account_id AND w.verification_id = f.verification_id`,
      shorten(sql, 'deliveries'),
      shorten(sql, 'transfers'),
    ],
    { discard: true },
  )
