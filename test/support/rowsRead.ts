import { query } from '#tools/postgres/postgres.ts'
import { until } from '#tools/service/server.ts'

/**
 * Rows of a table, and entries of its indexes, that were read until now. A connection tells what it has read when it ends,
 * so all of this database are ended; whoever uses them opens others.
 */
export const rowsRead = async (url: string, table: string): Promise<number> => {
  const ended = await query(
    url,
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  const pids = `'{${ended.map((row) => Reflect.get(row, 'pid')).join()}}'::integer[]`
  await until(async () => (await query(url, `SELECT FROM pg_stat_activity WHERE pid = ANY (${pids})`)).length === 0)
  const [row = {}] = await query(
    url,
    `SELECT (sum(i.idx_tup_read) + min(t.seq_tup_read))::int AS total
       FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid) WHERE t.relname = '${table}'`,
  )
  return Number(Reflect.get(row, 'total'))
}
