import * as PgClient from '@effect/sql-pg/PgClient'
import { Context, Effect, Record } from 'effect'
import { SqlClient, SqlError } from 'effect/sql'
import type { Connection } from 'effect/sql/SqlConnection'

const isRolledBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'command' in result && result.command === 'ROLLBACK'

/** Postgres answers a COMMIT with ROLLBACK where a statement before it failed. */
const commit = (connection: Connection) =>
  Effect.flatMap(connection.executeRaw('COMMIT', []), (result) =>
    isRolledBack(result)
      ? Effect.fail(
          new SqlError.SqlError({
            reason: new SqlError.UnknownError({ cause: result, message: 'rolled back', operation: 'commit' }),
          }),
        )
      : Effect.void,
  )

/**
 * A client by way of a pooler in transaction mode, where a connection is another one for every transaction: what a
 * connection asks for once as it begins, each transaction asks for itself, and a statement alone is a transaction.
 *
 * @param settings what connections of this client have set, as `statement_timeout`
 */
export const make = Effect.fnUntraced(function* (
  config: PgClient.PgPoolConfig,
  settings: Readonly<Record<string, string>>,
) {
  // A statement that was prepared by one connection is not there on another.
  const pool = yield* PgClient.make({ ...config, prepare: false })
  const names = Record.keys(settings)
  const ask = `SELECT ${names.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`
  const values = Record.values(settings)
  const control = (connection: Connection, statement: string) =>
    Effect.asVoid(connection.executeUnprepared(statement, [], undefined))

  const withTransaction = SqlClient.makeWithTransaction({
    transactionService: pool.transactionService,
    spanAttributes: [],
    acquireConnection: (restore) => restore(pool.reserve),
    begin: (connection, statement = 'BEGIN') =>
      Effect.andThen(control(connection, statement), connection.executeRaw(ask, values)).pipe(
        // As when somebody cancels the second of them: whoever gets the connection next would be within the first.
        Effect.onError(() => Effect.ignore(control(connection, 'ROLLBACK'))),
      ),
    commit,
    // Where the connection is lost there is nothing to take back, and what failed before is what is told.
    rollback: (connection) => Effect.ignore(control(connection, 'ROLLBACK')),
    savepoint: (connection, id) => control(connection, `SAVEPOINT cotejo_${id}`),
    rollbackSavepoint: (connection, id) => control(connection, `ROLLBACK TO SAVEPOINT cotejo_${id}`),
  })
  const client = yield* SqlClient.make({
    acquirer: pool.reserve,
    borrower: (run) =>
      withTransaction(
        Effect.flatMap(Effect.context<never>(), (context) =>
          run(Context.getUnsafe(context, pool.transactionService)[0]),
        ),
      ),
    compiler: PgClient.makeCompiler(),
    driver: pool.driver,
    spanAttributes: [],
    transactionService: pool.transactionService,
  })
  const { config: given, json, listen, notify } = pool
  return Object.assign(client, {
    [PgClient.TypeId]: PgClient.TypeId,
    config: given,
    json,
    listen,
    notify,
    withTransaction,
  })
})
