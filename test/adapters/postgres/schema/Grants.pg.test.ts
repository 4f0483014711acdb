import type * as PgClient from '@effect/sql-pg/PgClient'
import { Effect, Exit, Predicate, Scope } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { functions, tables } from '#adapters/postgres/schema/Grants.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { makeClient } from '#tools/postgres/database.ts'
import { asRole, query } from '#tools/postgres/postgres.ts'

const scope = Scope.makeUnsafe()
const opened = new Map<string, PgClient.PgClient>()

let url = ''
beforeAll(async () => {
  url = await governedDatabase()
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** One connection for each role, opened when it is needed first. */
const connectionOf = async (role: string): Promise<PgClient.PgClient> => {
  const there = opened.get(role)
  if (there !== undefined) return there
  const connecting = makeClient(asRole(url, role))
  const connection = await Effect.runPromise(connecting.pipe(Scope.provide(scope), Effect.provide(Reactivity.layer)))
  opened.set(role, connection)
  return connection
}

const stateOf = (error: unknown): string => {
  const reason = Predicate.hasProperty(error, 'reason') ? error.reason : error
  return (Predicate.hasProperty(reason, 'cause') && errorCodeOf(reason.cause)) || String(error)
}
/** How a statement of a role ends: its SQLSTATE, or `done`. */
const outcome = async (role: string, statement: string): Promise<string> =>
  Effect.runPromise((await connectionOf(role)).unsafe(statement)).then(() => 'done', stateOf)

const names = (rows: ReadonlyArray<object>): ReadonlyArray<unknown> => rows.map((row) => Reflect.get(row, 'name'))

describe('every table and function', () => {
  it('has a decision in src/adapters/postgres/schema/Grants.ts on who may do what with it', async () => {
    const there = names(
      await query(
        url,
        `SELECT relname AS name FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
         UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
      ),
    )
    const decided: ReadonlyArray<unknown> = [...Object.keys(tables), ...Object.keys(functions)]
    expect({
      undecided: there.filter((name) => !decided.includes(name)),
      gone: decided.filter((name) => !there.includes(name)),
    }).toEqual({ undecided: [], gone: [] })
  })

  it('is owned by cotejo_migrate, and so is what runs as its owner', async () => {
    const owners = await query(
      url,
      `SELECT DISTINCT pg_get_userbyid(o) AS name
         FROM (SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace
               UNION SELECT proowner FROM pg_proc WHERE pronamespace = 'public'::regnamespace) AS owners (o)`,
    )
    expect(names(owners)).toEqual(['cotejo_migrate'])
  })

  it('looks for tables of the schema alone where it runs as its owner', async () => {
    const paths = await query(
      url,
      `SELECT DISTINCT array_to_string(proconfig, ';') LIKE '%search_path=public, pg_temp%' AS name
         FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`,
    )
    expect(names(paths)).toEqual([true])
  })
})

const money = "(account_id, kind, debit, credit, amount_centavos) VALUES ('a', 'abono', 'caja', 'saldo', 1)"

/** What nobody may who is not the owner. */
const ownersOnly = [
  'UPDATE ledger_entries SET amount_centavos = 1',
  'DELETE FROM ledger_entries',
  'ALTER TABLE ledger_entries DISABLE TRIGGER USER',
  'DROP TRIGGER ledger_is_append_only ON ledger_entries',
  "INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id) VALUES ('a', 'cargo', 'saldo', 'ingresos', 1, 'v')",
  'INSERT INTO audit_entries SELECT * FROM audit_entries',
  "UPDATE audit_entries SET reason = 'x'",
  'DELETE FROM audit_entries',
  'TRUNCATE audit_entries',
  'ALTER TABLE audit_entries DISABLE TRIGGER USER',
  'DELETE FROM accounts',
  'UPDATE accounts SET held_centavos = 0',
  'UPDATE accounts SET quota_used = 0',
  'UPDATE api_keys SET rate_at = DEFAULT',
  'UPDATE api_keys SET digest = digest',
  'DELETE FROM api_keys',
  "UPDATE verifications SET state = 'emitida'",
  "UPDATE verifications SET webhook_url = 'https://y'",
  "UPDATE verifications SET payment_intent_id = 'pi_2'",
  "UPDATE verifications SET document = ''",
  'UPDATE verifications SET retired_at = now()',
  'UPDATE verifications SET deadline = now()',
  'SELECT 1 FROM verifications FOR UPDATE',
  'UPDATE verifications SET price_centavos = 1',
  'UPDATE verifications SET account_id = account_id',
  'DELETE FROM verifications',
  "INSERT INTO verifications (account_id, verification_id) VALUES ('a', 'v')",
  "INSERT INTO verification_work (account_id, verification_id) VALUES ('a', 'v')",
  'DELETE FROM verification_work',
  "INSERT INTO payment_claims VALUES ('p', 'a', 'v')",
  'UPDATE payment_claims SET account_id = account_id',
  'DELETE FROM payment_claims',
  "INSERT INTO transfers (account_id, verification_id) VALUES ('a', 'v')",
  'UPDATE transfers SET amount_centavos = 1',
  'UPDATE transfers SET payment_intent_id = payment_intent_id',
  'DELETE FROM transfers',
  "INSERT INTO deliveries (account_id, verification_id) VALUES ('a', 'v')",
  "UPDATE deliveries SET url = 'https://x'",
  "UPDATE deliveries SET event_id = ''",
  'DELETE FROM deliveries',
  'DELETE FROM data_keys',
  'UPDATE data_keys SET kept_at = NULL',
  'DELETE FROM delivery_attempts',
  'DELETE FROM source_notes',
  'UPDATE delivery_attempts SET status = 200',
  'DELETE FROM known_keys',
  "UPDATE known_keys SET fingerprint = ''",
  'DELETE FROM lost_transfers',
  'DELETE FROM recoveries',
  'INSERT INTO recoveries DEFAULT VALUES',
  'UPDATE recoveries SET ended_at = now()',
  'DELETE FROM list_versions',
  'UPDATE list_entries SET keys = keys',
  'UPDATE clearances SET recorded_at = now()',
  'INSERT INTO schema_migrations VALUES (2)',
  "UPDATE schema_migrations SET checksum = ''",
  'DELETE FROM schema_functions',
  "SELECT lock_payments('[]')",
  'CREATE TABLE mine ()',
  'SELECT lo_creat(-1)',
  'SELECT lo_create(0)',
  "SELECT lo_from_bytea(0, '')",
  'CREATE TEMP TABLE accounts ()',
  'CREATE SCHEMA mine',
  'CREATE FUNCTION mine() RETURNS integer LANGUAGE sql RETURN 1',
  'CREATE OR REPLACE FUNCTION stands_still() RETURNS boolean LANGUAGE sql RETURN false',
  'ALTER FUNCTION admit SECURITY INVOKER',
  'GRANT cotejo_migrate TO cotejo_app',
  'SET ROLE cotejo_migrate',
  'CREATE ROLE mine',
  "COPY accounts TO PROGRAM 'cat'",
  "SELECT pg_read_file('postgresql.conf')",
]

const notForReplicas = [
  'SELECT 1 FROM ledger_entries',
  `INSERT INTO ledger_entries ${money}`,
  'SELECT 1 FROM payment_claims',
  'SELECT 1 FROM lost_transfers',
  "INSERT INTO clearances VALUES ('d', now())",
  'DELETE FROM clearances',
  'UPDATE accounts SET settled_centavos = 1',
  'UPDATE accounts SET price_centavos = 0',
  "UPDATE accounts SET status = 'activa'",
  "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('a', 'consumo', 0, 1)",
  "INSERT INTO api_keys (digest, account_id, key_id) VALUES ('d', 'a', 'k')",
  'UPDATE api_keys SET revoked_at = NULL',
  "INSERT INTO signing_secrets (account_id, role, key_id, sealed) VALUES ('a', 'actual', 'k', '')",
  "UPDATE signing_secrets SET sealed = ''",
  'DELETE FROM signing_secrets',
  "INSERT INTO processor_accounts (account_id, destination, key_id, sealed) VALUES ('a', 'd', 'k', '')",
  "UPDATE processor_accounts SET destination = 'd'",
  "UPDATE data_keys SET sealed = ''",
  'SELECT begin_recovery()',
  "SELECT retire_one('a', 'v', now())",
  'SELECT end_recovery(now())',
]

const notForOperators = [
  'SELECT sealed FROM verification_work',
  'SELECT fingerprint FROM verifications',
  'SELECT * FROM verifications',
  "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos) VALUES ('a', 'consumo', 0, 1, 1)",
  "UPDATE verification_work SET sealed = ''",
  'UPDATE verification_work SET due_at = now()',
  'UPDATE verification_work SET epoch = 2147483647',
  'UPDATE deliveries SET epoch = 2147483647',
  'UPDATE transfers SET epoch = 2147483647',
  "UPDATE deliveries SET replica_id = 'n'",
  "UPDATE deliveries SET state = 'entregada'",
  'INSERT INTO delivery_attempts DEFAULT VALUES',
  "UPDATE transfers SET state = 'ejecutada'",
  "UPDATE transfers SET transfer_id = 't'",
  "INSERT INTO data_keys (name, purpose, day, key_id, sealed) VALUES ('n', 'record', now(), 'k', '')",
  'INSERT INTO replicas VALUES (1)',
  'DELETE FROM replicas',
  "SELECT admit('[]', NULL)",
  "SELECT conclude('[]', '', NULL)",
  "SELECT claim_verifications('n', now(), 1, 1)",
  "SELECT claim_deliveries('n', now(), 1, 1, 1)",
  "SELECT claim_transfers('n', now(), 1, 1)",
]

describe('is refused with SQLSTATE 42501', () => {
  it.each([...ownersOnly, ...notForReplicas])('to cotejo_app: %s', async (statement) => {
    expect(await outcome('cotejo_app', statement)).toBe('42501')
  })

  it.each([...ownersOnly, ...notForOperators])('to cotejo_operator: %s', async (statement) => {
    expect(await outcome('cotejo_operator', statement)).toBe('42501')
  })

  it.each(['cotejo_app', 'cotejo_operator'])('to %s: emptying any table', async (role) => {
    for (const table of Object.keys(tables)) {
      expect([table, await outcome(role, `TRUNCATE ${table} CASCADE`)]).toEqual([table, '42501'])
    }
  })
})

describe('what cotejo_operator may write', () => {
  it('holds no instant that a replica could not read: one row of it would hold up all work', async () => {
    const instants = await query(
      url,
      `SELECT a.attrelid::regclass || '.' || a.attname AS name,
              EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.conkey = ARRAY[a.attnum]
                         AND pg_get_constraintdef(k.oid) = format('CHECK (isfinite(%I))', a.attname)) AS is_finite
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.atttypid = 'timestamptz'::regtype
          AND (has_column_privilege('cotejo_operator', c.oid, a.attnum, 'INSERT')
            OR has_column_privilege('cotejo_operator', c.oid, a.attnum, 'UPDATE'))`,
    )
    expect(names(instants)).toEqual(expect.arrayContaining(['deliveries.resend_at', 'transfers.due_at']))
    expect(names(instants.filter((column) => Reflect.get(column, 'is_finite') === false))).toEqual([])
  })

  it('gives no key back that was revoked', async () => {
    await query(
      url,
      "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('llaves', 'consumo', 0, 1)",
    )
    await query(url, "INSERT INTO api_keys (digest, account_id, key_id) VALUES ('d', 'llaves', 'k1')")
    const revoking = (at: string) => outcome('cotejo_operator', `UPDATE api_keys SET revoked_at = ${at}`)
    expect(await revoking("'2026-01-01'")).toBe('done')
    expect([await revoking('NULL'), await revoking("'2027-01-01'"), await revoking('revoked_at')]).toEqual([
      'P0001',
      'P0001',
      'done',
    ])
  })

  it('holds no amount that is not kept exactly', async () => {
    const opening = (centavos: string) =>
      outcome(
        'cotejo_operator',
        `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('${centavos}', 'connect', ${centavos}, 1)`,
      )
    expect([await opening('9007199254740992'), await opening('9007199254740991')]).toEqual(['23514', 'done'])
  })
})

describe('a connection that says nothing of an account', () => {
  const seen = async (statement: string) =>
    names(await Effect.runPromise((await connectionOf('cotejo_app')).unsafe<{ name: string }>(statement)))
  beforeAll(async () => {
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
       SELECT account, 'ver_' || account, 'sol-1', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'https://x', now(), now()
         FROM unnest(ARRAY['sol', 'luna']) AS a (account)`,
    )
  })

  it('sees no verification, whatever it asks for', async () => {
    expect(await seen('SELECT account_id AS name FROM verifications')).toEqual([])
  })

  it('reads those of the account that it names, each time', async () => {
    const read = (values: string) => seen(`SELECT verification_id AS name FROM read_verifications(${values})`)
    expect(await read("'sol', NULL, NULL, NULL, 10")).toEqual(['ver_sol'])
    expect(await read("'luna', NULL, 'sol-1', NULL, 10")).toEqual(['ver_luna'])
    expect(await read("'luna', NULL, NULL, 'en_proceso', 10")).toEqual(['ver_luna'])
    expect(await read("'luna', NULL, NULL, 'emitida', 10")).toEqual([])
    expect(await read("'sol', 'ver_luna', NULL, NULL, 10")).toEqual([])
    expect(await read("'*', 'ver_luna', NULL, NULL, 10")).toEqual([])
    expect(await seen('SELECT account_id AS name FROM verifications')).toEqual([])
  })

  it('retires nothing that is under way, however it asks', async () => {
    const under = await connectionOf('cotejo_operator')
    const retired = async (call: string) => names(await Effect.runPromise(under.unsafe(`SELECT ${call} AS name`)))
    expect(await retired("retire_one('sol', 'ver_sol', now())")).toEqual([0])
    expect(await retired("retire_old('infinity', 1000, now())")).toEqual([0])
    expect(names(await query(url, 'SELECT webhook_url AS name FROM verifications'))).toEqual(['https://x', 'https://x'])
  })

  it('leaves an entry in the audit of what it removes for an operator, by its role, and none for a replica', async () => {
    const ended = `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
       VALUES ('sol', 'ver_old', 'old', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'https://x', '2026-01-01', now(),
         'no_concluyente', '2026-01-01')`
    await query(
      url,
      "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'consumo', 1, 1)",
    )
    onTestFinished(async () => void (await query(url, "DELETE FROM accounts WHERE account_id = 'sol'")))
    const clearance = "INSERT INTO clearances VALUES ('d', '2026-01-01') ON CONFLICT DO NOTHING"
    const key = "INSERT INTO data_keys VALUES ('applicant/old', 'applicant', '2026-01-02', 'k', '')"
    for (const role of ['cotejo_app', 'cotejo_operator']) {
      for (const call of [
        "retire_old('infinity', 1000, now())",
        "retire_one('sol', 'ver_old', now())",
        "destroy_keys('2026-01-03')",
      ]) {
        for (const statement of [ended, clearance, key]) await query(url, statement)
        await outcome(role, `SELECT ${call}`)
        await query(url, "DELETE FROM verifications WHERE request_id = 'old'")
        for (const table of ['data_keys', 'clearances']) await query(url, `DELETE FROM ${table}`)
      }
    }
    expect(
      await query(
        url,
        'SELECT act, account_id, actor, database_role, reason, details FROM audit_entries ORDER BY sequence',
      ),
    ).toEqual(
      [
        { act: 'retire_old', account_id: null, details: { ended_before: 'infinity', removed: 1, clearances: 1 } },
        { act: 'retire_one', account_id: 'sol', details: { verification: 'ver_old' } },
        { act: 'destroy_keys', account_id: null, details: { ended_before: '2026-01-03', removed: 1 } },
      ].map((entry) => ({ ...entry, actor: 'cotejo_operator', database_role: 'cotejo_operator', reason: null })),
    )
    expect(
      await outcome('cotejo_operator', "SELECT retire_old('infinity', 1000, now()), destroy_keys('infinity')"),
    ).toBe('done')
    expect(await query(url, 'SELECT FROM audit_entries')).toHaveLength(3)
  })

  it('puts off no end for good, though a recovery is open', async () => {
    expect(await outcome('cotejo_operator', 'SELECT begin_recovery()')).toBe('done')
    expect(await outcome('cotejo_operator', "SELECT end_recovery('infinity')")).toBe('23514')
    expect(await outcome('cotejo_operator', 'SELECT end_recovery(now())')).toBe('done')
  })

  it('sees those of one account where a statement forgets to name it, and all when it works for all', async () => {
    await seen("SELECT set_config('cotejo.account', 'luna', false) AS name")
    expect(await seen('SELECT account_id AS name FROM verifications')).toEqual(['luna'])
    await seen("SELECT set_config('cotejo.account', '*', false) AS name")
    expect(await seen('SELECT account_id AS name FROM verifications ORDER BY 1')).toEqual(['luna', 'sol'])
    await seen("SELECT set_config('cotejo.account', '', false) AS name")
  })
})

describe('whoever has none of the roles', () => {
  beforeAll(async () => {
    await query(url, "CREATE ROLE stranger LOGIN PASSWORD 'stranger'")
    return async () => {
      opened.delete('stranger')
      await query(url, `DROP OWNED BY stranger`)
      await query(url, 'DROP ROLE stranger')
    }
  })

  it('does not enter the database', async () => {
    expect(await query(asRole(url, 'stranger'), 'SELECT 1').then(() => 'done', stateOf)).toBe('42501')
  })

  it('reads and calls nothing where entering is allowed', async () => {
    await query(url, `GRANT CONNECT ON DATABASE ${new URL(url).pathname.slice(1)} TO stranger`)
    await query(url, 'GRANT USAGE ON SCHEMA public TO stranger')
    for (const table of Object.keys(tables)) expect(await outcome('stranger', `SELECT 1 FROM ${table}`)).toBe('42501')
    const may = await query(
      url,
      `SELECT proname AS name FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND has_function_privilege('stranger', oid, 'EXECUTE')`,
    )
    expect(names(may)).toEqual([])
  })
})
