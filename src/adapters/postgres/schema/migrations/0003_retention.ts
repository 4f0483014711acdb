/**
 * What is left of a verification once it was kept long enough: that it was, of whom, at what price,
 * and that its `solicitud_id` and payment are used (contract 3.12). The indexes of the
 * list leave it out, so that old verifications do not slow the list of an account down.
 */
export const statements: ReadonlyArray<string> = [
  `ALTER TABLE verifications
     ADD COLUMN retired_at timestamptz,
     ALTER COLUMN consent_id DROP NOT NULL,
     ALTER COLUMN consent_granted_at DROP NOT NULL,
     ALTER COLUMN consent_notice_version DROP NOT NULL,
     ALTER COLUMN consent_evidence_id DROP NOT NULL,
     ALTER COLUMN webhook_url DROP NOT NULL,
     ADD CONSTRAINT kept_or_retired CHECK (
       CASE WHEN retired_at IS NULL
         THEN consent_id IS NOT NULL AND consent_granted_at IS NOT NULL AND consent_notice_version IS NOT NULL
              AND consent_evidence_id IS NOT NULL AND webhook_url IS NOT NULL
         ELSE state <> 'en_proceso' AND outcome IS NULL AND consent_id IS NULL AND consent_granted_at IS NULL
              AND consent_notice_version IS NULL AND consent_evidence_id IS NULL AND webhook_url IS NULL
              AND property_id IS NULL
       END)`,
  'DROP INDEX verifications_newest',
  `CREATE INDEX verifications_newest ON verifications (account_id, created_at DESC, sequence DESC)
     WHERE retired_at IS NULL`,
  'DROP INDEX verifications_no_concluyentes',
  `CREATE INDEX verifications_no_concluyentes ON verifications (account_id, created_at DESC, sequence DESC)
     WHERE state = 'no_concluyente' AND retired_at IS NULL`,
]
