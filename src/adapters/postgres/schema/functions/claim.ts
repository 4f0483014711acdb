/** Claims due work for a node, at most a fair share of each account. */
export const claim = `
CREATE OR REPLACE FUNCTION claim(node text, due timestamptz, most integer)
RETURNS TABLE (verification jsonb, epoch integer, crashes integer, key_id text, sealed bytea)
LANGUAGE sql AS $$
  WITH waiting AS (
    SELECT DISTINCT w.account_id FROM verification_work w WHERE w.node_id IS NULL AND w.due_at <= due
  ), share AS (
    SELECT greatest(1, most / greatest(1, count(*)))::integer AS each FROM waiting
  ), picked AS (
    SELECT p.account_id, p.verification_id
      FROM waiting, share,
           LATERAL (SELECT w.account_id, w.verification_id, w.due_at FROM verification_work w
                     WHERE w.account_id = waiting.account_id AND w.node_id IS NULL AND w.due_at <= due
                     ORDER BY w.due_at LIMIT share.each FOR UPDATE SKIP LOCKED) p
     LIMIT most
  ), claimed AS (
    UPDATE verification_work w SET node_id = node, epoch = w.epoch + 1
      FROM picked
     WHERE w.account_id = picked.account_id AND w.verification_id = picked.verification_id
    RETURNING w.*
  )
  SELECT to_jsonb(v), c.epoch, c.crashes, c.key_id, c.sealed
    FROM claimed c JOIN verifications v USING (account_id, verification_id)
$$`
