import { expect, it } from 'vitest'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** Some of each, so that ANALYZE has something to choose from. All that says `secret` must be nowhere once it is deleted. */
const fill = [
  "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'consumo', 0, 1)",
  `INSERT INTO data_keys (name, purpose, day, key_id, sealed)
   SELECT 'record/' || n, 'record', '2020-01-01'::date + n, 'k1', 'secret' FROM generate_series(1, 9) n`,
  `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
   SELECT 'sol', 'ver_' || n, now(), 'secret', 'secret' FROM generate_series(1, 9) n`,
  `INSERT INTO signing_secrets (account_id, role, key_id, sealed)
   SELECT 'sol', role, 'k1', 'secret' FROM unnest(ARRAY['actual', 'siguiente']) role`,
  `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
   SELECT 'sol', 'ver_' || n, 'evt_' || n, 'https://secret/secret', 'secret', now() FROM generate_series(1, 9) n`,
  `INSERT INTO list_versions (list, cut_off, imported_at, entries, names, added, removed, key_revision, is_current)
   VALUES ('onu', '2020-01-01', now(), 9, 9, 9, 0, 1, true)`,
  `INSERT INTO list_entries (version_id, keys, entry)
   SELECT version_id, '{secret}', '{"names": "secret"}' FROM list_versions, generate_series(1, 9)`,
  `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
     consent_proof, mode, price_centavos, payment_intent_id, channel, webhook_url, property_id, traceparent, created_at,
     deadline, state, reason, document_key, document, basis, resolved_at)
   SELECT 'sol', 'ver_' || n, 'sol-' || n, 'secret', 'secret', 'secret', '1985-07-13', 'secret', 'consumo', 0, 'secret', 'api',
          'https://host/secret', 'secret', 'secret', now(), now(), 'no_concluyente', 'secret', 'secret', 'secret', 'secret', now()
     FROM generate_series(1, 9) n`,
]

/** Everything of our tables and indexes that the planner keeps samples of, and would show to an administrator. */
const samples = `
  SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, NULL) AS type,
         concat_ws(' ', s.stavalues1::text, s.stavalues2::text, s.stavalues3::text, s.stavalues4::text, s.stavalues5::text) AS held
    FROM pg_statistic s JOIN pg_class c ON c.oid = s.starelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = s.staattnum
   WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`
const secret = /secret|736563726574|1985-07-13/

const secretsHeld = async (url: string) =>
  JSON.parse(JSON.stringify(await query(url, samples))).flatMap(({ name, held }: { name: string; held: string }) =>
    secret.test(held) ? [name] : [],
  )

const filledDatabase = async (): Promise<string> => {
  const url = await testDatabase(migrated)
  const { ask, close } = await openConnection(url)
  for (const statement of fill) await ask(statement)
  await close()
  return url
}

it('ANALYZE copies nothing that is sealed or personal', async () => {
  const url = await filledDatabase()
  await query(url, 'ANALYZE')
  expect(await secretsHeld(url)).toEqual([])
  const held = await query(url, samples)
  expect(held.length).toBeGreaterThan(30)
})

it('whoever migrates has the rows of every table counted', async () => {
  const url = await testDatabase(migrated)
  const uncounted = `
    SELECT relname FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples = -1 AND relname NOT LIKE 'schema\\_%'`
  expect(await query(url, uncounted)).toEqual([])
})

it('a column of text, bytes or JSON is sampled only where that is decided', async () => {
  const url = await testDatabase(migrated)
  const columns = await query(
    url,
    `SELECT DISTINCT a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      LEFT JOIN pg_index i ON i.indexrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped AND coalesce(a.attstattarget, -1) <> 0
        AND c.relname NOT LIKE 'schema\\_%' AND coalesce((SELECT relname FROM pg_class WHERE oid = i.indrelid), '') NOT LIKE 'schema\\_%'
        AND (c.relkind = 'r' OR c.relkind = 'i' AND i.indkey[a.attnum - 1] = 0)
        AND (SELECT typcategory FROM pg_type WHERE oid = a.atttypid) IN ('S', 'U', 'A') ORDER BY 1`,
  )
  expect(columns.flatMap(Object.values)).toEqual([
    'account_id',
    'act',
    'key_id',
    'kind',
    'list',
    'mode',
    'name',
    'purpose',
    'rate_at',
    'rate_counted',
    'replica_id',
    'request_id',
    'role',
    'source',
    'state',
    'status',
    'task',
    'use',
    'verification_id',
  ])
})

it('there are no extended statistics, which would be samples besides', async () => {
  const url = await testDatabase(migrated)
  expect(await query(url, 'SELECT stxname FROM pg_statistic_ext')).toEqual([])
})

it('migrate removes the samples that an older database holds, and rewrites no table', async () => {
  const url = await filledDatabase()
  // Postgres makes the index of an array's elements again, and one with a condition.
  const files = () =>
    query(
      url,
      `SELECT relname, relfilenode FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relname NOT IN ('list_entries_keys', 'deliveries_due_by_host') ORDER BY 1`,
    )
  const before = await files()
  // As a database that was made before had all of them.
  await query(
    url,
    `DO $$ DECLARE c record; BEGIN
       FOR c IN SELECT attrelid::regclass AS name, attname FROM pg_attribute JOIN pg_class r ON r.oid = attrelid
                 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS -1', c.name, c.attname); END LOOP;
       ALTER INDEX data_keys_of_day ALTER COLUMN 3 SET STATISTICS -1;
     END $$`,
  )
  await query(url, 'ANALYZE')
  const held = await secretsHeld(url)
  for (const name of [
    'data_keys.sealed',
    'verification_work.sealed',
    'verifications.fingerprint',
    'deliveries.url',
    'deliveries.host',
  ]) {
    expect(held).toContain(name)
  }
  await migrated(url)
  expect(await secretsHeld(url)).toEqual([])
  await query(url, 'ANALYZE')
  expect(await secretsHeld(url)).toEqual([])
  expect(await files()).toEqual(before)
})
