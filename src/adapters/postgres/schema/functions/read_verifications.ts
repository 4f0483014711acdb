/**
 * There is one at most: the first by its key, in the order of the index of that key, which no other index has. Without
 * an order, a plan that was made when there were few may go through all of the account by another one, and is kept.
 * What is asked of the row besides is not what the indexes of lists are made for, for the same reason.
 */
const one = (key: string, condition: string): string => `
    RETURN QUERY
    SELECT * FROM (
      SELECT * FROM verifications v
       WHERE v.account_id = its_account_id AND v.${key} >= its_${key} ORDER BY v.${key} LIMIT 1
    ) v WHERE v.${key} = its_${key} AND coalesce(v.retired_at, 'infinity') = 'infinity' AND ${condition};`

const newest = (condition: string): string => `
    RETURN QUERY
    SELECT * FROM verifications v
     WHERE v.account_id = its_account_id AND v.retired_at IS NULL AND ${condition}
     ORDER BY v.created_at DESC, v.sequence DESC LIMIT most;`

/**
 * The verifications of an account that are kept, most recent first: those with this id, this `solicitud_id`, in this
 * state; null asks for any. The policy of the table shows a connection of the API no account but the one that is named
 * here, whatever a statement forgets. A connection keeps these plans, so they may neither scan the table nor sort what
 * another index of the account finds.
 */
export const readVerifications = `
CREATE OR REPLACE FUNCTION read_verifications(
  its_account_id text, its_verification_id text, its_request_id text, its_state text, most integer
) RETURNS SETOF verifications
LANGUAGE plpgsql SET enable_seqscan = off SET enable_sort = off AS $$
BEGIN
  PERFORM set_config('cotejo.account', its_account_id, true);
  IF its_verification_id IS NOT NULL THEN ${one('verification_id', 'true')}
  ELSIF its_request_id IS NOT NULL THEN ${one('request_id', '(its_state IS NULL OR v.state = its_state)')}
  ELSIF its_state IS NOT NULL THEN ${newest('v.state = its_state')}
  ELSE ${newest('true')}
  END IF;
END $$`
