import { claiming } from '#adapters/postgres/schema/Claiming.ts'

/** Claims due verifications, in fair shares by account. */
export const claimVerifications = claiming({
  name: 'verifications',
  table: 'verification_work',
  due: 'due_at',
  hasHosts: false,
  isReady: 'true',
  returns: 'verification jsonb, epoch integer, crashes integer, data_key text, sealed bytea',
  select: `to_jsonb(v), c.epoch, c.crashes, c.data_key, c.sealed
      FROM claimed c JOIN verifications v USING (account_id, verification_id)`,
})
