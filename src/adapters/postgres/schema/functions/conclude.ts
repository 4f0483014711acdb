/**
 * Ends a batch of verifications, each if its claim still holds: state, charge or release, transfer, webhook
 * and erasure together, as `domain/account/Settlement.ts` says. A test holds the two equal.
 *
 * Locks and `wait_ms` as in `admit`.
 */
export const conclude = `
CREATE OR REPLACE FUNCTION conclude(endings jsonb, wait_ms integer) RETURNS TABLE (place integer, verdict text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  e record; ended verifications; account accounts; account_changed boolean := false;
BEGIN
  IF wait_ms IS NOT NULL THEN
    PERFORM set_config('lock_timeout', wait_ms::text, true);
    PERFORM lock_payments(endings);
  END IF;

  -- The last row is of nobody: with it the row of the last account is written.
  FOR e IN
    SELECT * FROM jsonb_to_recordset(endings || '[{}]') AS x (
      place integer, account_id text, verification_id text, mode text, payment_intent_id text, node_id text,
      epoch integer, state text, resolved_at timestamptz, reason text, document_key text, document text, basis text,
      charges boolean, releases boolean, event_id text)
    ORDER BY x.account_id, x.verification_id, x.place
  LOOP
    IF account_changed AND account.account_id IS DISTINCT FROM e.account_id THEN
      UPDATE accounts c SET held_centavos = account.held_centavos, settled_centavos = account.settled_centavos
       WHERE c.account_id = account.account_id;
      account_changed := false;
    END IF;
    EXIT WHEN e.account_id IS NULL;
    place := e.place;

    -- Before anything is done: what somebody else has locked.
    IF e.mode = 'consumo' AND account.account_id IS DISTINCT FROM e.account_id THEN
      IF wait_ms IS NOT NULL THEN
        SELECT * INTO account FROM accounts c WHERE c.account_id = e.account_id FOR NO KEY UPDATE;
      ELSE
        SELECT * INTO account FROM accounts c WHERE c.account_id = e.account_id FOR NO KEY UPDATE SKIP LOCKED;
      END IF;
      IF NOT FOUND THEN
        verdict := 'Busy'; RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    IF wait_ms IS NULL AND e.releases AND NOT pg_try_advisory_xact_lock(hashtextextended(e.payment_intent_id, 0)) THEN
      verdict := 'Busy'; RETURN NEXT; CONTINUE;
    END IF;
    IF wait_ms IS NULL THEN
      PERFORM 1 FROM verification_work w JOIN verifications v USING (account_id, verification_id)
       WHERE w.account_id = e.account_id AND w.verification_id = e.verification_id
         FOR UPDATE OF w, v SKIP LOCKED;
      IF NOT FOUND AND EXISTS (
        SELECT FROM verification_work w
         WHERE w.account_id = e.account_id AND w.verification_id = e.verification_id
           AND w.node_id = e.node_id AND w.epoch = e.epoch
      ) THEN
        verdict := 'Busy'; RETURN NEXT; CONTINUE;
      END IF;
    END IF;

    DELETE FROM verification_work w
     WHERE w.account_id = e.account_id AND w.verification_id = e.verification_id
       AND w.node_id = e.node_id AND w.epoch = e.epoch;
    IF NOT FOUND THEN
      verdict := 'Lost'; RETURN NEXT; CONTINUE;
    END IF;
    UPDATE verifications v SET state = e.state, resolved_at = e.resolved_at, reason = e.reason,
           document_key = e.document_key, document = decode(e.document, 'base64'), basis = decode(e.basis, 'base64')
     WHERE v.account_id = e.account_id AND v.verification_id = e.verification_id AND v.state = 'en_proceso'
     RETURNING * INTO STRICT ended;

    IF ended.mode = 'consumo' THEN
      IF e.charges OR e.releases THEN
        account.held_centavos := account.held_centavos - ended.price_centavos;
        account_changed := true;
      END IF;
      IF e.charges THEN
        account.settled_centavos := account.settled_centavos - ended.price_centavos;
      END IF;
      IF e.charges AND ended.price_centavos > 0 THEN
        INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
          VALUES (e.account_id, 'cargo', 'saldo', 'ingresos', ended.price_centavos, e.verification_id);
      END IF;
    ELSIF e.charges THEN
      INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
        SELECT e.account_id, e.verification_id, ended.payment_intent_id, ended.price_centavos, e.resolved_at
         WHERE ended.price_centavos > 0;
    ELSIF e.releases THEN
      DELETE FROM payment_claims p
       WHERE p.payment_intent_id = ended.payment_intent_id AND p.account_id = e.account_id
         AND p.verification_id = e.verification_id;
    END IF;
    IF e.event_id IS NOT NULL THEN
      INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
        VALUES (e.account_id, e.verification_id, e.event_id, ended.webhook_url,
          coalesce(lower(substring(ended.webhook_url FROM '^[^:]+://([^/?#]+)')), ''), e.resolved_at);
    END IF;
    verdict := 'Done'; RETURN NEXT;
  END LOOP;
END $$`
