import { removing } from '#adapters/postgres/schema/Removing.ts'
import { recordRemoval } from './append_audit_entry.ts'

/**
 * Removes the content of up to `most` verifications, in total and per account, that were created and ended before
 * `ended_before`, and all clearances that were recorded before it. Returns how many verifications. It runs as its owner:
 * no other statement changes the content of a verification.
 *
 * A delivery in a final state, without a due time or a requested resend, has no holder. An operator may still request a
 * resend, and a dispatcher claim it, before its row is deleted. Then the verification keeps its content.
 */
export const retireOld = `
CREATE OR REPLACE FUNCTION retire_old(ended_before timestamptz, most integer, at_instant timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  retired_now integer; forgotten integer;
BEGIN
  WITH old AS (
    SELECT o.account_id, o.verification_id, o.epoch
      FROM accounts a CROSS JOIN LATERAL (
        SELECT v.account_id, v.verification_id, d.epoch
          FROM verifications v LEFT JOIN deliveries d USING (account_id, verification_id)
         WHERE v.account_id = a.account_id AND v.retired_at IS NULL AND v.created_at < ended_before
           AND v.resolved_at < ended_before AND d.next_at IS NULL
         ORDER BY v.created_at, v.sequence LIMIT most
         FOR NO KEY UPDATE OF v SKIP LOCKED
      ) o LIMIT most
  ), ${removing('d.epoch = old.epoch AND d.next_at IS NULL')}
  DELETE FROM clearances WHERE recorded_at < ended_before;
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  IF retired_now + forgotten > 0 THEN${recordRemoval(
    'retire_old',
    'NULL',
    "jsonb_build_object('ended_before', ended_before, 'removed', retired_now, 'clearances', forgotten)",
  )}
  END IF;
  RETURN retired_now;
END $$`
