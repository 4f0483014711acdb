/**
 * All tables with their indexes and triggers, as of the first release. Every key starts with the account, so that
 * an account can move to another cell. Exceptions: `api_keys` is also looked up by digest, and `payment_claims` by
 * payment, because a payment backs one verification in the whole service. Money is in integer centavos. Checks enforce
 * the code's promises.
 */

const accounts = [
  `CREATE TABLE accounts (
     account_id text PRIMARY KEY,
     mode text NOT NULL CHECK (mode IN ('consumo', 'connect')),
     status text NOT NULL DEFAULT 'activa' CHECK (status IN ('activa', 'suspendida', 'trasladada')),
     moving_to text,
     move_id text,
     price_centavos bigint NOT NULL CHECK (price_centavos BETWEEN 0 AND 9007199254740991),
     requests_per_minute integer NOT NULL CHECK (requests_per_minute > 0),
     monthly_quota integer CHECK (monthly_quota > 0),
     settled_centavos bigint NOT NULL DEFAULT 0 CHECK (settled_centavos BETWEEN 0 AND 9007199254740991),
     held_centavos bigint NOT NULL DEFAULT 0 CHECK (held_centavos >= 0),
     quota_month text NOT NULL DEFAULT '',
     quota_used integer NOT NULL DEFAULT 0,
     earlier_quota_month text NOT NULL DEFAULT '',
     earlier_quota_used integer NOT NULL DEFAULT 0,
     opened_at timestamptz NOT NULL DEFAULT now(),
     CHECK (held_centavos <= settled_centavos),
     CONSTRAINT moved_with_its_money CHECK (status <> 'trasladada' OR (moving_to IS NOT NULL AND move_id IS NOT NULL AND settled_centavos = 0))
   ) WITH (fillfactor = 50)`,
  // `move_id` is drawn for each copy. The copy has it before the row that it was copied from has it.
  // What is left of an account in the cell that it was moved from. Its name stays taken.
  `CREATE TRIGGER moved_accounts_stay_moved BEFORE UPDATE OF status ON accounts
     FOR EACH ROW WHEN (OLD.status = 'trasladada' AND NEW.status <> OLD.status)
     EXECUTE FUNCTION refuse_leaving_a_final_state()`,

  // The rate window of a key: for each second of the last minute with requests, the time of the last one and the number
  // of all requests up to it. The first element, at -infinity, has the number of requests before the window.
  `CREATE TABLE api_keys (
     digest text PRIMARY KEY,
     account_id text NOT NULL REFERENCES accounts,
     key_id text NOT NULL,
     rate_at timestamptz[] NOT NULL DEFAULT '{}',
     rate_counted bigint[] NOT NULL DEFAULT '{}',
     issued_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz CHECK (isfinite(expires_at)),
     revoked_at timestamptz CHECK (isfinite(revoked_at)),
     UNIQUE (account_id, key_id)
   ) WITH (fillfactor = 50)`,
  `CREATE TRIGGER revoked_keys_stay_revoked BEFORE UPDATE OF revoked_at ON api_keys
     FOR EACH ROW WHEN (NEW.revoked_at IS DISTINCT FROM OLD.revoked_at AND OLD.revoked_at IS NOT NULL)
     EXECUTE FUNCTION refuse_leaving_a_final_state()`,

  // A separate table, because every admission writes the rows of `api_keys`.
  `CREATE TABLE api_key_uses (
     account_id text NOT NULL,
     key_id text NOT NULL,
     first_at timestamptz NOT NULL,
     last_at timestamptz NOT NULL,
     PRIMARY KEY (account_id, key_id),
     FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, key_id)
   ) WITH (fillfactor = 50)`,

  `CREATE TABLE signing_secrets (
     account_id text NOT NULL REFERENCES accounts,
     role text NOT NULL CHECK (role IN ('actual', 'siguiente')),
     key_id text NOT NULL,
     sealed bytea NOT NULL,
     issued_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(issued_at)),
     PRIMARY KEY (account_id, role)
   )`,

  // Mode `connect`: the processor credentials of an account.
  `CREATE TABLE processor_accounts (
     account_id text PRIMARY KEY REFERENCES accounts,
     destination text NOT NULL,
     key_id text NOT NULL,
     sealed bytea NOT NULL,
     changed_at timestamptz NOT NULL DEFAULT now() CHECK (isfinite(changed_at))
   )`,
]

