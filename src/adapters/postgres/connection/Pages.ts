import { Effect } from 'effect'
import type { SqlClient, SqlError } from 'effect/sql'
import { inSnapshot } from './Snapshot.ts'
import { toStorageFailure } from './SqlFailures.ts'

/**
 * Hands over all that a query has, a page at a time, and gives what it sums up to, all as of one instant.
 *
 * @param pageAfter what comes after the last of the page before; empty after the last page
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
        // Whoever reads what is printed may take a while.
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
