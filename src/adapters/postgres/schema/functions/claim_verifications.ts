import { claiming } from '#adapters/postgres/schema/Claiming.ts'

export const claimVerifications = claiming({
  name: 'verifications',
  table: 'verification_work',
  due: 'due_at',
  hasHosts: false,
  isReady: 'true',
  returns: `account_id text, verification_id text, request_id text, consent_id text, consent_granted_at timestamptz, mode text,
               price_centavos float8, payment_intent_id text, channel text, created_at timestamptz, deadline timestamptz,
               traceparent text, epoch integer, crashes integer, data_key text, sealed bytea`,
  select: `c.account_id, c.verification_id, v.request_id, v.consent_id, v.consent_granted_at, v.mode, v.price_centavos::float8,
           v.payment_intent_id, v.channel, v.created_at, v.deadline, v.traceparent, c.epoch, c.crashes, c.data_key, c.sealed
      FROM claimed c JOIN verifications v USING (account_id, verification_id)`,
})