/**
 * Autovacuum settings for tables of work, whose rows change often. Vacuum and analyze run at full speed after 1,000
 * changes, whatever the size of the table. In tables that also keep finished work, one percent of the rows is added.
 */
const ofWork = (share: 0 | 0.01): string =>
  [
    ...[`autovacuum_vacuum_scale_factor = ${share}`, 'autovacuum_vacuum_threshold = 1000'],
    ...[`autovacuum_analyze_scale_factor = ${share}`, 'autovacuum_analyze_threshold = 1000'],
    'autovacuum_vacuum_cost_delay = 0',
  ].join(', ')

/**
 * A retired row keeps its account, its price, and the facts that its `solicitud_id` and payment were used (contract
 * 3.12). The list indexes exclude retired rows, so that they do not slow down an account's lists.
 */
const verifications = [
  `CREATE TABLE verifications (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     request_id text NOT NULL,
     fingerprint text,
     data_key text,
     consent_id text,
     consent_granted_at timestamptz,
     consent_proof bytea,
     mode text NOT NULL,
     price_centavos bigint NOT NULL,
     payment_intent_id text,
     channel text NOT NULL CHECK (channel IN ('api', 'mcp')),
     webhook_url text,
     property_id text,
     traceparent text,
     created_at timestamptz NOT NULL,
     deadline timestamptz NOT NULL CHECK (isfinite(deadline)),
     state text NOT NULL DEFAULT 'en_proceso' CHECK (state IN ('en_proceso', 'emitida', 'no_concluyente')),
     reason text,
     document_key text,
     document bytea,
     basis bytea,
     resolved_at timestamptz,
     retired_at timestamptz,
     PRIMARY KEY (account_id, verification_id),
     UNIQUE (account_id, request_id),
     CHECK ((state = 'en_proceso') = (resolved_at IS NULL)),
     CONSTRAINT kept_or_retired CHECK (
       CASE WHEN retired_at IS NULL
         THEN fingerprint IS NOT NULL AND data_key IS NOT NULL AND consent_id IS NOT NULL AND consent_granted_at IS NOT NULL
              AND consent_proof IS NOT NULL AND webhook_url IS NOT NULL
         ELSE state <> 'en_proceso' AND reason IS NULL AND document_key IS NULL AND document IS NULL AND basis IS NULL
              AND fingerprint IS NULL AND data_key IS NULL AND consent_id IS NULL
              AND consent_granted_at IS NULL AND consent_proof IS NULL
              AND webhook_url IS NULL AND property_id IS NULL AND traceparent IS NULL
       END)
   )`,
  // Sealed bytes cannot be compressed. `STORAGE` in `CREATE TABLE` would need Postgres 16.
  `ALTER TABLE verifications ALTER COLUMN document SET STORAGE EXTERNAL, ALTER COLUMN basis SET STORAGE EXTERNAL`,
  `CREATE INDEX verifications_newest ON verifications (account_id, created_at DESC, sequence DESC)
     WHERE retired_at IS NULL`,
  `CREATE INDEX verifications_by_state ON verifications (account_id, state, created_at DESC, sequence DESC)
     WHERE retired_at IS NULL`,
  // A connection sets the account that it reads, as `read_verifications` does, or `*` for all accounts. A connection
  // that sets nothing sees no rows.
  'ALTER TABLE verifications ENABLE ROW LEVEL SECURITY',
  "CREATE POLICY of_the_account ON verifications USING (current_setting('cotejo.account', true) IN (account_id, '*'))",
  `CREATE TRIGGER final_states_are_final BEFORE UPDATE OF state ON verifications
     FOR EACH ROW WHEN (OLD.state <> 'en_proceso' AND NEW.state <> OLD.state)
     EXECUTE FUNCTION refuse_leaving_a_final_state()`,

  // One row per verification `en_proceso`, with the applicant's data sealed. It is deleted when the verification ends.
  `CREATE TABLE verification_work (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     due_at timestamptz NOT NULL CHECK (isfinite(due_at)),
     replica_id text,
     epoch integer NOT NULL DEFAULT 0,
     crashes integer NOT NULL DEFAULT 0,
     data_key text NOT NULL,
     sealed bytea NOT NULL,
     PRIMARY KEY (account_id, verification_id)
   ) WITH (fillfactor = 50, ${ofWork(0)})`,
  'CREATE INDEX verification_work_due ON verification_work (due_at) WHERE replica_id IS NULL',
  'CREATE INDEX verification_work_due_by_account ON verification_work (account_id, due_at) WHERE replica_id IS NULL',
  'CREATE INDEX verification_work_held ON verification_work (replica_id) WHERE replica_id IS NOT NULL',

  // One lease per process, by the database's clock, with the keys and settings that all replicas must share.
  `CREATE TABLE replicas (
     replica_id text PRIMARY KEY,
     lease_until timestamptz NOT NULL,
     sealing_keys text[] NOT NULL DEFAULT '{}',
     settings jsonb NOT NULL DEFAULT '{}',
     version text NOT NULL DEFAULT '',
     roles text[] NOT NULL DEFAULT '{}',
     since timestamptz NOT NULL DEFAULT now(),
     beat_at timestamptz NOT NULL DEFAULT now()
   )`,
  `CREATE TABLE known_keys (
     use text NOT NULL CHECK (use IN ('digest', 'sealing')),
     key_id text NOT NULL,
     fingerprint text NOT NULL,
     known_since timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (use, key_id)
   )`,
]

