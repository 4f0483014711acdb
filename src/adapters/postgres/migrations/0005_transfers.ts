/**
 * Mode `connect`: what an account reaches its processor with, and one row for each transfer, queued by
 * the transaction that emits.
 */
export const statements: ReadonlyArray<string> = [
  `CREATE TABLE processor_accounts (
     account_id text PRIMARY KEY REFERENCES accounts,
     destination text NOT NULL,
     key_id text NOT NULL,
     sealed bytea NOT NULL,
     changed_at timestamptz NOT NULL DEFAULT now()
   )`,

  `CREATE TABLE transfers (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     payment_intent_id text NOT NULL,
     amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
     state text NOT NULL DEFAULT 'encolada' CHECK (state IN ('encolada', 'ejecutada')),
     attempts integer NOT NULL DEFAULT 0,
     due_at timestamptz,
     key_number integer NOT NULL DEFAULT 1,
     key_used_at timestamptz,
     transfer_id text,
     last_failure text,
     remark text CHECK (remark IN ('reembolsado', 'disputado')),
     node_id text,
     epoch integer NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, verification_id),
     CHECK ((state = 'ejecutada') = (transfer_id IS NOT NULL)),
     CHECK ((state = 'encolada') = (due_at IS NOT NULL))
   ) WITH (fillfactor = 70)`,
  'CREATE INDEX transfers_due ON transfers (due_at) WHERE node_id IS NULL AND due_at IS NOT NULL',
  'CREATE INDEX transfers_held ON transfers (node_id) WHERE node_id IS NOT NULL',
  'CREATE INDEX transfers_newest ON transfers (account_id, sequence DESC)',

  // As before, and the transfer of a verification in mode connect with it.
  `CREATE OR REPLACE FUNCTION conclude(endings jsonb) RETURNS TABLE (place integer, done boolean)
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
   END $$`,
]
