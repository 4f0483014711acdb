import { removing } from '#adapters/postgres/schema/Removing.ts'
import { recordRemoval } from './append_audit_entry.ts'

/**
 * Removes the content of one verification, unless it is `en_proceso`, and its delivery in any state. Returns 0 or 1. It
 * waits for concurrent writes of the verification and removes what they wrote. It runs as its owner, as `retire_old`
 * does.
 */
export const retireOne = `
CREATE OR REPLACE FUNCTION retire_one(its_account_id text, its_verification_id text, at_instant timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  retired_now integer;
BEGIN
  PERFORM 1 FROM verifications WHERE account_id = its_account_id AND verification_id = its_verification_id
    FOR NO KEY UPDATE;
  PERFORM 1 FROM deliveries WHERE account_id = its_account_id AND verification_id = its_verification_id FOR UPDATE;
  WITH old AS (
    SELECT account_id, verification_id, d.epoch
      FROM verifications v LEFT JOIN deliveries d USING (account_id, verification_id)
     WHERE account_id = its_account_id AND verification_id = its_verification_id
       AND v.state <> 'en_proceso' AND v.retired_at IS NULL
  ), ${removing('true')}
  IF retired_now > 0 THEN${recordRemoval(
    'retire_one',
    'its_account_id',
    "jsonb_build_object('verification', its_verification_id)",
  )}
  END IF;
  RETURN retired_now;
END $$`