/** What sources did for a verification, as words and numbers for operators. Removed with its content. */
const notes = [
  `CREATE TABLE source_notes (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     source text NOT NULL CHECK (source IN ('identidad', 'listas', 'judicial')),
     tries integer NOT NULL,
     failures integer NOT NULL,
     first_at timestamptz NOT NULL,
     last_at timestamptz NOT NULL,
     result text NOT NULL,
     last_failure text,
     last_failure_at timestamptz,
     PRIMARY KEY (account_id, verification_id, source)
   ) WITH (fillfactor = 70)`,
]

const money = [
  `CREATE TABLE payment_claims (
     payment_intent_id text PRIMARY KEY,
     account_id text NOT NULL,
     verification_id text NOT NULL
   )`,

  // Double entry: each row moves an amount from one book to another. Append-only.
  `CREATE TABLE ledger_entries (
     account_id text NOT NULL,
     entry_id bigint GENERATED ALWAYS AS IDENTITY,
     kind text NOT NULL CHECK (kind IN ('abono', 'cargo', 'devolucion', 'ajuste')),
     debit text NOT NULL,
     credit text NOT NULL,
     amount_centavos bigint NOT NULL CHECK (amount_centavos BETWEEN 1 AND 9007199254740991),
     verification_id text,
     reference text,
     reason text,
     recorded_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (account_id, entry_id),
     CHECK ((kind IN ('cargo', 'devolucion')) = (verification_id IS NOT NULL)),
     CHECK (kind NOT IN ('devolucion', 'ajuste') OR reason IS NOT NULL),
     CHECK (kind <> 'cargo' OR reason IS NULL),
     CHECK (kind <> 'ajuste' OR reference IS NOT NULL),
     CHECK (debit <> credit)
   )`,
  `CREATE UNIQUE INDEX one_charge_per_verification ON ledger_entries (account_id, verification_id)
     WHERE kind = 'cargo'`,
  `CREATE UNIQUE INDEX one_refund_per_verification ON ledger_entries (account_id, verification_id)
     WHERE kind = 'devolucion'`,
  `CREATE UNIQUE INDEX one_credit_per_reference ON ledger_entries (account_id, reference)
     WHERE reference IS NOT NULL`,
  // Only the owner inserts charges, through the function that ends verifications.
  'ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY',
  'CREATE POLICY everything_is_read ON ledger_entries FOR SELECT USING (true)',
  "CREATE POLICY no_charge_is_entered ON ledger_entries FOR INSERT WITH CHECK (kind <> 'cargo')",
  `CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger_entries
     FOR EACH ROW EXECUTE FUNCTION refuse_changing_the_ledger()`,
  `CREATE TRIGGER ledger_is_not_truncated BEFORE TRUNCATE ON ledger_entries
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_the_ledger()`,

  // One row for each transfer of mode `connect`, queued by the transaction that emits.
  `CREATE TABLE transfers (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     payment_intent_id text NOT NULL,
     amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
     state text NOT NULL DEFAULT 'encolada' CHECK (state IN ('encolada', 'ejecutada')),
     attempts integer NOT NULL DEFAULT 0,
     due_at timestamptz CHECK (isfinite(due_at)),
     key_number integer NOT NULL DEFAULT 1,
     key_used_at timestamptz,
     transfer_id text,
     last_failure text,
     remark text CHECK (remark IN ('reembolsado', 'disputado')),
     replica_id text,
     epoch integer NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, verification_id),
     CHECK ((state = 'ejecutada') = (transfer_id IS NOT NULL)),
     CHECK ((state = 'encolada') = (due_at IS NOT NULL))
   ) WITH (fillfactor = 70, ${ofWork(0.01)})`,
  'CREATE INDEX transfers_due ON transfers (due_at) WHERE replica_id IS NULL AND due_at IS NOT NULL',
  `CREATE INDEX transfers_due_by_account ON transfers (account_id, due_at)
     WHERE replica_id IS NULL AND due_at IS NOT NULL`,
  'CREATE INDEX transfers_held ON transfers (replica_id) WHERE replica_id IS NOT NULL',
  'CREATE INDEX transfers_newest ON transfers (account_id, sequence DESC)',
]

