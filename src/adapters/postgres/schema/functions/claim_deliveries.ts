import { claiming } from '#adapters/postgres/schema/Claiming.ts'

/**
 * Whether a webhook `w` can be sent: its account has a secret. EXISTS would become a join, which may go through the
 * whole backlog before it returns the first row.
 */
export const hasSecret = `(SELECT s.role FROM signing_secrets s WHERE s.account_id = w.account_id AND s.role = 'actual') IS NOT NULL`

export const claimDeliveries = claiming({
  name: 'deliveries',
  table: 'deliveries',
  due: 'next_at',
  hasHosts: true,
  isReady: hasSecret,
  returns: `account_id text, verification_id text, event_id text, url text, document_key text, document bytea, traceparent text,
               epoch integer, state text, attempts integer, due_at timestamptz, resend_at timestamptz, secrets jsonb`,
  select: `c.account_id, c.verification_id, c.event_id, c.url, v.document_key, v.document, v.traceparent, c.epoch, c.state,
           c.attempts, c.due_at, c.resend_at,
           (SELECT jsonb_object_agg(s.role, jsonb_build_object('key_id', s.key_id, 'sealed', encode(s.sealed, 'base64')))
              FROM signing_secrets s WHERE s.account_id = c.account_id)
      FROM claimed c LEFT JOIN verifications v USING (account_id, verification_id)`,
})
