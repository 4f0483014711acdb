import { recordRemoval } from './append_audit_entry.ts'

/**
 * Destroys data keys of days before `ended_before` that no stored data needs any more, and returns how many. It runs as
 * its owner: no other statement of a replica or a command deletes a key.
 *
 * A `record` key is checked once, and again after content of its day was removed. It is marked as checked first: a
 * concurrent removal waits for this row, and then marks the key for another check. Rows are found by the index of
 * unretired verifications, account by account.
 */
export const destroyKeys = `
CREATE OR REPLACE FUNCTION destroy_keys(ended_before date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  looked text[]; records integer; applicants integer;
BEGIN
  WITH seen AS (
    UPDATE data_keys k SET kept_at = now()
      FROM (SELECT name FROM data_keys
             WHERE purpose = 'record' AND kept_at IS NULL AND day < ended_before ORDER BY name FOR UPDATE) unseen
     WHERE k.name = unseen.name RETURNING k.name
  )
  SELECT array_agg(name) INTO looked FROM seen;
  DELETE FROM data_keys k
   WHERE k.name = ANY (looked)
     AND NOT EXISTS (
       SELECT FROM accounts a CROSS JOIN LATERAL (
         SELECT FROM verifications v
          WHERE v.account_id = a.account_id AND v.retired_at IS NULL
            AND v.created_at >= k.day::timestamp AT TIME ZONE 'UTC'
            AND v.created_at < (k.day + 1)::timestamp AT TIME ZONE 'UTC'
          LIMIT 1
       ) kept
     );
  GET DIAGNOSTICS records = ROW_COUNT;
  DELETE FROM data_keys
   WHERE purpose = 'applicant' AND day < ended_before
     AND to_char(day, 'YYYY-MM-DD') NOT IN (SELECT split_part(data_key, '/', 2) FROM verification_work);
  GET DIAGNOSTICS applicants = ROW_COUNT;
  IF records + applicants > 0 THEN${recordRemoval(
    'destroy_keys',
    'NULL',
    "jsonb_build_object('ended_before', ended_before, 'removed', records + applicants)",
  )}
  END IF;
  RETURN records + applicants;
END $$`
