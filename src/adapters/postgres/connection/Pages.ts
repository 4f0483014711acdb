import { Effect } from 'effect'
import { SqlClient, type SqlError } from 'effect/sql'
import { untimed } from './SessionSettings.ts'
import { toStorageFailure } from './SqlFailures.ts'

/** Runs a read in one snapshot, without a time limit. */
export const inSnapshot = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  sql
    .withTransaction(Effect.andThen(untimed(sql), reading))
    .pipe(Effect.provideService(SqlClient.BeginTransaction, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'))

/**
 * Passes all rows of a query to a callback, one page at a time, and returns their sums, all from one snapshot.
 *
 * @param pageAfter the page that follows the last row of the previous page; an empty page ends the loop
 */
export const eachPage = <Row, Sums, R>(
  sql: SqlClient.SqlClient,
  sums: Effect.Effect<Sums, SqlError.SqlError>,
  pageAfter: (last: Row | undefined) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>,
  take: (page: ReadonlyArray<Row>) => Effect.Effect<void, never, R>,
) =>
  Effect.catchTag(
    inSnapshot(
      sql,
      Effect.gen(function* () {
        // The reader of the output may be slow, so the transaction may be idle for long.
        yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
        const all = yield* sums
        let page = yield* pageAfter(undefined)
        while (page.length > 0) {
          yield* take(page)
          page = yield* pageAfter(page.at(-1))
        }
        return all
      }),
    ),
    'SqlError',
    toStorageFailure,
  )
