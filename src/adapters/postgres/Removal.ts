import type { SqlClient, Statement } from 'effect/sql'

/**
 * Removes the content of verifications, and keeps what an old `solicitud_id` and its payment need in order not to
 * create or charge again (contract 3.12). The keys of their days are to be looked at again: nothing may need them now.
 *
 * @param old rows of `account_id`, `verification_id` and the delivery's `epoch`, locked
 * @param isFree whether a delivery `d` may be deleted; where it may not, its verification stays as it is
 */
export const removing = (sql: SqlClient.SqlClient, old: Statement.Fragment, isFree: Statement.Fragment) => {
  // A set that is made once; as a join, each of many would be held against each.
  const isGone = sql`
    (old.epoch IS NULL OR (old.account_id, old.verification_id) IN (SELECT account_id, verification_id FROM removed))`
  return sql`
  WITH old AS (${old}), removed AS (
    DELETE FROM deliveries d USING old
     WHERE d.account_id = old.account_id AND d.verification_id = old.verification_id AND ${isFree}
    RETURNING d.account_id, d.verification_id
  ), forgotten AS (
    DELETE FROM delivery_attempts a USING removed
     WHERE a.account_id = removed.account_id AND a.verification_id = removed.verification_id
  ), unnoted AS (
    DELETE FROM source_notes n USING old
     WHERE n.account_id = old.account_id AND n.verification_id = old.verification_id AND ${isGone}
  ), retired AS (
    UPDATE verifications v
       SET retired_at = now(), fingerprint = NULL, data_key = NULL, reason = NULL, basis = NULL,
           document = NULL, document_key = NULL, consent_id = NULL,
           consent_granted_at = NULL, consent_proof = NULL, webhook_url = NULL, property_id = NULL, traceparent = NULL,
           payment_intent_id = CASE WHEN v.state = 'emitida' THEN v.payment_intent_id END
      FROM old
     WHERE v.account_id = old.account_id AND v.verification_id = old.verification_id AND ${isGone}
    RETURNING v.created_at
  ), looked_at_again AS (
    UPDATE data_keys k SET kept_at = NULL
      FROM (SELECT name FROM data_keys
             WHERE purpose = 'record' AND day IN (SELECT (created_at AT TIME ZONE 'UTC')::date FROM retired)
             ORDER BY name FOR UPDATE) of_day
     WHERE k.name = of_day.name
  )
  SELECT 1 FROM retired`
}
