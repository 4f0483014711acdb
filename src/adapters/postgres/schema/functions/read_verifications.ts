/**
 * At most one row: the first one in the order of the key's own index. Without the order, a plan made for few rows may
 * go through the whole account by another index, and the connection would keep that plan. The other conditions come
 * after the limit, so that no other index can serve them.
 */
const one = (key: string, condition: string): string => `
    RETURN QUERY
    SELECT * FROM (
      SELECT * FROM verifications v
       WHERE v.account_id = its_account_id AND v.${key} >= its_${key} ORDER BY v.${key} LIMIT 1
    ) v WHERE v.${key} = its_${key} AND v.retired_at IS NULL AND ${condition};`

const newest = (condition: string): string => `
    RETURN QUERY
    SELECT * FROM verifications v
     WHERE v.account_id = its_account_id AND v.retired_at IS NULL AND ${condition}
     ORDER BY v.created_at DESC, v.sequence DESC LIMIT most;`

/**
 * The unretired verifications of an account, most recent first, filtered by id, `solicitud_id` or state; null does not
 * filter. The table's policy shows a connection of the API only the account that is set here (contract 5.1), even if a
 * statement forgets the condition. A connection keeps the plans. Without sorting, they can only use the index that has the
 * rows in order, however many rows the account has.
 */
export const readVerifications = `
CREATE OR REPLACE FUNCTION read_verifications(
  its_account_id text, its_verification_id text, its_request_id text, its_state text, most integer
) RETURNS SETOF verifications
LANGUAGE plpgsql SET enable_sort = off AS $$
BEGIN
  PERFORM set_config('cotejo.account', its_account_id, true);
  IF its_verification_id IS NOT NULL THEN ${one('verification_id', 'true')}
  ELSIF its_request_id IS NOT NULL THEN ${one('request_id', '(its_state IS NULL OR v.state = its_state)')}
  ELSIF its_state IS NOT NULL THEN ${newest('v.state = its_state')}
  ELSE ${newest('true')}
  END IF;
END $$`
