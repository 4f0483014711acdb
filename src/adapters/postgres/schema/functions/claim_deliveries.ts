import { choosing } from '#adapters/postgres/schema/Choosing.ts'

/**
 * Claims due webhooks for a node, in fair shares by account and host, at a cost that does not grow with what
 * waits: as `claim_verifications`, where a lane is an account at a host.
 */
export const claimDeliveries = `
CREATE OR REPLACE FUNCTION claim_deliveries(node text, due timestamptz, most integer, per_account integer, per_host integer)
RETURNS TABLE (account_id text, verification_id text, event_id text, url text, document_key text, document bytea, traceparent text, epoch integer,
               state text, attempts integer, due_at timestamptz, resend_at timestamptz, secrets jsonb)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  held_accounts text[]; held_hosts text[]; full_accounts text[]; full_hosts text[];
  turn text[] := coalesce(nullif(current_setting('cotejo.turn_of_deliveries', true), ''), '{"",""}')::text[];
  room integer; chosen record;
BEGIN
  IF stands_still() THEN
    RETURN;
  END IF;
  FOR attempt IN 1..3 LOOP
    SELECT coalesce(array_agg(d.account_id), '{}'), coalesce(array_agg(d.host), '{}') INTO held_accounts, held_hosts
      FROM deliveries d WHERE d.node_id = node;
    room := greatest(0, least(most, per_account - cardinality(held_accounts), per_host - cardinality(held_hosts)));
    SELECT count(*) AS many, array_agg(tid) FILTER (WHERE is_ready) AS rows
      INTO chosen
      FROM (SELECT d.ctid AS tid,
                   (SELECT s.role FROM signing_secrets s WHERE s.account_id = d.account_id AND s.role = 'actual') IS NOT NULL AS is_ready
              FROM deliveries d WHERE d.node_id IS NULL AND d.next_at <= due ORDER BY d.next_at LIMIT room + 1) few;
    IF chosen.many > room THEN
      full_accounts := ARRAY(SELECT a FROM unnest(held_accounts) a GROUP BY a HAVING count(*) >= per_account);
      full_hosts := ARRAY(SELECT h FROM unnest(held_hosts) h GROUP BY h HAVING count(*) >= per_host);

      WITH RECURSIVE longest AS MATERIALIZED (
        SELECT d.ctid AS tid, d.account_id, d.verification_id, d.host, d.next_at AS due_at,
               (SELECT s.role FROM signing_secrets s WHERE s.account_id = d.account_id AND s.role = 'actual') IS NOT NULL AS is_ready
          FROM deliveries d
         WHERE d.node_id IS NULL AND d.next_at <= due ORDER BY d.next_at LIMIT 128
      ), crowd AS MATERIALIZED (
        SELECT count(*) = 128 AS yes FROM longest
      ), latest AS MATERIALIZED (
        SELECT d.ctid AS tid, d.account_id, d.verification_id, d.host, d.next_at AS due_at,
               (SELECT s.role FROM signing_secrets s WHERE s.account_id = d.account_id AND s.role = 'actual') IS NOT NULL AS is_ready
          FROM deliveries d
         WHERE (SELECT yes FROM crowd) AND d.node_id IS NULL AND d.next_at <= due ORDER BY d.next_at DESC LIMIT 64
      ), round AS MATERIALIZED (
        SELECT turn[1] AS account_id, turn[2] AS host, false AS is_due, 0 AS looked, 0 AS found
         WHERE (SELECT yes FROM crowd)
        UNION ALL
        SELECT lane.account_id, lane.host, lane.is_due, r.looked + 1, r.found + lane.is_due::integer
          FROM round r,
               LATERAL (SELECT d.account_id, d.host,
                               d.next_at <= due AND d.account_id <> ALL (full_accounts) AND d.host <> ALL (full_hosts)
                                 AND (SELECT s.role FROM signing_secrets s
                                       WHERE s.account_id = d.account_id AND s.role = 'actual') IS NOT NULL AS is_due
                          FROM deliveries d
                         WHERE d.node_id IS NULL AND d.next_at IS NOT NULL
                           AND (d.account_id, d.host) > (r.account_id, r.host)
                         ORDER BY d.account_id, d.host, d.next_at LIMIT 1) lane
         WHERE r.looked < 2000 AND r.found < most
      ), in_turn AS MATERIALIZED (
        SELECT p.*, r.looked
          FROM round r,
               LATERAL (SELECT d.ctid AS tid, d.account_id, d.verification_id, d.host, d.next_at AS due_at, true AS is_ready FROM deliveries d
                         WHERE d.node_id IS NULL AND d.next_at IS NOT NULL
                           AND (d.account_id, d.host) >= (r.account_id, r.host)
                         ORDER BY d.account_id, d.host, d.next_at
                         LIMIT (SELECT least(ceil(most::numeric / nullif(max(found), 0)), per_account, per_host) FROM round)) p
         WHERE r.is_due AND p.account_id = r.account_id AND p.host = r.host AND p.due_at <= due
      ), ${choosing}
      turn := chosen.turn;
      PERFORM set_config('cotejo.turn_of_deliveries', turn::text, false);
    END IF;
    EXIT WHEN chosen.rows IS NULL;

    -- Rows are found by their place alone: these conditions are written so that no index serves them. A row that has moved
    -- since it was chosen waits for the next claim. Only this plan is made each time, for the tables that it joins.
    SET LOCAL plan_cache_mode = force_custom_plan;
    RETURN QUERY
    WITH free AS (
      SELECT d.ctid AS tid FROM unnest(chosen.rows) AS c (tid) JOIN deliveries d ON d.ctid = c.tid
       WHERE coalesce(d.node_id, '') = '' AND coalesce(d.next_at, 'infinity') <= due
         FOR UPDATE OF d SKIP LOCKED
    ), claimed AS (
      UPDATE deliveries d SET node_id = node, epoch = d.epoch + 1 FROM free f WHERE d.ctid = f.tid
      RETURNING d.*
    )
    SELECT c.account_id, c.verification_id, c.event_id, c.url, v.document_key, v.document, v.traceparent, c.epoch, c.state, c.attempts, c.due_at, c.resend_at,
           (SELECT jsonb_object_agg(s.role, jsonb_build_object('key_id', s.key_id, 'sealed', encode(s.sealed, 'base64')))
              FROM signing_secrets s WHERE s.account_id = c.account_id)
      FROM claimed c LEFT JOIN verifications v USING (account_id, verification_id);
    -- Others may have been quicker with all that was chosen.
    EXIT WHEN FOUND;
  END LOOP;
END $$`
