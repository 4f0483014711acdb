import type { SqlClient } from 'effect/sql'

/** The schema of every installation. */
export const schema = 'public'

/**
 * Every setting on which a result depends and that a role or a database can change. Each connection starts with these
 * values; behind a pooler, each transaction does. `default_transaction_read_only` is not among them: operators and
 * hosting providers use it to stop writes. Nor is `transaction_timeout`, which Postgres 15 and 16 refuse.
 */
export const sessionSettings = {
  // No temporary table can shadow ours.
  search_path: `${schema}, pg_temp`,
  // A statement reads what others committed while it waited for their locks. Nothing repeats a failed serialization.
  default_transaction_isolation: 'read committed',
  // What was answered is on disk, and on a synchronous standby.
  synchronous_commit: 'on',
  // Otherwise, a statement that a policy limits to one account fails.
  row_security: 'on',
  // A search over names finds all of them, not a sample.
  gin_fuzzy_search_limit: '0',
  // How values are written and read as text.
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  // The pool decides how long a connection stays open.
  idle_session_timeout: '0',
  // Statements are short. With much waiting work, high cost estimates would trigger compilation.
  jit: 'off',
} as const

/** Lets a transaction take as long as it needs. Postgres has `transaction_timeout` from version 17 on. */
export const untimed = (sql: SqlClient.SqlClient) =>
  sql`SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')`

/** The same for a transaction: its isolation level can only be chosen by the statement that begins it. */
export const beginTransaction = 'BEGIN ISOLATION LEVEL READ COMMITTED'
