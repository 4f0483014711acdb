/**
 * Decides a batch of applications, each by itself, by the rules of `domain/account/Admission.ts` (steps 16 to 18,
 * contract 1.14, 1.16), in one commit. A test checks that both implementations agree.
 *
 * A batch of several accounts never waits. For an account, key or payment that another session has locked, it returns
 * `Locked` and does nothing. With `wait_ms` the batch is of one account and waits that long for each lock: first the
 * payments in order, then the account, so that no deadlock is possible. If the database lacks an application's data
 * keys, the result is `KeyMissing`.
 *
 * A connection keeps the plans, because planning about ten statements costs more than an admission. The plans must not
 * scan a table, which may have been empty when they were made.
 */
export const admit = `
CREATE OR REPLACE FUNCTION admit(applications jsonb, wait_ms integer)
RETURNS TABLE (place integer, verdict text, retry_after integer, verification_id text, fingerprint text, data_key text,
               under_way jsonb, document_key text, document bytea, rate_left integer, rate_seconds integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  missing text[] := missing_keys(applications);
  a record; account accounts; earlier verifications;
  account_changed boolean := false; used integer;
  -- The rate window of the current key.
  key_account text; key_name text; key_found boolean; key_changed boolean := false; now_at timestamptz;
  moments timestamptz[]; counted bigint[]; marks integer; gone integer; before bigint; total bigint;
BEGIN
  IF wait_ms IS NOT NULL THEN
    PERFORM set_config('lock_timeout', wait_ms::text, true);
    PERFORM lock_payments(applications);
  END IF;

  -- The empty last row makes the loop write the rows of the last key and account.
  FOR a IN
    SELECT * FROM jsonb_to_recordset(applications || '[{}]') AS x (
      place integer, account_id text, key_id text, verification_id text, request_id text, fingerprint text, data_key text,
      consent_id text, consent_granted_at timestamptz, consent_proof text,
      mode text, price_centavos bigint, payment_intent_id text, channel text, webhook_url text, property_id text, traceparent text,
      created_at timestamptz, deadline timestamptz, work_key text, sealed text,
      requests_per_minute integer, monthly_quota integer, quota_month text, quota_ends_at timestamptz, stage text)
    ORDER BY x.account_id, x.key_id, x.place
  LOOP
    IF key_changed AND (key_account, key_name) IS DISTINCT FROM (a.account_id, a.key_id) THEN
      UPDATE api_keys k SET rate_at = moments, rate_counted = counted
       WHERE k.account_id = key_account AND k.key_id = key_name;
      key_changed := false;
    END IF;
    IF account_changed AND account.account_id IS DISTINCT FROM a.account_id THEN
      UPDATE accounts c
         SET held_centavos = account.held_centavos, quota_month = account.quota_month, quota_used = account.quota_used,
             earlier_quota_month = account.earlier_quota_month, earlier_quota_used = account.earlier_quota_used
       WHERE c.account_id = account.account_id;
      account_changed := false;
    END IF;
    EXIT WHEN a.account_id IS NULL;
    place := a.place; retry_after := NULL; verification_id := NULL; fingerprint := NULL; data_key := NULL;
    under_way := NULL; document_key := NULL; document := NULL; rate_left := NULL; rate_seconds := NULL;

    IF a.data_key = ANY (missing) OR a.work_key = ANY (missing) THEN
      verdict := 'KeyMissing'; RETURN NEXT; CONTINUE;
    END IF;

    IF account.account_id IS DISTINCT FROM a.account_id THEN
      IF wait_ms IS NOT NULL THEN
        SELECT * INTO account FROM accounts c WHERE c.account_id = a.account_id FOR NO KEY UPDATE;
      ELSE
        SELECT * INTO account FROM accounts c WHERE c.account_id = a.account_id FOR NO KEY UPDATE SKIP LOCKED;
        IF NOT FOUND AND EXISTS (SELECT FROM accounts c WHERE c.account_id = a.account_id) THEN
          verdict := 'Locked'; RETURN NEXT; CONTINUE;
        END IF;
      END IF;
    END IF;
    -- Until the account is in its new cell, its partner is to ask again.
    IF account.moving_to IS NOT NULL THEN
      verdict := 'Locked'; RETURN NEXT; CONTINUE;
    END IF;
    -- The key was cached, and its account was suspended or deleted since.
    IF account.account_id IS NULL OR account.status <> 'activa' THEN
      verdict := 'AccountClosed'; RETURN NEXT; CONTINUE;
    END IF;

    SELECT * INTO earlier FROM verifications v
     WHERE v.account_id = a.account_id AND v.request_id = a.request_id;
    IF FOUND THEN
      -- The caller compares the bodies: that needs the data key of the earlier verification, which is sealed here.
      IF earlier.retired_at IS NULL THEN
        verdict := 'Earlier'; verification_id := earlier.verification_id; fingerprint := earlier.fingerprint;
        data_key := earlier.data_key; document_key := earlier.document_key; document := earlier.document;
        IF earlier.state = 'en_proceso' THEN
          under_way := to_jsonb(earlier);
        END IF;
      ELSE
        verdict := 'Conflict';
      END IF;
      RETURN NEXT; CONTINUE;
    END IF;

    IF a.stage <> 'prechecked' THEN
      IF (key_account, key_name) IS DISTINCT FROM (a.account_id, a.key_id) THEN
        key_account := a.account_id; key_name := a.key_id;
        IF wait_ms IS NOT NULL THEN
          SELECT k.rate_at, k.rate_counted INTO moments, counted FROM api_keys k
           WHERE k.account_id = a.account_id AND k.key_id = a.key_id FOR NO KEY UPDATE;
        ELSE
          SELECT k.rate_at, k.rate_counted INTO moments, counted FROM api_keys k
           WHERE k.account_id = a.account_id AND k.key_id = a.key_id FOR NO KEY UPDATE SKIP LOCKED;
        END IF;
        -- SKIP LOCKED also finds no row if the key was deleted. A batch that waits can tell, and counts no requests for
        -- it.
        key_found := FOUND OR wait_ms IS NOT NULL;
        -- The first mark is at -infinity and has the number of all requests before the window.
        moments := coalesce(nullif(moments, '{}'), '{-infinity}'); counted := coalesce(nullif(counted, '{}'), '{0}');
        now_at := clock_timestamp();
        marks := cardinality(moments);
        -- If the clock was set back, requests in the future count as made now.
        IF moments[marks] > now_at THEN
          gone := width_bucket(now_at, moments);
          moments := moments[:gone] || now_at; counted := counted[:gone] || counted[marks];
        END IF;
        gone := width_bucket(now_at - interval '60 seconds', moments);
        moments := moments[gone:]; counted := counted[gone:];
        moments[1] := '-infinity'; before := counted[1];
        marks := cardinality(moments);
        total := counted[marks];
      END IF;
      IF NOT key_found THEN
        verdict := 'Locked'; RETURN NEXT; CONTINUE;
      END IF;
      IF total - before >= a.requests_per_minute THEN
        verdict := 'RateExceeded';
        retry_after := ceil(extract(epoch FROM
          moments[width_bucket(total - a.requests_per_minute, counted) + 1] + interval '60 seconds' - now_at));
        RETURN NEXT; CONTINUE;
      END IF;
    END IF;

    used := CASE a.quota_month WHEN account.quota_month THEN account.quota_used
                               WHEN account.earlier_quota_month THEN account.earlier_quota_used ELSE 0 END;
    IF used >= a.monthly_quota THEN
      verdict := 'QuotaExceeded';
      retry_after := greatest(1, ceil(extract(epoch FROM a.quota_ends_at - a.created_at)));
      RETURN NEXT; CONTINUE;
    END IF;

    -- Check the payment's lock before any change: another session may be claiming or freeing it.
    IF wait_ms IS NULL AND a.stage <> 'precheck' AND a.mode = 'connect'
       AND NOT pg_try_advisory_xact_lock(hashtextextended(a.payment_intent_id, 0)) THEN
      verdict := 'Locked'; RETURN NEXT; CONTINUE;
    END IF;

    IF a.stage <> 'prechecked' THEN
      total := total + 1;
      IF date_trunc('second', moments[marks]) = date_trunc('second', now_at) THEN
        moments[marks] := now_at; counted[marks] := total;
      ELSE
        moments := moments || now_at; counted := counted || total; marks := marks + 1;
      END IF;
      key_changed := true;
      rate_left := a.requests_per_minute - (total - before);
      rate_seconds := ceil(extract(epoch FROM moments[2] + interval '60 seconds' - now_at));
    END IF;
    IF a.stage = 'precheck' THEN
      verdict := 'Prechecked'; RETURN NEXT; CONTINUE;
    END IF;

    IF a.mode = 'consumo' THEN
      IF account.settled_centavos - account.held_centavos < a.price_centavos THEN
        verdict := 'BalanceInsufficient'; RETURN NEXT; CONTINUE;
      END IF;
      account.held_centavos := account.held_centavos + a.price_centavos;
    ELSE
      INSERT INTO payment_claims (account_id, payment_intent_id, verification_id)
        SELECT a.account_id, a.payment_intent_id, a.verification_id WHERE a.payment_intent_id IS NOT NULL
        ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN
        verdict := 'PaymentTaken'; RETURN NEXT; CONTINUE;
      END IF;
    END IF;

    IF a.quota_month = account.quota_month THEN
      account.quota_used := account.quota_used + 1;
    ELSIF a.quota_month = account.earlier_quota_month THEN
      account.earlier_quota_used := account.earlier_quota_used + 1;
    ELSIF a.quota_month > account.quota_month THEN
      account.earlier_quota_month := account.quota_month; account.earlier_quota_used := account.quota_used;
      account.quota_month := a.quota_month; account.quota_used := 1;
    ELSIF a.quota_month > account.earlier_quota_month THEN
      account.earlier_quota_month := a.quota_month; account.earlier_quota_used := 1;
    END IF;
    account_changed := true;

    WITH created AS (
      INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
          consent_granted_at, consent_proof, mode, price_centavos,
          payment_intent_id, channel, webhook_url, property_id, traceparent, created_at, deadline)
        VALUES (a.account_id, a.verification_id, a.request_id, a.fingerprint, a.data_key, a.consent_id,
          a.consent_granted_at, decode(a.consent_proof, 'base64'), a.mode, a.price_centavos,
          a.payment_intent_id, a.channel, a.webhook_url, a.property_id, a.traceparent, a.created_at, a.deadline)
    )
    INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
      VALUES (a.account_id, a.verification_id, a.created_at, a.work_key, decode(a.sealed, 'base64'));
    verdict := 'Created'; RETURN NEXT;
  END LOOP;
END $$`
