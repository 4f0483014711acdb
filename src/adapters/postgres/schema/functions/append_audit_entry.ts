/** An entry as text. Its digest covers the previous entry's digest followed by this text. */
export const auditContent = (entry: string): string => `
  jsonb_build_array(${entry}.sequence, to_char(${entry}.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    ${entry}.act, ${entry}.account_id, ${entry}.actor, ${entry}.database_role, ${entry}.reason, ${entry}.details)::text`

const isMember = (role: string): string =>
  `EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}' AND pg_has_role(session_user, oid, 'MEMBER'))`

/**
 * The part of a function that removes data: it appends an entry if an operator calls it. So SQL by hand leaves one too;
 * the entry of a command says who and why.
 *
 * @param details an expression of jsonb
 */
export const recordRemoval = (act: string, accountId: string, details: string): string => `
  IF ${isMember('cotejo_operator')} AND NOT ${isMember('cotejo_app')} THEN
    PERFORM append_audit_entry('${act}', ${accountId}, session_user, NULL, ${details});
  END IF;`

/**
 * Appends an audit entry in the transaction of the action. It is the last statement of the transaction, because it
 * blocks other appends until the end. The recorded role is the connection's, although the function runs as its owner:
 * only the owner may insert.
 */
export const appendAuditEntry = `
CREATE OR REPLACE FUNCTION append_audit_entry(
  its_act text, its_account_id text, its_actor text, its_reason text, its_details jsonb
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  last audit_entries; entry audit_entries;
BEGIN
  -- Replicas may append only sums of accesses, not operators' actions.
  IF its_act <> 'accesses' AND ${isMember('cotejo_app')} AND NOT ${isMember('cotejo_operator')} THEN
    RAISE insufficient_privilege USING MESSAGE = 'replicas may not append actions of operators';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('cotejo audit'));
  SELECT * INTO last FROM audit_entries ORDER BY sequence DESC LIMIT 1;
  entry.sequence := coalesce(last.sequence, 0) + 1;
  entry.recorded_at := clock_timestamp();
  entry.act := its_act;
  entry.account_id := its_account_id;
  entry.actor := its_actor;
  entry.database_role := session_user;
  entry.reason := its_reason;
  entry.details := its_details;
  entry.previous := coalesce(last.digest, decode(repeat('00', 32), 'hex'));
  entry.digest := sha256(entry.previous || convert_to(${auditContent('entry')}, 'UTF8'));
  INSERT INTO audit_entries SELECT entry.*;
END $$`
