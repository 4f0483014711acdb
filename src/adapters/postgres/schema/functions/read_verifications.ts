/**
 * There is one at most. What is asked of it is not what the indexes of lists are made for: where nobody has counted the
 * rows, as after a restore, one of those would seem the shorter way, and is that through all of the account.
 */
const one = (condition: string): string => `
    RETURN QUERY
    SELECT * FROM verifications v
     WHERE v.account_id = its_account_id AND coalesce(v.retired_at, 'infinity') = 'infinity' AND ${condition};`

const newest = (condition: string): string => `
    RETURN QUERY
    SELECT * FROM verifications v
     WHERE v.account_id = its_account_id AND v.retired_at IS NULL AND ${condition}
     ORDER BY v.created_at DESC, v.sequence DESC LIMIT most;`

/**
 * The verifications of an account that are kept, most recent first: those with this id, this `solicitud_id`, in this
 * state; null asks for any. The policy of the table shows a connection of the API no account but the one that is named
 * here, whatever a statement forgets.
 */
export const readVerifications = `
CREATE OR REPLACE FUNCTION read_verifications(
  its_account_id text, its_verification_id text, its_request_id text, its_state text, most integer
) RETURNS SETOF verifications
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('cotejo.account', its_account_id, true);
  IF its_verification_id IS NOT NULL THEN ${one('v.verification_id = its_verification_id')}
  ELSIF its_request_id IS NOT NULL THEN ${one('v.request_id = its_request_id AND (its_state IS NULL OR v.state = its_state)')}
  ELSIF its_state IS NOT NULL THEN ${newest('v.state = its_state')}
  ELSE ${newest('true')}
  END IF;
END $$`