/** One row for each webhook, with its schedule and its attempts. */
const webhooks = [
  `CREATE TABLE deliveries (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     event_id text NOT NULL,
     sequence bigint GENERATED ALWAYS AS IDENTITY,
     url text NOT NULL,
     host text NOT NULL,
     state text NOT NULL DEFAULT 'pendiente' CHECK (state IN ('pendiente', 'entregada', 'agotada')),
     attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 6),
     sent integer NOT NULL DEFAULT 0,
     due_at timestamptz CHECK (isfinite(due_at)),
     resend_at timestamptz CHECK (isfinite(resend_at)),
     next_at timestamptz GENERATED ALWAYS AS (least(due_at, resend_at)) STORED,
     replica_id text,
     epoch integer NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, verification_id),
     CHECK ((state = 'pendiente') = (due_at IS NOT NULL)),
     CHECK (attempts <= sent)
   ) WITH (fillfactor = 70, ${ofWork(0.01)})`,
  'CREATE INDEX deliveries_due ON deliveries (next_at) WHERE replica_id IS NULL AND next_at IS NOT NULL',
  `CREATE INDEX deliveries_due_by_host ON deliveries (account_id, host, next_at)
     WHERE replica_id IS NULL AND next_at IS NOT NULL`,
  'CREATE INDEX deliveries_held ON deliveries (replica_id) WHERE replica_id IS NOT NULL',
  'CREATE INDEX deliveries_newest ON deliveries (account_id, sequence DESC)',
  // Few rows, which operators search for to resend them.
  "CREATE INDEX deliveries_agotadas ON deliveries (account_id, sequence DESC) WHERE state = 'agotada'",

  `CREATE TABLE delivery_attempts (
     account_id text NOT NULL,
     verification_id text NOT NULL,
     number integer NOT NULL,
     kind text NOT NULL CHECK (kind IN ('programado', 'reenvio')),
     started_at timestamptz NOT NULL,
     took_ms integer NOT NULL,
     status integer,
     failure text,
     PRIMARY KEY (account_id, verification_id, number),
     CHECK ((status IS NULL) = (failure IS NOT NULL))
   )`,
]

/**
 * The lists that people are screened against: all versions that were ever current, and the entries of the latest two.
 * The search keys of an entry are digests and contain no name.
 */
const lists = [
  `CREATE TABLE list_versions (
     version_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     list text NOT NULL,
     cut_off date NOT NULL,
     imported_at timestamptz NOT NULL CHECK (isfinite(imported_at)),
     confirmed_at timestamptz CHECK (isfinite(confirmed_at)),
     origin jsonb,
     entries integer NOT NULL CHECK (entries >= 0),
     names integer NOT NULL,
     added integer NOT NULL,
     removed integer NOT NULL,
     key_revision integer NOT NULL,
     is_current boolean NOT NULL
   )`,
  'CREATE UNIQUE INDEX list_versions_current ON list_versions (list) WHERE is_current',

  `CREATE TABLE list_entries (
     version_id bigint NOT NULL REFERENCES list_versions ON DELETE CASCADE,
     keys text[] NOT NULL,
     entry jsonb NOT NULL
   )`,
  'CREATE INDEX list_entries_version ON list_entries (version_id)',
  'CREATE INDEX list_entries_keys ON list_entries USING gin (keys) WITH (fastupdate = off)',

  // Of the whole service, like the lists: an entry or lawsuits recorded as being about another person than the one with
  // a CURP. A digest is keyed, and contains both.
  `CREATE TABLE clearances (
     digest text PRIMARY KEY,
     recorded_at timestamptz NOT NULL CHECK (isfinite(recorded_at))
   )`,
]

