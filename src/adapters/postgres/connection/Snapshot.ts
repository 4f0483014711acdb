import { Effect } from 'effect'
import { SqlClient } from 'effect/sql'

/** Runs a read in one snapshot, without a time limit. */
export const inSnapshot = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  sql
    .withTransaction(Effect.andThen(sql`SET LOCAL statement_timeout = 0`, reading))
    .pipe(Effect.provideService(SqlClient.BeginTransaction, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'))
