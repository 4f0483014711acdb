const rows = (condition: string): string => `
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
  IF its_verification_id IS NOT NULL THEN ${rows('v.verification_id = its_verification_id')}
  ELSIF its_request_id IS NOT NULL THEN ${rows('v.request_id = its_request_id AND (its_state IS NULL OR v.state = its_state)')}
  ELSIF its_state IS NOT NULL THEN ${rows('v.state = its_state')}
  ELSE ${rows('true')}
  END IF;
END $$`
