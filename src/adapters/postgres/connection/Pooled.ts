import * as PgClient from '@effect/sql-pg/PgClient'
import { Context, Effect, Record } from 'effect'
import { SqlClient, SqlError } from 'effect/sql'
import type { Connection } from 'effect/sql/SqlConnection'
import { beginTransaction } from './SessionSettings.ts'

const isRolledBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'command' in result && result.command === 'ROLLBACK'

/** Postgres answers COMMIT with ROLLBACK if an earlier statement failed. */
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
 * A client for a pooler in transaction mode, where each transaction may use another server connection. Therefore each
 * transaction applies the settings itself, and a single statement is a transaction too.
 *
 * @param settings the settings of this client's connections, for example `statement_timeout`
 */
export const make = Effect.fnUntraced(function* (
  config: PgClient.PgPoolConfig,
  settings: Readonly<Record<string, string>>,
) {
  // A statement prepared on one connection does not exist on another.
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
    begin: (connection, statement = beginTransaction) =>
      Effect.andThen(control(connection, statement), connection.executeRaw(ask, values)).pipe(
        // For example after the second statement is cancelled: the next user of the connection would be inside the
        // first transaction.
        Effect.onError(() => Effect.ignore(control(connection, 'ROLLBACK'))),
      ),
    commit,
    // If the connection was lost there is nothing to roll back. The earlier error is the one to report.
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
