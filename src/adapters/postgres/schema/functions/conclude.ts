/**
 * Ends a batch of verifications, each if its claim is still valid: state, charge or release, transfer, webhook and
 * erasure together, by the rules of `domain/account/Settlement.ts`. A test checks that both implementations agree.
 *
 * `document` and `basis` of an ending are a first position and a length in `sealed`.
 *
 * Locks, `wait_ms` and `KeyMissing` work as in `admit`. Batches that do not wait for locks run one at a time over all
 * processes, because parallel ones would find each other's accounts locked. Such a batch waits for nothing else, so it
 * is short. It waits for its turn up to the statement timeout.
 *
 * As for all statements of the work, the pool makes a new plan for each batch. The limits tell the planner the number of
 * rows; for JSON it assumes a hundred.
 */
export const conclude = `
CREATE OR REPLACE FUNCTION conclude(endings jsonb, sealed bytea, wait_ms integer) RETURNS TABLE (place integer, verdict text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
  missing text[] := missing_keys(endings);
  usual_timeout text := current_setting('lock_timeout');
BEGIN
  IF wait_ms IS NULL THEN
    PERFORM set_config('lock_timeout', '0', true);
    PERFORM pg_advisory_xact_lock(hashtext('cotejo conclude'));
    PERFORM set_config('lock_timeout', usual_timeout, true);
  ELSE
    PERFORM set_config('lock_timeout', wait_ms::text, true);
    PERFORM lock_payments(endings);
    PERFORM 1 FROM jsonb_to_recordset(endings) AS g (account_id text, mode text) JOIN accounts a USING (account_id)
      WHERE g.mode = 'consumo' ORDER BY a.account_id FOR NO KEY UPDATE OF a;
    PERFORM 1 FROM (SELECT * FROM jsonb_to_recordset(endings) AS g (account_id text, verification_id text, epoch integer)
                     LIMIT jsonb_array_length(endings)) g
              JOIN verification_work w USING (account_id, verification_id, epoch)
              JOIN verifications v USING (account_id, verification_id)
      ORDER BY w.account_id, w.verification_id FOR UPDATE OF w, v;
  END IF;

  RETURN QUERY
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(endings) AS g (
      place integer, account_id text, verification_id text, mode text, payment_intent_id text,
      epoch integer, state text, resolved_at timestamptz, reason text, document_key text, document integer[], basis integer[],
      event_id text)
     LIMIT jsonb_array_length(endings)
  ), payers AS MATERIALIZED (
    SELECT a.account_id FROM accounts a WHERE a.account_id IN (SELECT g.account_id FROM given g WHERE g.mode = 'consumo')
       FOR NO KEY UPDATE SKIP LOCKED
  ), free AS MATERIALIZED (
    SELECT g.* FROM given g
     WHERE (g.document_key = ANY (missing)) IS NOT TRUE
       AND CASE WHEN g.mode = 'consumo' THEN g.account_id IN (SELECT p.account_id FROM payers p)
                  ELSE g.payment_intent_id IS NULL OR g.state = 'emitida'
                       OR pg_try_advisory_xact_lock(hashtextextended(g.payment_intent_id, 0)) END
  ), held AS MATERIALIZED (
    SELECT g.*
      FROM free g JOIN verification_work w USING (account_id, verification_id, epoch)
           JOIN verifications v USING (account_id, verification_id)
     WHERE v.state = 'en_proceso'
       FOR UPDATE OF w, v SKIP LOCKED
  ), once AS MATERIALIZED (
    SELECT DISTINCT ON (account_id, verification_id) * FROM held ORDER BY account_id, verification_id, place
  ), done AS (
    DELETE FROM verification_work w USING once o
     WHERE w.account_id = o.account_id AND w.verification_id = o.verification_id
  ), ended AS (
    UPDATE verifications v SET state = o.state, resolved_at = o.resolved_at, reason = o.reason,
           document_key = o.document_key, document = substring(sealed, o.document[1], o.document[2]),
           basis = substring(sealed, o.basis[1], o.basis[2])
      FROM once o WHERE v.account_id = o.account_id AND v.verification_id = o.verification_id
    RETURNING o.place, o.event_id, v.state, v.account_id, v.verification_id, v.resolved_at,
              v.mode, v.price_centavos, v.payment_intent_id, v.webhook_url
  ), settled AS (
    UPDATE accounts a SET held_centavos = a.held_centavos - e.freed, settled_centavos = a.settled_centavos - e.charged
      FROM (SELECT account_id, sum(price_centavos) AS freed, coalesce(sum(price_centavos) FILTER (WHERE state = 'emitida'), 0) AS charged
              FROM ended WHERE mode = 'consumo' GROUP BY account_id) e
     WHERE a.account_id = e.account_id
  ), booked AS (
    INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
    SELECT account_id, 'cargo', 'saldo', 'ingresos', price_centavos, verification_id
      FROM ended WHERE mode = 'consumo' AND state = 'emitida' AND price_centavos > 0
  ), queued AS (
    INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
    SELECT account_id, verification_id, payment_intent_id, price_centavos, resolved_at
      FROM ended WHERE mode = 'connect' AND state = 'emitida' AND price_centavos > 0
  ), freed AS (
    DELETE FROM payment_claims p USING ended e
     WHERE e.mode = 'connect' AND e.state = 'no_concluyente' AND p.payment_intent_id = e.payment_intent_id
       AND p.account_id = e.account_id AND p.verification_id = e.verification_id
  ), announced AS (
    INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
    SELECT account_id, verification_id, event_id, webhook_url,
           coalesce(lower(substring(webhook_url FROM '^[^:]+://([^/?#]+)')), ''), resolved_at
      FROM ended WHERE state = 'emitida'
  )
  -- Not ended although the claim is valid means that another session has locked a part of it.
  SELECT g.place,
         CASE WHEN g.document_key = ANY (missing) THEN 'KeyMissing'
              WHEN g.place IN (SELECT e.place FROM ended e) THEN 'Done'
              WHEN (g.account_id, g.verification_id) NOT IN (SELECT e.account_id, e.verification_id FROM ended e)
               AND (SELECT w.epoch FROM verification_work w
                     WHERE w.account_id = g.account_id AND w.verification_id = g.verification_id
                       AND w.epoch = g.epoch) IS NOT NULL THEN 'Locked'
              ELSE 'Lost' END
    FROM given g;
END $$`