/**
 * The keys for the data of one UTC day of creation, each sealed by a service key. A key is deleted when no data needs
 * it. Then copies of that data in rows, backups and the WAL can no longer be read. A name consists of the purpose, the
 * day, the service key of that time, and a random part. `kept_at` is when data was found that needs the key; removing
 * data of that day resets it.
 */
const dataKeys = [
  `CREATE TABLE data_keys (
     name text PRIMARY KEY,
     purpose text NOT NULL CHECK (purpose IN ('applicant', 'record')),
     day date NOT NULL,
     key_id text NOT NULL,
     sealed bytea NOT NULL,
     made_at timestamptz NOT NULL DEFAULT now(),
     kept_at timestamptz
   )`,
  // Of all processes that create the first key of a day, only one succeeds.
  "CREATE UNIQUE INDEX data_keys_of_day ON data_keys (day, purpose, split_part(name, '/', 3))",
]

/** Tasks of the whole service, which one process at a time does when they are due. */
const upkeep = [
  `CREATE TABLE upkeep (
     task text PRIMARY KEY CHECK (task IN ('retention', 'lists')),
     due_at timestamptz NOT NULL
   )`,
  "INSERT INTO upkeep VALUES ('retention', now()), ('lists', now())",
]

/** The result of the last check of the ledger. */
const checks = [
  `CREATE TABLE ledger_checks (
     is_last boolean PRIMARY KEY DEFAULT true CHECK (is_last),
     checked_at timestamptz NOT NULL CHECK (isfinite(checked_at)),
     discrepancies integer NOT NULL,
     of_processor integer NOT NULL
   )`,
]

/** Recovery after the database was restored to an older state. */
const recovery = [
  // While a recovery is open, no work is claimed.
  `CREATE TABLE recoveries (
     recovery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     begun_at timestamptz NOT NULL DEFAULT now(),
     ended_at timestamptz
   )`,
  'CREATE UNIQUE INDEX recoveries_open ON recoveries ((true)) WHERE ended_at IS NULL',

  // Transfers at the processor whose verifications are not in this ledger, because they ended after the backup.
  `CREATE TABLE lost_transfers (
     account_id text NOT NULL,
     transfer_id text NOT NULL,
     verification_id text NOT NULL,
     payment_intent_id text NOT NULL,
     amount_centavos bigint NOT NULL,
     noted_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (account_id, transfer_id)
   )`,
]

/**
 * Operators' actions and accesses. Each entry has the digest of the previous one. Only `append_audit_entry` writes it.
 */
const audit = [
  `CREATE TABLE audit_entries (
     sequence bigint PRIMARY KEY,
     recorded_at timestamptz NOT NULL,
     act text NOT NULL,
     account_id text,
     actor text NOT NULL,
     database_role text NOT NULL,
     reason text,
     details jsonb NOT NULL,
     previous bytea NOT NULL,
     digest bytea NOT NULL
   )`,
  'CREATE INDEX audit_entries_of_account ON audit_entries (account_id, sequence DESC) WHERE account_id IS NOT NULL',
  `CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit_entries
     FOR EACH ROW EXECUTE FUNCTION refuse_changing_the_audit()`,
  `CREATE TRIGGER audit_is_not_truncated BEFORE TRUNCATE ON audit_entries
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_the_audit()`,
]

/**
 * The environment of a database. The first process records it, and processes of another environment refuse to work with
 * it.
 */
const installation = [
  `CREATE TABLE installation (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
     known_since timestamptz NOT NULL DEFAULT now()
   )`,
]

export const statements: ReadonlyArray<string> = [
  ...accounts,
  ...verifications,
  ...notes,
  ...money,
  ...webhooks,
  ...lists,
  ...dataKeys,
  ...upkeep,
  ...checks,
  ...recovery,
  ...audit,
  ...installation,
]
