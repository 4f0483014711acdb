/**
 * The common part of the statements of `retire_old` and `retire_one`. It follows a CTE `old`: locked rows of
 * `account_id`, `verification_id` and the delivery's `epoch`, none of them `en_proceso`.
 *
 * It removes the content of these verifications. It keeps what prevents an old `solicitud_id` or payment from creating
 * or charging again (contract 3.12). The keys of their days are marked for another check, because they may not be
 * needed now.
 *
 * The function has the instant of the removal as `at_instant`.
 *
 * @param isFree whether a delivery `d` may be deleted; if not, its verification is not changed
 */
export const removing = (isFree: string): string => {
  // A set that is computed once. A join could compare each row with every other row.
  const isGone =
    '(old.epoch IS NULL OR (old.account_id, old.verification_id) IN (SELECT account_id, verification_id FROM removed))'
  return `removed AS (
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
       SET retired_at = at_instant, fingerprint = NULL, data_key = NULL, reason = NULL, basis = NULL,
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
  SELECT count(*) INTO retired_now FROM retired;`
}
