/**
 * Ends a batch of verifications, each if its claim still holds: state, charge or release, transfer, webhook and erasure
 * together. Batches go by account, as in `admit`.
 */
export const conclude = `
CREATE OR REPLACE FUNCTION conclude(endings jsonb) RETURNS TABLE (place integer, done boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  e record; ended verifications;
BEGIN
  FOR e IN
    SELECT * FROM jsonb_to_recordset(endings) AS x (
      place integer, account_id text, verification_id text, node_id text, epoch integer,
      state text, outcome jsonb, resolved_at timestamptz, charges boolean, releases boolean,
      event_id text, body text)
    ORDER BY x.account_id, x.verification_id
  LOOP
    place := e.place;
    DELETE FROM verification_work w
     WHERE w.account_id = e.account_id AND w.verification_id = e.verification_id
       AND w.node_id = e.node_id AND w.epoch = e.epoch;
    done := FOUND;
    IF NOT done THEN
      RETURN NEXT; CONTINUE;
    END IF;
    UPDATE verifications v SET state = e.state, outcome = e.outcome, resolved_at = e.resolved_at
     WHERE v.account_id = e.account_id AND v.verification_id = e.verification_id AND v.state = 'en_proceso'
     RETURNING * INTO STRICT ended;
    IF ended.mode = 'consumo' THEN
      UPDATE accounts c
         SET held_centavos = held_centavos - ended.price_centavos,
             settled_centavos = settled_centavos - CASE WHEN e.charges THEN ended.price_centavos ELSE 0 END
       WHERE c.account_id = e.account_id;
      IF e.charges AND ended.price_centavos > 0 THEN
        INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
          VALUES (e.account_id, 'cargo', 'saldo', 'ingresos', ended.price_centavos, e.verification_id);
      END IF;
    ELSIF e.charges AND ended.price_centavos > 0 THEN
      INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
        VALUES (e.account_id, e.verification_id, ended.payment_intent_id, ended.price_centavos, e.resolved_at);
    ELSIF e.releases AND ended.payment_intent_id IS NOT NULL THEN
      DELETE FROM payment_claims p
       WHERE p.account_id = e.account_id AND p.payment_intent_id = ended.payment_intent_id
         AND p.verification_id = e.verification_id;
    END IF;
    IF e.event_id IS NOT NULL THEN
      INSERT INTO deliveries (account_id, verification_id, event_id, url, host, body, due_at)
        VALUES (e.account_id, e.verification_id, e.event_id, ended.webhook_url,
          coalesce(lower(substring(ended.webhook_url FROM '^[^:]+://([^/?#]+)')), ''), decode(e.body, 'base64'), e.resolved_at);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$`
