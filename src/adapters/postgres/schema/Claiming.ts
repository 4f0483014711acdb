interface Kind {
  /** The end of the function's name, `claim_…`. */
  readonly name: string
  /** A table with `account_id`, `verification_id`, `replica_id` and `epoch`. */
  readonly table: string
  /** The column with the due time of a row. */
  readonly due: string
  /** Whether rows have a column `host`. If so, a lane is an account at a host; otherwise it is an account. */
  readonly hasHosts: boolean
  /** An SQL condition that a row `w` must also meet to be claimed. */
  readonly isReady: string
  /** The columns of the function; `select` computes them from the claimed rows `c`. */
  readonly returns: string
  readonly select: string
}

/**
 * The function that claims due work of one kind for a replica, in fair shares. Its cost does not grow with the backlog.
 *
 * If everything that is due fits, it takes all of it. Otherwise it considers the 128 rows that are due longest. If more
 * than those are due, it also considers the 64 rows that fell due last, and rows of the lanes in turn, starting after
 * the lane where this connection stopped the last time. So one account's backlog delays other lanes by at most a round,
 * and newly due work is seen at once unless dozens of rows fall due between two claims. The turn is a setting of the
 * connection, not a row, so it cannot become stale.
 *
 * The chosen rows are then looked up by key, and claimed if their epoch shows that no other replica claimed them.
 *
 * The connection keeps the plans of the choice. A plan made for an empty table must also serve a full one. So
 * sequential and bitmap scans are off, and `ORDER BY … LIMIT` leaves the planner only one index.
 */
