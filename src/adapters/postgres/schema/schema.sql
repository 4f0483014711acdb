-- The schema as it is today, written by `npm run schema` for readers. It is never applied.

CREATE TABLE accounts (
  account_id text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL DEFAULT 'activa',
  price_centavos bigint NOT NULL,
  requests_per_minute integer NOT NULL,
  monthly_quota integer,
  settled_centavos bigint NOT NULL DEFAULT 0,
  held_centavos bigint NOT NULL DEFAULT 0,
  quota_month text NOT NULL DEFAULT '',
  quota_used integer NOT NULL DEFAULT 0,
  earlier_quota_month text NOT NULL DEFAULT '',
  earlier_quota_used integer NOT NULL DEFAULT 0,
  opened_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT accounts_pkey PRIMARY KEY (account_id),
  CONSTRAINT accounts_check CHECK (held_centavos <= settled_centavos),
  CONSTRAINT accounts_held_centavos_check CHECK (held_centavos >= 0),
  CONSTRAINT accounts_mode_check CHECK (mode = ANY (ARRAY['consumo', 'connect'])),
  CONSTRAINT accounts_monthly_quota_check CHECK (monthly_quota > 0),
  CONSTRAINT accounts_price_centavos_check CHECK (price_centavos >= 0 AND price_centavos <= '9007199254740991'::bigint),
  CONSTRAINT accounts_requests_per_minute_check CHECK (requests_per_minute > 0),
  CONSTRAINT accounts_settled_centavos_check CHECK (settled_centavos >= 0 AND settled_centavos <= '9007199254740991'::bigint),
  CONSTRAINT accounts_status_check CHECK (status = ANY (ARRAY['activa', 'suspendida']))
) WITH (fillfactor=50);

CREATE TABLE api_key_uses (
  account_id text NOT NULL,
  key_id text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  CONSTRAINT api_key_uses_pkey PRIMARY KEY (account_id, key_id),
  CONSTRAINT api_key_uses_account_id_key_id_fkey FOREIGN KEY (account_id, key_id) REFERENCES api_keys(account_id, key_id)
) WITH (fillfactor=50);

