/** Fills tables for a benchmark: a million rows in a minute or two. */
import pg from 'pg'

/** Settings while filling. A crash may lose the data, which can be generated again. */
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: "'16GB'",
  maintenance_work_mem: "'256MB'",
}

/** Every index of these tables, as statements that drop and create it. */
const indexes = `
  SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
              ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
         CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
              ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname,
                          pg_get_constraintdef(c.oid)) END AS make
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
   WHERE i.indrelid = ANY ($1::text[]::regclass[])`

/**
 * Fills tables without indexes and creates the indexes afterwards, which is faster for a million rows. Then does the
 * work of autovacuum and the checkpointer, which would otherwise run during the measurement.
 *
 * @param fill.rows inserts the rows @param fill.changes runs after the indexes were created
 */
export const inBulk = async (
  url: string,
  tables: ReadonlyArray<string>,
  fill: {
    readonly rows: (client: pg.Client) => Promise<void>
    readonly changes?: (client: pg.Client) => Promise<void>
  },
): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const [name, value] of Object.entries(fastSettings)) await client.query(`ALTER SYSTEM SET ${name} = ${value}`)
    await client.query('SELECT pg_reload_conf()')
    const { rows } = await client.query<{ drop: string; make: string }>(indexes, [tables])
    for (const { drop } of rows) await client.query(drop)
    await fill.rows(client)
    for (const { make } of rows) await client.query(make)
    await fill.changes?.(client)
    await client.query('VACUUM (ANALYZE)')
    await client.query('ALTER SYSTEM RESET ALL')
    await client.query('SELECT pg_reload_conf()')
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}
