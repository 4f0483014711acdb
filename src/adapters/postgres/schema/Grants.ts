/** The roles of roles.sql that receive rights. The third one, cotejo_migrate, owns everything. */
export const grantees = ['cotejo_app', 'cotejo_operator'] as const
type Grantee = (typeof grantees)[number]

/** The rights of each role on a table or function, as in GRANT. PUBLIC has none. */
type Rights = Readonly<Record<Grantee, ReadonlyArray<string>>>

/** No direct access: only functions that run as the owner write the table. */
const nothing: ReadonlyArray<string> = []

/** The rights on the lists. Fetching lists and importing files need the same rights. */
const importing: Readonly<Record<'versions' | 'entries', ReadonlyArray<string>>> = {
  versions: [
    'SELECT',
    'INSERT (list, cut_off, imported_at, confirmed_at, origin, entries, names, added, removed, key_revision, is_current)',
    'UPDATE (is_current, confirmed_at, origin, added, removed)',
  ],
  entries: ['SELECT', 'INSERT', 'DELETE'],
}

const notingEnvironment = ['SELECT', 'INSERT (environment)', 'UPDATE (is_only)']
const notingKeys = ['SELECT', 'INSERT (use, key_id, fingerprint)', 'UPDATE (use)']

/**
 * The rights on every table. Only functions that run as the owner change money and states (`admit`, `conclude`), remove
 * content (`retire_old`, `retire_one`) and delete keys (`destroy_keys`). An operator adds money with a ledger entry; a
 * policy of that table stops all other roles from inserting charges. Sealed columns are readable for the roles that
 * need them.
 */
