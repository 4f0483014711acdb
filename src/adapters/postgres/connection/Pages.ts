import { Effect } from 'effect'
import type { SqlClient, SqlError } from 'effect/sql'
import { inSnapshot } from './Snapshot.ts'
import { toStorageFailure } from './SqlFailures.ts'

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
