/**
 * The data keys of the items that the database does not have. After a failover, the new primary may lack a key that a
 * replica has cached; data sealed with it could never be read.
 */
export const missingKeys = `
CREATE OR REPLACE FUNCTION missing_keys(items jsonb) RETURNS text[]
LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT named.name
      FROM (SELECT DISTINCT unnest(ARRAY[x ->> 'data_key', x ->> 'work_key', x ->> 'document_key']) AS name
              FROM jsonb_array_elements(items) x) named
     WHERE named.name IS NOT NULL AND NOT EXISTS (SELECT FROM data_keys k WHERE k.name = named.name))
$$`
