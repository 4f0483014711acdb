import { query } from '#tools/postgres/postgres.ts'

/** Data keys of these names, which seal nothing: for tests that call the functions of SQL themselves. */
export const knownDataKeys = (url: string, ...names: ReadonlyArray<string>) =>
  query(
    url,
    `INSERT INTO data_keys (name, purpose, day, key_id, sealed)
     SELECT name, 'record', date '2026-03-10' + nth::integer, 'k', ''
       FROM unnest(ARRAY['${names.join("', '")}']) WITH ORDINALITY AS n (name, nth)`,
  )
