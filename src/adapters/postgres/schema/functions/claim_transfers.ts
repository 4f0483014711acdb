import { choosing } from '#adapters/postgres/schema/Choosing.ts'

/**
 * Claims due transfers for a node, in fair shares by account, at a cost that does not grow with what waits: as
 * `claim_verifications`.
 */
export const claimTransfers = `
CREATE OR REPLACE FUNCTION claim_transfers(node text, due timestamptz, most integer, per_account integer)
RETURNS TABLE (account_id text, verification_id text, payment_intent_id text, amount_centavos bigint, traceparent text, epoch integer,
               state text, attempts integer, due_at timestamptz, key_number integer, key_used_at timestamptz,
               remark text, destination text, key_id text, sealed bytea)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  per_host CONSTANT integer := 2147483647; held_hosts CONSTANT text[] := '{}';
  held_accounts text[]; full_accounts text[];
  turn text[] := coalesce(nullif(current_setting('cotejo.turn_of_transfers', true), ''), '{"",""}')::text[];
  room integer; chosen record;
BEGIN
  IF stands_still() THEN
    RETURN;
  END IF;
  FOR attempt IN 1..3 LOOP
    SELECT coalesce(array_agg(t.account_id), '{}') INTO held_accounts FROM transfers t WHERE t.node_id = node;
    room := greatest(0, least(most, per_account - cardinality(held_accounts)));
    SELECT count(*) AS many, array_agg(tid) AS rows
      INTO chosen
      FROM (SELECT t.ctid AS tid
              FROM transfers t WHERE t.node_id IS NULL AND t.due_at <= due ORDER BY t.due_at LIMIT room + 1) few;
    IF chosen.many > room THEN
      full_accounts := ARRAY(SELECT a FROM unnest(held_accounts) a GROUP BY a HAVING count(*) >= per_account);

      WITH RECURSIVE longest AS MATERIALIZED (
        SELECT t.ctid AS tid, t.account_id, t.verification_id, '' AS host, t.due_at, true AS is_ready FROM transfers t
         WHERE t.node_id IS NULL AND t.due_at <= due ORDER BY t.due_at LIMIT 128
      ), crowd AS MATERIALIZED (
        SELECT count(*) = 128 AS yes FROM longest
      ), latest AS MATERIALIZED (
        SELECT t.ctid AS tid, t.account_id, t.verification_id, '' AS host, t.due_at, true AS is_ready FROM transfers t
         WHERE (SELECT yes FROM crowd) AND t.node_id IS NULL AND t.due_at <= due ORDER BY t.due_at DESC LIMIT 64
      ), round AS MATERIALIZED (
        SELECT turn[1] AS account_id, '' AS host, false AS is_due, 0 AS looked, 0 AS found WHERE (SELECT yes FROM crowd)
        UNION ALL
        SELECT lane.account_id, '', lane.is_due, r.looked + 1, r.found + lane.is_due::integer
          FROM round r,
               LATERAL (SELECT t.account_id, t.due_at <= due AND t.account_id <> ALL (full_accounts) AS is_due
                          FROM transfers t
                         WHERE t.node_id IS NULL AND t.due_at IS NOT NULL AND t.account_id > r.account_id
                         ORDER BY t.account_id, t.due_at LIMIT 1) lane
         WHERE r.looked < 2000 AND r.found < most
      ), in_turn AS MATERIALIZED (
        SELECT p.*, r.looked
          FROM round r,
               LATERAL (SELECT t.ctid AS tid, t.account_id, t.verification_id, '' AS host, t.due_at, true AS is_ready FROM transfers t
                         WHERE t.node_id IS NULL AND t.due_at IS NOT NULL AND t.account_id >= r.account_id
                         ORDER BY t.account_id, t.due_at
                         LIMIT (SELECT least(ceil(most::numeric / nullif(max(found), 0)), per_account, per_host) FROM round)) p
         WHERE r.is_due AND p.account_id = r.account_id AND p.due_at <= due
      ), ${choosing}
      turn := chosen.turn;
      PERFORM set_config('cotejo.turn_of_transfers', turn::text, false);
    END IF;
    EXIT WHEN chosen.rows IS NULL;

    -- Rows are found by their place alone: these conditions are written so that no index serves them. A row that has moved
    -- since it was chosen waits for the next claim. Only this plan is made each time, for the tables that it joins.
    SET LOCAL plan_cache_mode = force_custom_plan;
    RETURN QUERY
    WITH free AS (
      SELECT t.ctid AS tid FROM unnest(chosen.rows) AS c (tid) JOIN transfers t ON t.ctid = c.tid
       WHERE coalesce(t.node_id, '') = '' AND coalesce(t.due_at, 'infinity') <= due
         FOR UPDATE OF t SKIP LOCKED
    ), claimed AS (
      UPDATE transfers t SET node_id = node, epoch = t.epoch + 1 FROM free f WHERE t.ctid = f.tid
      RETURNING t.*
    )
    SELECT c.account_id, c.verification_id, c.payment_intent_id, c.amount_centavos, v.traceparent, c.epoch, c.state, c.attempts,
           c.due_at, c.key_number, c.key_used_at, c.remark, a.destination, a.key_id, a.sealed
      FROM claimed c LEFT JOIN verifications v USING (account_id, verification_id)
           LEFT JOIN processor_accounts a USING (account_id);
    -- Others may have been quicker with all that was chosen.
    EXIT WHEN FOUND;
  END LOOP;
END $$`
