/**
 * Judges a batch of applications, each by itself, by steps 16 to 18 of the order of judgement, and
 * commits once. Batches go by account, so that two of them never wait for each other in a circle.
 */
export const admit = `
CREATE OR REPLACE FUNCTION admit(applications jsonb)
RETURNS TABLE (place integer, verdict text, retry_after integer, stored jsonb)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  a record; account accounts; earlier verifications;
  now_millis double precision := extract(epoch FROM clock_timestamp()) * 1000;
  step double precision; empty_at double precision; excess double precision;
BEGIN
  FOR a IN
    SELECT * FROM jsonb_to_recordset(applications) AS x (
      place integer, account_id text, key_id text, verification_id text, request_id text, fingerprint text,
      consent_id text, consent_granted_at timestamptz, consent_notice_version text, consent_evidence_id text,
      mode text, price_centavos bigint, payment_intent_id text, channel text, webhook_url text, property_id text,
      created_at timestamptz, deadline timestamptz, sealing_key_id text, sealed text,
      requests_per_minute integer, monthly_quota integer, quota_month text, quota_ends_at timestamptz,
      judge_rate boolean, create_it boolean)
    ORDER BY x.account_id, x.request_id
  LOOP
    place := a.place; retry_after := NULL; stored := NULL;

    IF account.account_id IS DISTINCT FROM a.account_id THEN
      SELECT * INTO account FROM accounts c WHERE c.account_id = a.account_id FOR NO KEY UPDATE;
    END IF;
    -- The key was remembered; its account has been suspended or is gone since.
    IF account.account_id IS NULL OR account.status <> 'activa' THEN
      account := NULL; verdict := 'AccountClosed'; RETURN NEXT; CONTINUE;
    END IF;
    SELECT * INTO earlier FROM verifications v
     WHERE v.account_id = a.account_id AND v.request_id = a.request_id;
    IF FOUND THEN
      IF earlier.fingerprint = a.fingerprint THEN
        verdict := 'Replayed'; stored := to_jsonb(earlier);
      ELSE
        verdict := 'Conflict';
      END IF;
      RETURN NEXT; CONTINUE;
    END IF;
    IF account.quota_month <> a.quota_month THEN
      account.quota_month := a.quota_month; account.quota_used := 0;
    END IF;

    IF a.judge_rate THEN
      step := 60000.0 / a.requests_per_minute;
      SELECT greatest(k.rate_empty_at, now_millis) + step INTO empty_at
        FROM api_keys k WHERE k.account_id = a.account_id AND k.key_id = a.key_id;
      -- As RateLimit.judge: sums of fractional steps drift by up to 2 ms.
      excess := empty_at - now_millis - 60000.0 - least(2, step / 2);
      IF excess > 0 THEN
        verdict := 'RateExceeded'; retry_after := greatest(1, ceil(excess / 1000.0)); RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    IF a.monthly_quota IS NOT NULL AND account.quota_used >= a.monthly_quota THEN
      verdict := 'QuotaExceeded';
      retry_after := greatest(1, ceil(extract(epoch FROM a.quota_ends_at - a.created_at)));
      RETURN NEXT; CONTINUE;
    END IF;
    IF a.judge_rate THEN
      UPDATE api_keys k SET rate_empty_at = empty_at WHERE k.account_id = a.account_id AND k.key_id = a.key_id;
    END IF;
    IF NOT a.create_it THEN
      verdict := 'Screened'; RETURN NEXT; CONTINUE;
    END IF;

    IF a.mode = 'consumo' THEN
      IF account.settled_centavos - account.held_centavos < a.price_centavos THEN
        verdict := 'BalanceInsufficient'; RETURN NEXT; CONTINUE;
      END IF;
      account.held_centavos := account.held_centavos + a.price_centavos;
    ELSE
      INSERT INTO payment_claims VALUES (a.account_id, a.payment_intent_id, a.verification_id)
        ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN
        verdict := 'PaymentTaken'; RETURN NEXT; CONTINUE;
      END IF;
    END IF;
    account.quota_used := account.quota_used + 1;

    UPDATE accounts c
       SET held_centavos = account.held_centavos, quota_month = account.quota_month, quota_used = account.quota_used
     WHERE c.account_id = a.account_id;
    WITH created AS (
      INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, consent_id,
          consent_granted_at, consent_notice_version, consent_evidence_id, mode, price_centavos,
          payment_intent_id, channel, webhook_url, property_id, created_at, deadline)
        VALUES (a.account_id, a.verification_id, a.request_id, a.fingerprint, a.consent_id,
          a.consent_granted_at, a.consent_notice_version, a.consent_evidence_id, a.mode, a.price_centavos,
          a.payment_intent_id, a.channel, a.webhook_url, a.property_id, a.created_at, a.deadline)
    )
    INSERT INTO verification_work (account_id, verification_id, due_at, key_id, sealed)
      VALUES (a.account_id, a.verification_id, a.created_at, a.sealing_key_id, decode(a.sealed, 'base64'));
    verdict := 'Created'; RETURN NEXT;
  END LOOP;
END $$`
