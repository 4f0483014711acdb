import { claiming } from '#adapters/postgres/schema/Claiming.ts'

export const claimTransfers = claiming({
  name: 'transfers',
  table: 'transfers',
  due: 'due_at',
  hasHosts: false,
  isReady: 'true',
  returns: `account_id text, verification_id text, payment_intent_id text, amount_centavos bigint, traceparent text, epoch integer,
               state text, attempts integer, due_at timestamptz, key_number integer, key_used_at timestamptz,
               remark text, destination text, key_id text, sealed bytea`,
  select: `c.account_id, c.verification_id, c.payment_intent_id, c.amount_centavos, v.traceparent, c.epoch, c.state, c.attempts,
           c.due_at, c.key_number, c.key_used_at, c.remark, a.destination, a.key_id, a.sealed
      FROM claimed c LEFT JOIN verifications v USING (account_id, verification_id)
           LEFT JOIN processor_accounts a USING (account_id)`,
})
