import { removing } from '#adapters/postgres/schema/Removing.ts'

/**
 * Removes the content of at most `most` verifications of each account, and of all, that were created and ended before;
 * how many. It runs as its owner: no other statement changes what a verification holds.
 *
 * What is neither due nor asked for again is in nobody's hands, and its state is final. An operator may still ask, and a
 * dispatcher claim, before the row is deleted: it is then left, content and all.
 */
export const retireOld = `
CREATE OR REPLACE FUNCTION retire_old(ended_before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  retired_now integer;
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
  RETURN retired_now;
END $$`
