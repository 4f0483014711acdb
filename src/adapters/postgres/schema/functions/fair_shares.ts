/**
 * The rule of src/domain/helpers/FairShares.ts for all kinds of claimed work. Returns which candidates to take, by
 * their position in the arrays. Work without hosts has one empty host, whose limit must be high enough for all. Claims
 * already held count first in their lane, host and account.
 */
export const fairShares = `
CREATE OR REPLACE FUNCTION fair_shares(accounts text[], hosts text[], dues timestamptz[],
  held_accounts text[], held_hosts text[], most integer, per_account integer, per_host integer)
RETURNS TABLE (nth bigint)
LANGUAGE sql STABLE AS $$
  WITH all_of_it AS (
    SELECT account COLLATE "C" AS account, host COLLATE "C" AS host, due, nth
      FROM unnest(accounts, hosts, dues) WITH ORDINALITY AS c (account, host, due, nth)
    UNION ALL
    SELECT account, host, '-infinity', 0 FROM unnest(held_accounts, held_hosts) AS h (account, host)
  ), in_host AS (
    SELECT *, count(*) FILTER (WHERE nth = 0) OVER (PARTITION BY host) AS held_of_host FROM all_of_it
  ), in_lane AS (
    SELECT *, count(*) FILTER (WHERE nth = 0) OVER (PARTITION BY account) AS held_of_account,
           count(*) FILTER (WHERE nth = 0) OVER (PARTITION BY account, host) AS held_of_lane,
           row_number() OVER (PARTITION BY account, host ORDER BY due, nth) AS place_in_lane
      FROM in_host
  ), at_host AS (
    SELECT *, row_number() OVER (PARTITION BY host ORDER BY nth > 0, place_in_lane, due, nth) AS place_at_host
      FROM in_lane
     WHERE nth = 0 OR place_in_lane - held_of_lane <= least(per_account - held_of_account, per_host - held_of_host)
  ), of_account AS (
    SELECT *, row_number() OVER (PARTITION BY account ORDER BY nth > 0, place_in_lane, due, nth) AS place
      FROM at_host WHERE nth = 0 OR place_at_host <= per_host
  )
  SELECT nth FROM of_account WHERE nth > 0 AND place <= per_account ORDER BY place, nth LIMIT most
$$`
