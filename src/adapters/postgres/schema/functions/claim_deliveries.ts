/**
 * Claims due deliveries for a node. Accounts and hosts are looked up by skipping along the index, so that thousands of
 * one are one step; each gets its share, less what the node holds of it already.
 */
export const claimDeliveries = `
CREATE OR REPLACE FUNCTION claim_deliveries(node text, due timestamptz, most integer, per_account integer, per_host integer)
RETURNS TABLE (account_id text, verification_id text, event_id text, url text, body bytea, epoch integer,
               state text, attempts integer, due_at timestamptz, resend_at timestamptz, secrets jsonb)
LANGUAGE sql AS $$
  WITH RECURSIVE waiting AS (
    (SELECT d.account_id, d.host FROM deliveries d
      WHERE d.node_id IS NULL AND d.next_at IS NOT NULL ORDER BY d.account_id, d.host LIMIT 1)
    UNION ALL
    SELECT further.account_id, further.host
      FROM waiting w,
           LATERAL (SELECT d.account_id, d.host FROM deliveries d
                     WHERE d.node_id IS NULL AND d.next_at IS NOT NULL
                       AND (d.account_id, d.host) > (w.account_id, w.host)
                     ORDER BY d.account_id, d.host LIMIT 1) further
  ), held AS (
    SELECT d.account_id, d.host, count(*)::integer AS many FROM deliveries d
     WHERE d.node_id = node GROUP BY d.account_id, d.host
  ), free AS (
    SELECT w.account_id, w.host,
           least(per_account - coalesce((SELECT sum(h.many) FROM held h WHERE h.account_id = w.account_id), 0),
                 per_host - coalesce((SELECT sum(h.many) FROM held h WHERE h.host = w.host), 0))::integer AS room
      FROM waiting w
     WHERE EXISTS (SELECT 1 FROM signing_secrets s WHERE s.account_id = w.account_id AND s.role = 'actual')
       AND EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.node_id IS NULL AND d.account_id = w.account_id AND d.host = w.host AND d.next_at <= due)
  ), share AS (
    SELECT greatest(1, most / greatest(1, count(*)))::integer AS each FROM free WHERE room > 0
  ), locked AS (
    SELECT p.*
      FROM free, share,
           LATERAL (SELECT d.account_id, d.verification_id, d.host, d.next_at FROM deliveries d
                     WHERE d.node_id IS NULL AND d.account_id = free.account_id AND d.host = free.host
                       AND d.next_at <= due
                     ORDER BY d.next_at LIMIT least(share.each, free.room) FOR UPDATE SKIP LOCKED) p
     WHERE free.room > 0
  ), ranked AS (
    SELECT l.*,
           row_number() OVER (PARTITION BY l.account_id ORDER BY l.next_at)
             + coalesce((SELECT sum(h.many) FROM held h WHERE h.account_id = l.account_id), 0) AS of_account,
           row_number() OVER (PARTITION BY l.host ORDER BY l.next_at)
             + coalesce((SELECT sum(h.many) FROM held h WHERE h.host = l.host), 0) AS of_host
      FROM locked l
  ), picked AS (
    -- With few places free, whoever holds least is first: a backlog keeps nobody else waiting.
    SELECT r.account_id, r.verification_id FROM ranked r
     WHERE r.of_account <= per_account AND r.of_host <= per_host
     ORDER BY r.of_account, r.next_at LIMIT most
  ), claimed AS (
    UPDATE deliveries d SET node_id = node, epoch = d.epoch + 1
      FROM picked
     WHERE d.account_id = picked.account_id AND d.verification_id = picked.verification_id
    RETURNING d.*
  )
  SELECT c.account_id, c.verification_id, c.event_id, c.url, c.body, c.epoch, c.state, c.attempts, c.due_at, c.resend_at,
         (SELECT jsonb_object_agg(s.role, jsonb_build_object('key_id', s.key_id, 'sealed', encode(s.sealed, 'base64')))
            FROM signing_secrets s WHERE s.account_id = c.account_id)
    FROM claimed c
$$`
