/**
 * Webhooks: the secrets that sign them, and one row for each that was emitted, with its schedule and
 * its attempts.
 */
export const statements: ReadonlyArray<string> = [
  `CREATE TABLE signing_secrets (
     account_id text NOT NULL REFERENCES accounts,
     role text NOT NULL CHECK (role IN ('actual', 'siguiente')),
     key_id text NOT NULL,
     sealed bytea NOT NULL,
     issued_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (account_id, role)
   )`,

  `CREATE TABLE deliveries (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     event_id text NOT NULL,
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     url text NOT NULL,
     host text NOT NULL,
     body bytea NOT NULL,
     state text NOT NULL DEFAULT 'pendiente' CHECK (state IN ('pendiente', 'entregada', 'agotada')),
     attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 6),
     sent integer NOT NULL DEFAULT 0,
     due_at timestamptz,
     resend_at timestamptz,
     next_at timestamptz GENERATED ALWAYS AS (least(due_at, resend_at)) STORED,
     node_id text,
     epoch integer NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, verification_id),
     CHECK ((state = 'pendiente') = (due_at IS NOT NULL)),
     CHECK (attempts <= sent)
   ) WITH (fillfactor = 70)`,
  'CREATE INDEX deliveries_due ON deliveries (next_at) WHERE node_id IS NULL AND next_at IS NOT NULL',
  `CREATE INDEX deliveries_due_by_host ON deliveries (account_id, host, next_at)
     WHERE node_id IS NULL AND next_at IS NOT NULL`,
  'CREATE INDEX deliveries_held ON deliveries (node_id) WHERE node_id IS NOT NULL',
  'CREATE INDEX deliveries_newest ON deliveries (account_id, sequence DESC)',
  // Few, and looked for: what an operator may want to send again.
  "CREATE INDEX deliveries_agotadas ON deliveries (account_id, sequence DESC) WHERE state = 'agotada'",

  `CREATE TABLE delivery_attempts (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     number integer NOT NULL,
     kind text NOT NULL CHECK (kind IN ('programado', 'reenvio')),
     started_at timestamptz NOT NULL,
     took_ms integer NOT NULL,
     status integer,
     failure text,
     PRIMARY KEY (account_id, verification_id, number),
     CHECK ((status IS NULL) = (failure IS NOT NULL))
   )`,

  // As before, and the webhook with it. The host is what deliveries are bounded by; how it is spelled does not matter.
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

  // Claims due deliveries for a node. Accounts and hosts are looked up by skipping along the index, so
  // that thousands of one are one step; each gets its share, less what the node holds of it already.
  `CREATE FUNCTION claim_deliveries(node text, due timestamptz, most integer, per_account integer, per_host integer)
   RETURNS TABLE (account_id text, verification_id text, event_id text, url text, body bytea, epoch integer,
                  state text, attempts integer, due_at timestamptz, resend_at timestamptz, secrets jsonb)
   LANGUAGE sql AS $$
     WITH RECURSIVE waiting AS (
       (SELECT d.account_id, d.host FROM deliveries d
         WHERE d.node_id IS NULL AND d.next_at IS NOT NULL ORDER BY d.account_id, d.host LIMIT 1)
       UNION ALL
       SELECT further.account_id, further.host
         FROM waiting w,
              LATERAL (SELECT d.account_id, d.host FROM deliveries d
                        WHERE d.node_id IS NULL AND d.next_at IS NOT NULL
                          AND (d.account_id, d.host) > (w.account_id, w.host)
                        ORDER BY d.account_id, d.host LIMIT 1) further
     ), held AS (
       SELECT d.account_id, d.host, count(*)::integer AS many FROM deliveries d
        WHERE d.node_id = node GROUP BY d.account_id, d.host
     ), free AS (
       SELECT w.account_id, w.host,
              least(per_account - coalesce((SELECT sum(h.many) FROM held h WHERE h.account_id = w.account_id), 0),
                    per_host - coalesce((SELECT sum(h.many) FROM held h WHERE h.host = w.host), 0))::integer AS room
         FROM waiting w
        WHERE EXISTS (SELECT 1 FROM signing_secrets s WHERE s.account_id = w.account_id AND s.role = 'actual')
          AND EXISTS (SELECT 1 FROM deliveries d
                       WHERE d.node_id IS NULL AND d.account_id = w.account_id AND d.host = w.host AND d.next_at <= due)
     ), share AS (
       SELECT greatest(1, most / greatest(1, count(*)))::integer AS each FROM free WHERE room > 0
     ), locked AS (
       SELECT p.*
         FROM free, share,
              LATERAL (SELECT d.account_id, d.verification_id, d.host, d.next_at FROM deliveries d
                        WHERE d.node_id IS NULL AND d.account_id = free.account_id AND d.host = free.host
                          AND d.next_at <= due
                        ORDER BY d.next_at LIMIT least(share.each, free.room) FOR UPDATE SKIP LOCKED) p
        WHERE free.room > 0
     ), ranked AS (
       SELECT l.*,
              row_number() OVER (PARTITION BY l.account_id ORDER BY l.next_at)
                + coalesce((SELECT sum(h.many) FROM held h WHERE h.account_id = l.account_id), 0) AS of_account,
              row_number() OVER (PARTITION BY l.host ORDER BY l.next_at)
                + coalesce((SELECT sum(h.many) FROM held h WHERE h.host = l.host), 0) AS of_host
         FROM locked l
     ), picked AS (
       -- With few places free, whoever holds least is first: a backlog keeps nobody else waiting.
       SELECT r.account_id, r.verification_id FROM ranked r
        WHERE r.of_account <= per_account AND r.of_host <= per_host
        ORDER BY r.of_account, r.next_at LIMIT most
     ), claimed AS (
       UPDATE deliveries d SET node_id = node, epoch = d.epoch + 1
         FROM picked
        WHERE d.account_id = picked.account_id AND d.verification_id = picked.verification_id
       RETURNING d.*
     )
     SELECT c.account_id, c.verification_id, c.event_id, c.url, c.body, c.epoch, c.state, c.attempts, c.due_at, c.resend_at,
            (SELECT jsonb_object_agg(s.role, jsonb_build_object('key_id', s.key_id, 'sealed', encode(s.sealed, 'base64')))
               FROM signing_secrets s WHERE s.account_id = c.account_id)
       FROM claimed c
   $$`,
]
