/** A kind of work that is claimed. */
interface Kind {
  /** As the function's name ends: `claim_…`. */
  readonly name: string
  /** Its rows have `account_id`, `verification_id`, `replica_id` and `epoch`. */
  readonly table: string
  /** The column that says when a row is due. */
  readonly due: string
  /** Whether a row goes to a host, its column `host`: a lane is then an account at a host, and else an account. */
  readonly hasHosts: boolean
  /** What else a row `w` needs to be taken, as SQL. */
  readonly isReady: string
  /** The columns of the function, and where they come from: `c` are the rows that were claimed. */
  readonly returns: string
  readonly select: string
}

/**
 * The function that claims due work of a kind for a replica, in fair shares, at a cost that does not grow with what waits.
 *
 * Where no more is due than there is room for, all of it is taken. Else it looks at the 128 that are longest due,
 * and where more are due than that, also at the 64 that fell due last, and at the lanes,
 * going round from where this connection came to the last time. So a backlog of some keeps no other lane waiting
 * for longer than a round, and what falls due is seen at once unless dozens do between two claims. Nothing is
 * written for that, so that nothing can go stale.
 *
 * What was chosen is found by its key, and taken if its epoch says that nobody else has taken it since.
 *
 * The plans of the choice are kept for as long as the connection lasts: made when a table was empty, they must serve it
 * when it is full. So they may neither scan a table nor collect what an index finds; `ORDER BY … LIMIT` leaves them one
 * index then.
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

    -- Only this plan is made each time, for the tables that it joins.
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
    -- Others may have been quicker with all that was chosen.
    EXIT WHEN FOUND;
  END LOOP;
END $$`
}
