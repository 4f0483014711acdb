/**
 * Accounts, keys, verifications, their work, and the books. Every key begins with the account, so
 * that the tables can be distributed by account; `api_keys` alone is looked up by digest. Money is
 * in integer centavos, and the checks hold what the code promises.
 */
export const statements: ReadonlyArray<string> = [
  `CREATE TABLE accounts (
     account_id text PRIMARY KEY,
     mode text NOT NULL CHECK (mode IN ('consumo', 'connect')),
     status text NOT NULL DEFAULT 'activa' CHECK (status IN ('activa', 'suspendida')),
     price_centavos bigint NOT NULL CHECK (price_centavos >= 0),
     requests_per_minute integer NOT NULL CHECK (requests_per_minute > 0),
     monthly_quota integer CHECK (monthly_quota > 0),
     settled_centavos bigint NOT NULL DEFAULT 0 CHECK (settled_centavos >= 0),
     held_centavos bigint NOT NULL DEFAULT 0 CHECK (held_centavos >= 0),
     quota_month text NOT NULL DEFAULT '',
     quota_used integer NOT NULL DEFAULT 0,
     opened_at timestamptz NOT NULL DEFAULT now(),
     CHECK (held_centavos <= settled_centavos)
   ) WITH (fillfactor = 50)`,

  `CREATE TABLE api_keys (
     digest text PRIMARY KEY,
     account_id text NOT NULL REFERENCES accounts,
     key_id text NOT NULL,
     rate_empty_at double precision NOT NULL DEFAULT 0,
     issued_at timestamptz NOT NULL DEFAULT now(),
     revoked_at timestamptz,
     UNIQUE (account_id, key_id)
   ) WITH (fillfactor = 50)`,

  `CREATE TABLE verifications (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     request_id text NOT NULL,
     fingerprint text NOT NULL,
     consent_id text NOT NULL,
     consent_granted_at timestamptz NOT NULL,
     consent_notice_version text NOT NULL,
     consent_evidence_id text NOT NULL,
     mode text NOT NULL,
     price_centavos bigint NOT NULL,
     payment_intent_id text,
     channel text NOT NULL CHECK (channel IN ('api', 'mcp')),
     webhook_url text NOT NULL,
     property_id text,
     created_at timestamptz NOT NULL,
     deadline timestamptz NOT NULL,
     state text NOT NULL DEFAULT 'en_proceso' CHECK (state IN ('en_proceso', 'emitida', 'no_concluyente')),
     outcome jsonb,
     resolved_at timestamptz,
     PRIMARY KEY (account_id, verification_id),
     UNIQUE (account_id, request_id),
     CHECK ((state = 'en_proceso') = (resolved_at IS NULL))
   )`,
  'CREATE INDEX verifications_newest ON verifications (account_id, created_at DESC, sequence DESC)',
  // The states that are looked for and rare; most verifications are emitted and found by the index above.
  `CREATE INDEX verifications_en_proceso ON verifications (account_id, created_at DESC, sequence DESC)
     WHERE state = 'en_proceso'`,
  `CREATE INDEX verifications_no_concluyentes ON verifications (account_id, created_at DESC, sequence DESC)
     WHERE state = 'no_concluyente'`,

  `CREATE FUNCTION refuse_leaving_a_final_state() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'a verification does not leave its final state';
   END $$`,
  `CREATE TRIGGER final_states_are_final BEFORE UPDATE OF state ON verifications
     FOR EACH ROW WHEN (OLD.state <> 'en_proceso' AND NEW.state <> OLD.state)
     EXECUTE FUNCTION refuse_leaving_a_final_state()`,

  // One row per verification en_proceso, with the applicant's data sealed; deleted when it ends.
  `CREATE TABLE verification_work (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     due_at timestamptz NOT NULL,
     node_id text,
     epoch integer NOT NULL DEFAULT 0,
     crashes integer NOT NULL DEFAULT 0,
     key_id text NOT NULL,
     sealed bytea NOT NULL,
     PRIMARY KEY (account_id, verification_id)
   ) WITH (fillfactor = 50)`,
  'CREATE INDEX verification_work_due ON verification_work (due_at) WHERE node_id IS NULL',
  'CREATE INDEX verification_work_due_by_account ON verification_work (account_id, due_at) WHERE node_id IS NULL',
  'CREATE INDEX verification_work_held ON verification_work (node_id) WHERE node_id IS NOT NULL',

  // One lease per process, by the database's clock.
  `CREATE TABLE nodes (
     node_id text PRIMARY KEY,
     lease_until timestamptz NOT NULL
   )`,

  `CREATE TABLE payment_claims (
     account_id text NOT NULL,
     payment_intent_id text NOT NULL,
     verification_id text NOT NULL,
     PRIMARY KEY (account_id, payment_intent_id)
   )`,

  // Double entry: each row moves an amount from one book to another. Only ever appended to.
  `CREATE TABLE ledger_entries (
     account_id text NOT NULL,
     entry_id bigint GENERATED ALWAYS AS IDENTITY,
     kind text NOT NULL CHECK (kind IN ('abono', 'cargo')),
     debit text NOT NULL,
     credit text NOT NULL,
     amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
     verification_id text,
     recorded_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (account_id, entry_id),
     CHECK ((kind = 'cargo') = (verification_id IS NOT NULL)),
     CHECK (debit <> credit)
   )`,
  `CREATE UNIQUE INDEX one_charge_per_verification ON ledger_entries (account_id, verification_id)
     WHERE kind = 'cargo'`,
  `CREATE FUNCTION refuse_changing_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'the ledger is only appended to';
   END $$`,
  `CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger_entries
     FOR EACH ROW EXECUTE FUNCTION refuse_changing_the_ledger()`,
  `CREATE TRIGGER ledger_is_not_truncated BEFORE TRUNCATE ON ledger_entries
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_the_ledger()`,
]
