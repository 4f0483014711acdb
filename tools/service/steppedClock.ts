import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from './server.ts'

/** The functions that the service calls for the time. */
const clocks = ['now', 'clock_timestamp'] as const

/**
 * Gives a migrated database a clock that can be stepped: functions in the public schema come before Postgres's own
 * functions of the same names.
 */
export const withSteppedClock = async (url: string): Promise<void> => {
  await query(url, 'CREATE TABLE clock_step (seconds float8 NOT NULL)')
  await query(url, 'INSERT INTO clock_step VALUES (0)')
  await query(url, 'GRANT SELECT ON clock_step TO PUBLIC')
  for (const clock of clocks) {
    await query(
      url,
      `CREATE FUNCTION public.${clock}() RETURNS timestamptz LANGUAGE sql STABLE AS $$
         SELECT pg_catalog.${clock}() + make_interval(secs => (SELECT seconds FROM public.clock_step)) $$`,
    )
  }
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog`)
  // The function has its own search path, from its creation.
  await query(url, 'ALTER FUNCTION admit(jsonb, integer) SET search_path = public, pg_catalog')
}

/** A test's own database with such a clock. */
export const steppedDatabase = async (): Promise<string> => {
  const url = await testDatabase(migrated)
  await withSteppedClock(url)
  return url
}

/** Sets the database's clock this many seconds ahead; negative is behind. */
export const step = (url: string, seconds: number) => query(url, `UPDATE clock_step SET seconds = ${seconds}`)
