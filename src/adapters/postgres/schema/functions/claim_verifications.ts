import { choosing } from '#adapters/postgres/schema/Choosing.ts'

/**
 * Claims due verifications for a node, in fair shares by account, at a cost that does not grow with what waits.
 *
 * Where no more is due than there is room for, all of it is taken. Else it looks at the 128 that are longest due,
 * and where more are due than that, also at the 64 that fell due last, and at the lanes, which are the accounts,
 * going round from where this connection came to the last time. So a backlog of some keeps no other lane waiting
 * for longer than a round, and what falls due is seen at once unless dozens do between two claims. Nothing is
 * written for that, so that nothing can go stale.
 *
 * The same way serves `claim_deliveries` and `claim_transfers`. Plans are kept, and made so that they serve a
 * table that was empty when they were made.
 */
export const claimVerifications = `
CREATE OR REPLACE FUNCTION claim_verifications(node text, due timestamptz, most integer, per_account integer)
RETURNS TABLE (verification jsonb, epoch integer, crashes integer, data_key text, sealed bytea)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  per_host CONSTANT integer := 2147483647; held_hosts CONSTANT text[] := '{}';
  held_accounts text[]; full_accounts text[];
  turn text[] := coalesce(nullif(current_setting('cotejo.turn_of_verifications', true), ''), '{"",""}')::text[];
  room integer; chosen record;
BEGIN
  IF stands_still() THEN
    RETURN;
  END IF;
  FOR attempt IN 1..3 LOOP
    SELECT coalesce(array_agg(w.account_id), '{}') INTO held_accounts FROM verification_work w WHERE w.node_id = node;
    room := greatest(0, least(most, per_account - cardinality(held_accounts)));
    SELECT count(*) AS many, array_agg(tid) AS rows
      INTO chosen
      FROM (SELECT w.ctid AS tid
              FROM verification_work w WHERE w.node_id IS NULL AND w.due_at <= due ORDER BY w.due_at LIMIT room + 1) few;
    IF chosen.many > room THEN
      full_accounts := ARRAY(SELECT a FROM unnest(held_accounts) a GROUP BY a HAVING count(*) >= per_account);

      WITH RECURSIVE longest AS MATERIALIZED (
        SELECT w.ctid AS tid, w.account_id, w.verification_id, '' AS host, w.due_at, true AS is_ready FROM verification_work w
         WHERE w.node_id IS NULL AND w.due_at <= due ORDER BY w.due_at LIMIT 128
      ), crowd AS MATERIALIZED (
        SELECT count(*) = 128 AS yes FROM longest
      ), latest AS MATERIALIZED (
        SELECT w.ctid AS tid, w.account_id, w.verification_id, '' AS host, w.due_at, true AS is_ready FROM verification_work w
         WHERE (SELECT yes FROM crowd) AND w.node_id IS NULL AND w.due_at <= due ORDER BY w.due_at DESC LIMIT 64
      ), round AS MATERIALIZED (
        SELECT turn[1] AS account_id, '' AS host, false AS is_due, 0 AS looked, 0 AS found WHERE (SELECT yes FROM crowd)
        UNION ALL
        SELECT lane.account_id, '', lane.is_due, r.looked + 1, r.found + lane.is_due::integer
          FROM round r,
               LATERAL (SELECT w.account_id, w.due_at <= due AND w.account_id <> ALL (full_accounts) AS is_due
                          FROM verification_work w
                         WHERE w.node_id IS NULL AND w.account_id > r.account_id
                         ORDER BY w.account_id, w.due_at LIMIT 1) lane
         WHERE r.looked < 2000 AND r.found < most
      ), in_turn AS MATERIALIZED (
        SELECT p.*, r.looked
          FROM round r,
               LATERAL (SELECT w.ctid AS tid, w.account_id, w.verification_id, '' AS host, w.due_at, true AS is_ready FROM verification_work w
                         WHERE w.node_id IS NULL AND w.account_id >= r.account_id
                         ORDER BY w.account_id, w.due_at
                         LIMIT (SELECT least(ceil(most::numeric / nullif(max(found), 0)), per_account, per_host) FROM round)) p
         WHERE r.is_due AND p.account_id = r.account_id AND p.due_at <= due
      ), ${choosing}
      turn := chosen.turn;
      PERFORM set_config('cotejo.turn_of_verifications', turn::text, false);
    END IF;
    EXIT WHEN chosen.rows IS NULL;

    -- Rows are found by their place alone: these conditions are written so that no index serves them. A row that has moved
    -- since it was chosen waits for the next claim. Only this plan is made each time, for the tables that it joins.
    SET LOCAL plan_cache_mode = force_custom_plan;
    RETURN QUERY
    WITH free AS (
      SELECT w.ctid AS tid FROM unnest(chosen.rows) AS c (tid) JOIN verification_work w ON w.ctid = c.tid
       WHERE coalesce(w.node_id, '') = '' AND coalesce(w.due_at, 'infinity') <= due
         FOR UPDATE OF w SKIP LOCKED
    ), claimed AS (
      UPDATE verification_work w SET node_id = node, epoch = w.epoch + 1 FROM free f WHERE w.ctid = f.tid
      RETURNING w.*
    )
    SELECT to_jsonb(v), c.epoch, c.crashes, c.data_key, c.sealed
      FROM claimed c JOIN verifications v USING (account_id, verification_id);
    -- Others may have been quicker with all that was chosen.
    EXIT WHEN FOUND;
  END LOOP;
END $$`