export const tables: Readonly<Record<string, Rights>> = {
  accounts: {
    cotejo_app: ['SELECT'],
    cotejo_operator: [
      'SELECT',
      'INSERT (account_id, mode, price_centavos, requests_per_minute, monthly_quota)',
      'UPDATE (mode, price_centavos, requests_per_minute, monthly_quota, status, settled_centavos)',
    ],
  },
  api_key_uses: { cotejo_app: ['SELECT', 'INSERT', 'UPDATE (first_at, last_at)'], cotejo_operator: ['SELECT'] },
  api_keys: {
    cotejo_app: ['SELECT (digest, account_id, key_id, expires_at, revoked_at)'],
    cotejo_operator: [
      'SELECT (digest, account_id, key_id, issued_at, expires_at, revoked_at)',
      'INSERT (digest, account_id, key_id, expires_at)',
      'UPDATE (revoked_at)',
    ],
  },
  audit_entries: { cotejo_app: ['SELECT (sequence, digest)'], cotejo_operator: ['SELECT'] },
  clearances: { cotejo_app: ['SELECT'], cotejo_operator: ['SELECT', 'INSERT', 'DELETE'] },
  data_keys: {
    cotejo_app: ['SELECT', 'INSERT (name, purpose, day, key_id, sealed)'],
    cotejo_operator: ['SELECT', 'UPDATE (key_id, sealed)'],
  },
  deliveries: {
    cotejo_app: ['SELECT', 'UPDATE (state, attempts, sent, due_at, resend_at, replica_id, epoch)'],
    cotejo_operator: ['SELECT', 'UPDATE (resend_at)'],
  },
  delivery_attempts: {
    cotejo_app: ['SELECT', 'INSERT'],
    cotejo_operator: ['SELECT'],
  },
  installation: { cotejo_app: notingEnvironment, cotejo_operator: notingEnvironment },
  known_keys: { cotejo_app: notingKeys, cotejo_operator: notingKeys },
  ledger_checks: {
    cotejo_app: ['SELECT'],
    cotejo_operator: ['SELECT', 'INSERT', 'UPDATE (checked_at, discrepancies, of_processor)'],
  },
  ledger_entries: {
    cotejo_app: nothing,
    cotejo_operator: [
      'SELECT',
      'INSERT (account_id, kind, debit, credit, amount_centavos, verification_id, reference, reason)',
    ],
  },
  list_entries: { cotejo_app: importing.entries, cotejo_operator: importing.entries },
  list_versions: { cotejo_app: importing.versions, cotejo_operator: importing.versions },
  lost_transfers: {
    cotejo_app: nothing,
    cotejo_operator: [
      'SELECT',
      'INSERT (account_id, transfer_id, verification_id, payment_intent_id, amount_centavos)',
    ],
  },
  payment_claims: { cotejo_app: nothing, cotejo_operator: ['SELECT'] },
  processor_accounts: {
    cotejo_app: ['SELECT'],
    cotejo_operator: [
      'SELECT',
      'INSERT (account_id, destination, key_id, sealed)',
      'UPDATE (destination, key_id, sealed, changed_at)',
    ],
  },
  recoveries: { cotejo_app: ['SELECT'], cotejo_operator: ['SELECT'] },
  replicas: {
    cotejo_app: [
      'SELECT',
      'INSERT (replica_id, lease_until, sealing_keys, settings, version, roles, beat_at)',
      'UPDATE (lease_until, beat_at)',
      'DELETE',
    ],
    cotejo_operator: ['SELECT'],
  },
  schema_functions: { cotejo_app: ['SELECT'], cotejo_operator: ['SELECT'] },
  schema_migrations: { cotejo_app: ['SELECT'], cotejo_operator: ['SELECT'] },
  schema_programs: { cotejo_app: ['SELECT'], cotejo_operator: ['SELECT'] },
  signing_secrets: {
    cotejo_app: ['SELECT'],
    cotejo_operator: [
      'SELECT',
      'INSERT (account_id, role, key_id, sealed)',
      'UPDATE (key_id, sealed, issued_at)',
      'DELETE',
    ],
  },
  source_notes: {
    cotejo_app: [
      'SELECT',
      'INSERT',
      'UPDATE (tries, failures, first_at, last_at, result, last_failure, last_failure_at)',
    ],
    cotejo_operator: ['SELECT'],
  },
  transfers: {
    cotejo_app: [
      'SELECT',
      'UPDATE (state, attempts, due_at, key_number, key_used_at, transfer_id, last_failure, remark, replica_id, epoch)',
    ],
    cotejo_operator: ['SELECT', 'UPDATE (due_at)'],
  },
  upkeep: { cotejo_app: ['SELECT', 'UPDATE (due_at)'], cotejo_operator: ['SELECT'] },
  verification_work: {
    cotejo_app: ['SELECT', 'UPDATE (due_at, replica_id, epoch, crashes, data_key, sealed)'],
    cotejo_operator: ['SELECT (account_id, verification_id, due_at, replica_id, epoch, crashes, data_key)'],
  },
  verifications: {
    cotejo_app: ['SELECT'],
    cotejo_operator: [
      'SELECT (account_id, verification_id, sequence, request_id, data_key, consent_id, consent_granted_at, consent_proof, mode, price_centavos, payment_intent_id, channel, webhook_url, property_id, traceparent, created_at, deadline, state, reason, document_key, document, basis, resolved_at, retired_at)',
    ],
  },
}

const forAll: Rights = { cotejo_app: ['EXECUTE'], cotejo_operator: ['EXECUTE'] }
const forReplicas: Rights = { cotejo_app: ['EXECUTE'], cotejo_operator: nothing }
const forOperators: Rights = { cotejo_app: nothing, cotejo_operator: ['EXECUTE'] }
/** Only other functions or triggers call them. */
const forNobody: Rights = { cotejo_app: nothing, cotejo_operator: nothing }

export const functions: Readonly<Record<string, Rights>> = {
  admit: forReplicas,
  append_audit_entry: forAll,
  begin_recovery: forOperators,
  claim_deliveries: forReplicas,
  claim_transfers: forReplicas,
  claim_verifications: forReplicas,
  conclude: forReplicas,
  destroy_keys: forAll,
  end_recovery: forOperators,
  fair_shares: forReplicas,
  lock_payments: forNobody,
  missing_keys: forNobody,
  read_verifications: forReplicas,
  refuse_changing_the_audit: forNobody,
  refuse_changing_the_ledger: forNobody,
  refuse_leaving_a_final_state: forNobody,
  retire_old: forAll,
  retire_one: forOperators,
  stands_still: forReplicas,
}
