/**
 * The rule of src/domain/FairShares.ts for every kind of work that is claimed: which of the candidates are
 * taken, by their place in the arrays. Work without hosts has one empty host, which needs room for all.
 */
export const fairShares = `
CREATE OR REPLACE FUNCTION fair_shares(accounts text[], hosts text[], dues timestamptz[],
  held_accounts text[], held_hosts text[], most integer, per_account integer, per_host integer)
RETURNS TABLE (nth bigint)
LANGUAGE sql STABLE AS $$
  WITH held AS (
    SELECT account COLLATE "C" AS account, host COLLATE "C" AS host FROM unnest(held_accounts, held_hosts) AS h (account, host)
  ), candidates AS (
    SELECT c.*, coalesce(a.many, 0) AS held_of_account, coalesce(h.many, 0) AS held_of_host, coalesce(l.many, 0) AS held_of_lane
      FROM (SELECT account COLLATE "C" AS account, host COLLATE "C" AS host, due, nth
              FROM unnest(accounts, hosts, dues) WITH ORDINALITY AS u (account, host, due, nth)) c
           LEFT JOIN (SELECT account, count(*) AS many FROM held GROUP BY account) a USING (account)
           LEFT JOIN (SELECT host, count(*) AS many FROM held GROUP BY host) h USING (host)
           LEFT JOIN (SELECT account, host, count(*) AS many FROM held GROUP BY account, host) l USING (account, host)
  ), in_lane AS (
    SELECT *, row_number() OVER (PARTITION BY account, host ORDER BY due, nth) AS nth_of_lane FROM candidates
  ), in_host AS (
    SELECT *, held_of_host
              + row_number() OVER (PARTITION BY host ORDER BY held_of_lane + nth_of_lane, due, nth) AS place_in_host
      FROM in_lane WHERE nth_of_lane <= least(per_account - held_of_account, per_host - held_of_host)
  ), in_account AS (
    SELECT *, held_of_account
              + row_number() OVER (PARTITION BY account ORDER BY held_of_lane + nth_of_lane, due, nth) AS place
      FROM in_host WHERE place_in_host <= per_host
  )
  SELECT nth FROM in_account WHERE place <= per_account ORDER BY place, nth LIMIT most
$$`