export const claiming = ({ name, table, due, hasHosts, isReady, returns, select }: Kind): string => {
  const host = hasHosts ? 'w.host' : "''"
  const lane = hasHosts ? ['account_id', 'host'] : ['account_id']
  const of = (alias: string) => lane.map((column) => `${alias}.${column}`).join(', ')
  const waiting = `w.replica_id IS NULL AND w.${due} IS NOT NULL`
  const row = (ready: string) =>
    `SELECT w.account_id, w.verification_id, w.epoch, ${host} AS host, w.${due} AS due_at, ${ready} AS is_ready FROM ${table} w`
  return `
CREATE OR REPLACE FUNCTION claim_${name}(replica text, due timestamptz, most integer, per_account integer${hasHosts ? ', per_host integer' : ''})
RETURNS TABLE (${returns})
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  ${hasHosts ? '' : 'per_host CONSTANT integer := 2147483647; '}held_accounts text[]; held_hosts text[] := '{}'; full_accounts text[]; full_hosts text[];
  turn text[] := coalesce(nullif(current_setting('cotejo.turn_of_${name}', true), ''), '{"",""}')::text[];
  room integer; chosen record;
BEGIN
  IF stands_still() THEN
    RETURN;
  END IF;
  FOR attempt IN 1..3 LOOP
    SELECT coalesce(array_agg(w.account_id), '{}')${hasHosts ? ", coalesce(array_agg(w.host), '{}')" : ''} INTO held_accounts${hasHosts ? ', held_hosts' : ''}
      FROM ${table} w WHERE w.replica_id = replica;
    room := greatest(0, least(most, per_account - cardinality(held_accounts), per_host - cardinality(held_hosts)));
    SELECT count(*) AS many, array_agg(account_id) FILTER (WHERE is_ready) AS accounts,
           array_agg(verification_id) FILTER (WHERE is_ready) AS ids, array_agg(epoch) FILTER (WHERE is_ready) AS epochs
      INTO chosen
      FROM (${row(isReady)} WHERE w.replica_id IS NULL AND w.${due} <= due ORDER BY w.${due} LIMIT room + 1) few;
    IF chosen.many > room THEN
      full_accounts := ARRAY(SELECT a FROM unnest(held_accounts) a GROUP BY a HAVING count(*) >= per_account);
      full_hosts := ARRAY(SELECT h FROM unnest(held_hosts) h GROUP BY h HAVING count(*) >= per_host);

      WITH RECURSIVE longest AS MATERIALIZED (
        ${row(isReady)} WHERE w.replica_id IS NULL AND w.${due} <= due ORDER BY w.${due} LIMIT 128
      ), crowd AS MATERIALIZED (
        SELECT count(*) = 128 AS yes FROM longest
      ), latest AS MATERIALIZED (
        ${row(isReady)}
         WHERE (SELECT yes FROM crowd) AND w.replica_id IS NULL AND w.${due} <= due ORDER BY w.${due} DESC LIMIT 64
      ), round AS MATERIALIZED (
        SELECT turn[1] AS account_id, turn[2] AS host, false AS is_due, 0 AS looked, 0 AS found WHERE (SELECT yes FROM crowd)
        UNION ALL
        SELECT lane.account_id, lane.host, lane.is_due, r.looked + 1, r.found + lane.is_due::integer
          FROM round r,
               LATERAL (SELECT w.account_id, ${host} AS host,
                               w.${due} <= due AND w.account_id <> ALL (full_accounts) AND ${host} <> ALL (full_hosts)
                                 AND ${isReady} AS is_due
                          FROM ${table} w
                         WHERE ${waiting} AND (${of('w')}) > (${of('r')})
                         ORDER BY ${of('w')}, w.${due} LIMIT 1) lane
         WHERE r.looked < 2000 AND r.found < most
      ), in_turn AS MATERIALIZED (
        SELECT p.*, r.looked
          FROM round r,
               LATERAL (${row('true')}
                         WHERE ${waiting} AND (${of('w')}) >= (${of('r')})
                         ORDER BY ${of('w')}, w.${due}
                         LIMIT (SELECT least(ceil(most::numeric / nullif(max(found), 0)), per_account, per_host) FROM round)) p
         WHERE r.is_due AND (${of('p')}) = (${of('r')}) AND p.due_at <= due
      ), candidates AS (
        SELECT DISTINCT ON (c.account_id, c.verification_id) c.*
          FROM (SELECT *, row_number() OVER (ORDER BY looked, due_at) AS nth, 1 AS view FROM in_turn
                UNION ALL SELECT *, NULL, row_number() OVER (ORDER BY due_at DESC), 2 FROM latest
                UNION ALL SELECT *, NULL, row_number() OVER (ORDER BY due_at, verification_id COLLATE "C"), 3 FROM longest) c
         WHERE c.is_ready
         ORDER BY c.account_id, c.verification_id, c.view
      ), listed AS MATERIALIZED (
        SELECT *, row_number() OVER (ORDER BY nth, view) AS place FROM candidates
      ), taken AS MATERIALIZED (
        SELECT * FROM listed
         WHERE place = ANY (ARRAY(
                 SELECT f.nth
                   FROM (SELECT array_agg(account_id ORDER BY place) AS accounts, array_agg(host ORDER BY place) AS hosts,
                                array_agg(due_at ORDER BY place) AS dues FROM listed) c,
                        fair_shares(c.accounts, c.hosts, c.dues, held_accounts, held_hosts, most, per_account, per_host) f))
      ), seen AS (
        SELECT max(looked) AS lanes, max(looked) FILTER (WHERE is_due) AS last_due, max(found) AS found,
               (SELECT max(looked) FROM taken) AS served FROM round
      )
      SELECT (SELECT array_agg(account_id) FROM taken) AS accounts, (SELECT array_agg(verification_id) FROM taken) AS ids,
             (SELECT array_agg(epoch) FROM taken) AS epochs,
             CASE WHEN lanes IS NULL THEN turn
                  WHEN served < last_due THEN (SELECT ARRAY[account_id, host] FROM round WHERE looked = served)
                  WHEN lanes < 2000 AND found < most THEN ARRAY['', '']
                  ELSE (SELECT ARRAY[account_id, host] FROM round WHERE looked = lanes) END AS turn
        INTO chosen FROM seen;
      turn := chosen.turn;
      PERFORM set_config('cotejo.turn_of_${name}', turn::text, false);
    END IF;
    EXIT WHEN chosen.ids IS NULL;

    -- Plan only this statement each time, for the current sizes of the joined tables.
    SET LOCAL plan_cache_mode = force_custom_plan;
    RETURN QUERY
    WITH free AS (
      SELECT w.account_id, w.verification_id
        FROM unnest(chosen.accounts, chosen.ids, chosen.epochs) AS c (account_id, verification_id, epoch)
             JOIN ${table} w USING (account_id, verification_id, epoch)
         FOR UPDATE OF w SKIP LOCKED
    ), claimed AS (
      UPDATE ${table} w SET replica_id = replica, epoch = w.epoch + 1
        FROM free f WHERE w.account_id = f.account_id AND w.verification_id = f.verification_id
      RETURNING w.*
    )
    SELECT ${select};
    -- Try again if other replicas claimed all chosen rows first.
    EXIT WHEN FOUND;
  END LOOP;
END $$`
}
