/**
 * The part that the statements of `claim_verifications`, `claim_deliveries` and `claim_transfers` have in common:
 * it goes on after what each of them has looked at,
 *
 * - `longest` and `latest`, the rows that are longest due and those that fell due last, and `in_turn`, those of the
 *   lanes whose turn it is, all of `account_id`, `verification_id`, `host`, `due_at`, `is_ready`, and `tid`, where the row
 *   is; the last also of `looked`, the place of its lane in the round;
 * - `round`, the lanes that were looked at: `account_id`, `host`, `is_due`, `looked`, and `found`, how many were due;
 *
 * and puts what is taken into `chosen`, with the lane after which the next round begins.
 */
export const choosing = `candidates AS (
        SELECT DISTINCT ON (c.tid) c.*
          FROM (SELECT *, row_number() OVER (ORDER BY looked, due_at) AS nth, 1 AS view FROM in_turn
                UNION ALL SELECT *, NULL, row_number() OVER (ORDER BY due_at DESC), 2 FROM latest
                UNION ALL SELECT *, NULL, row_number() OVER (ORDER BY due_at, verification_id COLLATE "C"), 3 FROM longest) c
         WHERE c.is_ready
         ORDER BY c.tid, c.view
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
      SELECT (SELECT array_agg(tid) FROM taken) AS rows,
             CASE WHEN lanes IS NULL THEN turn
                  WHEN served < last_due THEN (SELECT ARRAY[account_id, host] FROM round WHERE looked = served)
                  WHEN lanes < 2000 AND found < most THEN ARRAY['', '']
                  ELSE (SELECT ARRAY[account_id, host] FROM round WHERE looked = lanes) END AS turn
        INTO chosen FROM seen;`
