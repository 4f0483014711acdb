import { Effect } from 'effect'
import { SqlClient } from 'effect/sql'

/** Reads all as of one instant, whatever is written meanwhile, and for as long as it takes. */
export const inSnapshot = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  sql
    .withTransaction(Effect.andThen(sql`SET LOCAL statement_timeout = 0`, reading))
    .pipe(Effect.provideService(SqlClient.BeginTransaction, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'))
