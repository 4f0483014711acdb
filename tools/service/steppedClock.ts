import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { replaceFunction } from '#tools/postgres/replaced.ts'
import { migrated } from './server.ts'

/** The functions that the service calls for the time. */
const clocks = ['now', 'clock_timestamp'] as const

/** Gives a migrated database a clock that can be stepped. */
export const withSteppedClock = async (url: string): Promise<void> => {
  await query(url, 'CREATE TABLE clock_step (seconds float8 NOT NULL)')
  await query(url, 'INSERT INTO clock_step VALUES (0)')
  await query(url, 'GRANT SELECT ON clock_step TO PUBLIC')
  for (const clock of clocks) {
    await replaceFunction(
      url,
      `${clock}()`,
      `RETURNS timestamptz LANGUAGE sql STABLE AS $$
         SELECT pg_catalog.system_${clock}() + make_interval(secs => (SELECT seconds FROM public.clock_step)) $$`,
    )
  }
}

/** A test's own database with such a clock. */
export const steppedDatabase = async (): Promise<string> => {
  const url = await testDatabase(migrated)
  await withSteppedClock(url)
  return url
}

/** Sets the database's clock this many seconds ahead; negative is behind. */
export const step = (url: string, seconds: number) => query(url, `UPDATE clock_step SET seconds = ${seconds}`)
