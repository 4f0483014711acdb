/** Fills tables for a benchmark: a million rows in a minute or two. */
import pg from 'pg'

/** While it fills: what a crash would lose is made again. */
const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: "'16GB'",
  maintenance_work_mem: "'256MB'",
}

/** Every index of these tables, as statements that drop it and make it again. */
const indexes = `
  SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
              ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
         CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
              ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname,
                          pg_get_constraintdef(c.oid)) END AS make
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
   WHERE i.indrelid = ANY ($1::text[]::regclass[])`

/**
 * Fills tables without their indexes and makes these again, since a million rows that go into them one by one take
 * longer; then does what autovacuum and the checkpointer would do some time later, in the middle of what is measured.
 *
 * @param fill.rows puts them there
 * @param fill.changes is done when there are indexes again
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