CREATE TABLE api_keys (
  digest text NOT NULL,
  account_id text NOT NULL,
  key_id text NOT NULL,
  rate_at timestamptz[] NOT NULL DEFAULT '{}'::timestamptz[],
  rate_counted bigint[] NOT NULL DEFAULT '{}'::bigint[],
  issued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT api_keys_pkey PRIMARY KEY (digest),
  CONSTRAINT api_keys_account_id_key_id_key UNIQUE (account_id, key_id),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT api_keys_expires_at_check CHECK (isfinite(expires_at)),
  CONSTRAINT api_keys_revoked_at_check CHECK (isfinite(revoked_at))
) WITH (fillfactor=50);
CREATE TRIGGER revoked_keys_stay_revoked BEFORE UPDATE OF revoked_at ON api_keys FOR EACH ROW WHEN (new.revoked_at IS DISTINCT FROM old.revoked_at AND old.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse_leaving_a_final_state();

CREATE TABLE audit_entries (
  sequence bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  act text NOT NULL,
  account_id text,
  actor text NOT NULL,
  database_role text NOT NULL,
  reason text,
  details jsonb NOT NULL,
  previous bytea NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (sequence)
);
CREATE INDEX audit_entries_of_account ON audit_entries (account_id, sequence DESC) WHERE account_id IS NOT NULL;
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_changing_the_audit();
CREATE TRIGGER audit_is_not_truncated BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_the_audit();

CREATE TABLE data_keys (
  name text NOT NULL,
  purpose text NOT NULL,
  day date NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  kept_at timestamptz,
  CONSTRAINT data_keys_pkey PRIMARY KEY (name),
  CONSTRAINT data_keys_purpose_check CHECK (purpose = ANY (ARRAY['applicant', 'record']))
);
CREATE UNIQUE INDEX data_keys_of_day ON data_keys (day, purpose, split_part(name, '/', 3));

CREATE TABLE deliveries (
  account_id text NOT NULL,
  verification_id text NOT NULL,
  event_id text NOT NULL,
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL,
  host text NOT NULL,
  state text NOT NULL DEFAULT 'pendiente',
  attempts integer NOT NULL DEFAULT 0,
  sent integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  resend_at timestamptz,
  next_at timestamptz GENERATED ALWAYS AS (LEAST(due_at, resend_at)) STORED,
  replica_id text,
  epoch integer NOT NULL DEFAULT 0,
  CONSTRAINT deliveries_pkey PRIMARY KEY (account_id, verification_id),
  CONSTRAINT deliveries_attempts_check CHECK (attempts >= 0 AND attempts <= 6),
  CONSTRAINT deliveries_check CHECK ((state = 'pendiente') = (due_at IS NOT NULL)),
  CONSTRAINT deliveries_check1 CHECK (attempts <= sent),
  CONSTRAINT deliveries_due_at_check CHECK (isfinite(due_at)),
  CONSTRAINT deliveries_resend_at_check CHECK (isfinite(resend_at)),
  CONSTRAINT deliveries_state_check CHECK (state = ANY (ARRAY['pendiente', 'entregada', 'agotada']))
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_analyze_scale_factor=0.01, autovacuum_analyze_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX deliveries_agotadas ON deliveries (account_id, sequence DESC) WHERE state = 'agotada';
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE replica_id IS NULL AND next_at IS NOT NULL;
CREATE INDEX deliveries_due_by_host ON deliveries (account_id, host, next_at) WHERE replica_id IS NULL AND next_at IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries (replica_id) WHERE replica_id IS NOT NULL;
CREATE INDEX deliveries_newest ON deliveries (account_id, sequence DESC);

CREATE TABLE delivery_attempts (
  account_id text NOT NULL,
  verification_id text NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  started_at timestamptz NOT NULL,
  took_ms integer NOT NULL,
  status integer,
  failure text,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (account_id, verification_id, number),
  CONSTRAINT delivery_attempts_check CHECK ((status IS NULL) = (failure IS NOT NULL)),
  CONSTRAINT delivery_attempts_kind_check CHECK (kind = ANY (ARRAY['programado', 'reenvio']))
);

CREATE TABLE installation (
  is_only boolean NOT NULL DEFAULT true,
  environment text NOT NULL,
  known_since timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT installation_pkey PRIMARY KEY (is_only),
  CONSTRAINT installation_environment_check CHECK (environment = ANY (ARRAY['sandbox', 'production'])),
  CONSTRAINT installation_is_only_check CHECK (is_only)
);

CREATE TABLE known_keys (
  use text NOT NULL,
  key_id text NOT NULL,
  fingerprint text NOT NULL,
  known_since timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT known_keys_pkey PRIMARY KEY (use, key_id),
  CONSTRAINT known_keys_use_check CHECK (use = ANY (ARRAY['digest', 'sealing']))
);

CREATE TABLE ledger_checks (
  is_last boolean NOT NULL DEFAULT true,
  checked_at timestamptz NOT NULL,
  discrepancies integer NOT NULL,
  of_processor integer NOT NULL,
  CONSTRAINT ledger_checks_pkey PRIMARY KEY (is_last),
  CONSTRAINT ledger_checks_checked_at_check CHECK (isfinite(checked_at)),
  CONSTRAINT ledger_checks_is_last_check CHECK (is_last)
);

CREATE TABLE ledger_entries (
  account_id text NOT NULL,
  entry_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount_centavos bigint NOT NULL,
  verification_id text,
  reference text,
  reason text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (account_id, entry_id),
  CONSTRAINT ledger_entries_amount_centavos_check CHECK (amount_centavos >= 1 AND amount_centavos <= '9007199254740991'::bigint),
  CONSTRAINT ledger_entries_check CHECK ((kind = ANY (ARRAY['cargo', 'devolucion'])) = (verification_id IS NOT NULL)),
  CONSTRAINT ledger_entries_check1 CHECK ((kind <> ALL (ARRAY['devolucion', 'ajuste'])) OR reason IS NOT NULL),
  CONSTRAINT ledger_entries_check2 CHECK (kind <> 'cargo' OR reason IS NULL),
  CONSTRAINT ledger_entries_check3 CHECK (kind <> 'ajuste' OR reference IS NOT NULL),
  CONSTRAINT ledger_entries_check4 CHECK (debit <> credit),
  CONSTRAINT ledger_entries_kind_check CHECK (kind = ANY (ARRAY['abono', 'cargo', 'devolucion', 'ajuste']))
);
CREATE UNIQUE INDEX one_charge_per_verification ON ledger_entries (account_id, verification_id) WHERE kind = 'cargo';
CREATE UNIQUE INDEX one_credit_per_reference ON ledger_entries (account_id, reference) WHERE reference IS NOT NULL;
CREATE UNIQUE INDEX one_refund_per_verification ON ledger_entries (account_id, verification_id) WHERE kind = 'devolucion';
CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_changing_the_ledger();
CREATE TRIGGER ledger_is_not_truncated BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_the_ledger();

CREATE TABLE list_entries (
  version_id bigint NOT NULL,
  keys text[] NOT NULL,
  entry jsonb NOT NULL,
  CONSTRAINT list_entries_version_id_fkey FOREIGN KEY (version_id) REFERENCES list_versions(version_id) ON DELETE CASCADE
);
CREATE INDEX list_entries_keys ON list_entries USING gin (keys) WITH (fastupdate=off);
CREATE INDEX list_entries_version ON list_entries (version_id);

CREATE TABLE list_versions (
  version_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  list text NOT NULL,
  cut_off date NOT NULL,
  imported_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  origin jsonb,
  entries integer NOT NULL,
  names integer NOT NULL,
  added integer NOT NULL,
  removed integer NOT NULL,
  key_revision integer NOT NULL,
  is_current boolean NOT NULL,
  CONSTRAINT list_versions_pkey PRIMARY KEY (version_id),
  CONSTRAINT list_versions_confirmed_at_check CHECK (isfinite(confirmed_at)),
  CONSTRAINT list_versions_entries_check CHECK (entries >= 0),
  CONSTRAINT list_versions_imported_at_check CHECK (isfinite(imported_at))
);
CREATE UNIQUE INDEX list_versions_current ON list_versions (list) WHERE is_current;

CREATE TABLE lost_transfers (
  account_id text NOT NULL,
  transfer_id text NOT NULL,
  verification_id text NOT NULL,
  payment_intent_id text NOT NULL,
  amount_centavos bigint NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT lost_transfers_pkey PRIMARY KEY (account_id, transfer_id)
);

CREATE TABLE payment_claims (
  payment_intent_id text NOT NULL,
  account_id text NOT NULL,
  verification_id text NOT NULL,
  CONSTRAINT payment_claims_pkey PRIMARY KEY (payment_intent_id)
);

CREATE TABLE processor_accounts (
  account_id text NOT NULL,
  destination text NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT processor_accounts_pkey PRIMARY KEY (account_id),
  CONSTRAINT processor_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT processor_accounts_changed_at_check CHECK (isfinite(changed_at))
);

CREATE TABLE recoveries (
  recovery_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  begun_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CONSTRAINT recoveries_pkey PRIMARY KEY (recovery_id)
);
CREATE UNIQUE INDEX recoveries_open ON recoveries ((true)) WHERE ended_at IS NULL;

CREATE TABLE replicas (
  replica_id text NOT NULL,
  lease_until timestamptz NOT NULL,
  sealing_keys text[] NOT NULL DEFAULT '{}'[],
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  version text NOT NULL DEFAULT '',
  since timestamptz NOT NULL DEFAULT now(),
  beat_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT replicas_pkey PRIMARY KEY (replica_id)
);

CREATE TABLE schema_functions (
  name text NOT NULL,
  signature text NOT NULL,
  digest text NOT NULL,
  body_digest text NOT NULL,
  CONSTRAINT schema_functions_pkey PRIMARY KEY (name)
);

CREATE TABLE schema_migrations (
  migration_id integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (migration_id)
);

CREATE TABLE schema_programs (
  place integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  version text NOT NULL,
  digest text NOT NULL,
  migrated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT schema_programs_pkey PRIMARY KEY (place),
  CONSTRAINT schema_programs_version_digest_key UNIQUE (version, digest)
);

CREATE TABLE signing_secrets (
  account_id text NOT NULL,
  role text NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT signing_secrets_pkey PRIMARY KEY (account_id, role),
  CONSTRAINT signing_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id),
  CONSTRAINT signing_secrets_issued_at_check CHECK (isfinite(issued_at)),
  CONSTRAINT signing_secrets_role_check CHECK (role = ANY (ARRAY['actual', 'siguiente']))
);

CREATE TABLE source_notes (
  account_id text NOT NULL,
  verification_id text NOT NULL,
  source text NOT NULL,
  tries integer NOT NULL,
  failures integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  result text NOT NULL,
  last_failure text,
  last_failure_at timestamptz,
  CONSTRAINT source_notes_pkey PRIMARY KEY (account_id, verification_id, source),
  CONSTRAINT source_notes_source_check CHECK (source = ANY (ARRAY['identidad', 'listas', 'judicial']))
) WITH (fillfactor=70);

CREATE TABLE transfers (
  account_id text NOT NULL,
  verification_id text NOT NULL,
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment_intent_id text NOT NULL,
  amount_centavos bigint NOT NULL,
  state text NOT NULL DEFAULT 'encolada',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  key_number integer NOT NULL DEFAULT 1,
  key_used_at timestamptz,
  transfer_id text,
  last_failure text,
  remark text,
  replica_id text,
  epoch integer NOT NULL DEFAULT 0,
  CONSTRAINT transfers_pkey PRIMARY KEY (account_id, verification_id),
  CONSTRAINT transfers_amount_centavos_check CHECK (amount_centavos > 0),
  CONSTRAINT transfers_check CHECK ((state = 'ejecutada') = (transfer_id IS NOT NULL)),
  CONSTRAINT transfers_check1 CHECK ((state = 'encolada') = (due_at IS NOT NULL)),
  CONSTRAINT transfers_due_at_check CHECK (isfinite(due_at)),
  CONSTRAINT transfers_remark_check CHECK (remark = ANY (ARRAY['reembolsado', 'disputado'])),
  CONSTRAINT transfers_state_check CHECK (state = ANY (ARRAY['encolada', 'ejecutada']))
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_analyze_scale_factor=0.01, autovacuum_analyze_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX transfers_due ON transfers (due_at) WHERE replica_id IS NULL AND due_at IS NOT NULL;
CREATE INDEX transfers_due_by_account ON transfers (account_id, due_at) WHERE replica_id IS NULL AND due_at IS NOT NULL;
CREATE INDEX transfers_held ON transfers (replica_id) WHERE replica_id IS NOT NULL;
CREATE INDEX transfers_newest ON transfers (account_id, sequence DESC);

CREATE TABLE upkeep (
  task text NOT NULL,
  due_at timestamptz NOT NULL,
  CONSTRAINT upkeep_pkey PRIMARY KEY (task),
  CONSTRAINT upkeep_task_check CHECK (task = ANY (ARRAY['retention', 'lists']))
);

CREATE TABLE verification_work (
  account_id text NOT NULL,
  verification_id text NOT NULL,
  due_at timestamptz NOT NULL,
  replica_id text,
  epoch integer NOT NULL DEFAULT 0,
  crashes integer NOT NULL DEFAULT 0,
  data_key text NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT verification_work_pkey PRIMARY KEY (account_id, verification_id),
  CONSTRAINT verification_work_due_at_check CHECK (isfinite(due_at))
) WITH (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX verification_work_due ON verification_work (due_at) WHERE replica_id IS NULL;
CREATE INDEX verification_work_due_by_account ON verification_work (account_id, due_at) WHERE replica_id IS NULL;
CREATE INDEX verification_work_held ON verification_work (replica_id) WHERE replica_id IS NOT NULL;

CREATE TABLE verifications (
  account_id text NOT NULL,
  verification_id text NOT NULL,
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  request_id text NOT NULL,
  fingerprint text,
  data_key text,
  consent_id text,
  consent_granted_at timestamptz,
  consent_proof bytea,
  mode text NOT NULL,
  price_centavos bigint NOT NULL,
  payment_intent_id text,
  channel text NOT NULL,
  webhook_url text,
  property_id text,
  traceparent text,
  created_at timestamptz NOT NULL,
  deadline timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'en_proceso',
  reason text,
  document_key text,
  document bytea,
  basis bytea,
  resolved_at timestamptz,
  retired_at timestamptz,
  CONSTRAINT verifications_pkey PRIMARY KEY (account_id, verification_id),
  CONSTRAINT verifications_account_id_request_id_key UNIQUE (account_id, request_id),
  CONSTRAINT kept_or_retired CHECK (
CASE
    WHEN retired_at IS NULL THEN fingerprint IS NOT NULL AND data_key IS NOT NULL AND consent_id IS NOT NULL AND consent_granted_at IS NOT NULL AND consent_proof IS NOT NULL AND webhook_url IS NOT NULL
    ELSE state <> 'en_proceso' AND reason IS NULL AND document_key IS NULL AND document IS NULL AND basis IS NULL AND fingerprint IS NULL AND data_key IS NULL AND consent_id IS NULL AND consent_granted_at IS NULL AND consent_proof IS NULL AND webhook_url IS NULL AND property_id IS NULL AND traceparent IS NULL
END),
  CONSTRAINT verifications_channel_check CHECK (channel = ANY (ARRAY['api', 'mcp'])),
  CONSTRAINT verifications_check CHECK ((state = 'en_proceso') = (resolved_at IS NULL)),
  CONSTRAINT verifications_deadline_check CHECK (isfinite(deadline)),
  CONSTRAINT verifications_state_check CHECK (state = ANY (ARRAY['en_proceso', 'emitida', 'no_concluyente']))
);
CREATE INDEX verifications_by_state ON verifications (account_id, state, created_at DESC, sequence DESC) WHERE retired_at IS NULL;
CREATE INDEX verifications_newest ON verifications (account_id, created_at DESC, sequence DESC) WHERE retired_at IS NULL;
CREATE TRIGGER final_states_are_final BEFORE UPDATE OF state ON verifications FOR EACH ROW WHEN (old.state <> 'en_proceso' AND new.state <> old.state) EXECUTE FUNCTION refuse_leaving_a_final_state();

-- Functions. Each has its own file in functions/:
-- admit(applications jsonb, wait_ms integer) RETURNS TABLE(place integer, verdict text, retry_after integer, verification_id text, fingerprint text, data_key text, under_way jsonb, document_key text, document bytea, rate_left integer, rate_seconds integer)
-- append_audit_entry(its_act text, its_account_id text, its_actor text, its_reason text, its_details jsonb) RETURNS void
-- begin_recovery() RETURNS void
-- claim_deliveries(replica text, due timestamptz, most integer, per_account integer, per_host integer) RETURNS TABLE(account_id text, verification_id text, event_id text, url text, document_key text, document bytea, traceparent text, epoch integer, state text, attempts integer, due_at timestamptz, resend_at timestamptz, secrets jsonb)
-- claim_transfers(replica text, due timestamptz, most integer, per_account integer) RETURNS TABLE(account_id text, verification_id text, payment_intent_id text, amount_centavos bigint, traceparent text, epoch integer, state text, attempts integer, due_at timestamptz, key_number integer, key_used_at timestamptz, remark text, destination text, key_id text, sealed bytea)
-- claim_verifications(replica text, due timestamptz, most integer, per_account integer) RETURNS TABLE(verification jsonb, epoch integer, crashes integer, data_key text, sealed bytea)
-- conclude(endings jsonb, wait_ms integer) RETURNS TABLE(place integer, verdict text)
-- destroy_keys(ended_before date) RETURNS integer
-- end_recovery(its_end timestamptz) RETURNS integer
-- fair_shares(accounts text[], hosts text[], dues timestamptz[], held_accounts text[], held_hosts text[], most integer, per_account integer, per_host integer) RETURNS TABLE(nth bigint)
-- lock_payments(items jsonb) RETURNS void
-- missing_keys(items jsonb) RETURNS text[]
-- read_verifications(its_account_id text, its_verification_id text, its_request_id text, its_state text, most integer) RETURNS SETOF verifications
-- refuse_changing_the_audit() RETURNS trigger
-- refuse_changing_the_ledger() RETURNS trigger
-- refuse_leaving_a_final_state() RETURNS trigger
-- retire_old(ended_before timestamptz, most integer) RETURNS integer
-- retire_one(its_account_id text, its_verification_id text) RETURNS integer
-- stands_still() RETURNS boolean
