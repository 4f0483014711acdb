import { beforeAll, describe, expect, it } from 'vitest'
import { governedDatabase } from '#test/support/governed.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import { replaceFunction, replaceView } from '#tools/postgres/replaced.ts'
import { cotejo, migrated, rotatedKeys } from '#tools/service/server.ts'

/** What one check tells. */
const lookedAt = async (url: string, check: string, changes: Record<string, string> = {}) => {
  const { out } = await cotejo(url, ['doctor', '--json'], { COTEJO_PROCESSOR_URL: 'http://127.0.0.1:1', ...changes })
  const found: ReadonlyArray<{ check: string; result: string; finding: string; action: string | null }> =
    JSON.parse(out)
  return found.find((one) => one.check === check)
}
const run = async (url: string, statements: ReadonlyArray<string>) => {
  for (const statement of statements) await query(url, statement)
}

it('a database that takes no connections is let take them again', async () => {
  const url = await testDatabase(migrated)
  const name = new URL(url).pathname.slice(1)
  const other = new URL('/postgres', url).href
  await query(other, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  expect(await lookedAt(url, 'database')).toMatchObject({
    result: 'fault',
    finding: expect.stringContaining('55000'),
    action:
      'It accepts no connections: its owner must run ALTER DATABASE … ALLOW_CONNECTIONS true in another database.',
  })
  await query(other, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
})

describe('what Postgres says of itself', () => {
  let url: string
  beforeAll(async () => {
    url = await testDatabase(migrated)
  })

  it('has connections of clients, and processes of its own that take none', async () => {
    await replaceView(
      url,
      'pg_stat_activity',
      `SELECT * FROM (VALUES (1, 10, 'client backend'), (1, 11, 'client backend'),
           -- As whoever may not look sees the connection of somebody else, and the processes of Postgres.
           (2, 12, NULL), (NULL, NULL, NULL), (NULL, 10, NULL), (2, NULL, NULL),
           (NULL, NULL, 'checkpointer'), (NULL, NULL, 'autovacuum launcher'), (1, NULL, 'autovacuum worker'),
           (NULL, 10, 'logical replication launcher'), (NULL, 10, 'walsender'), (1, 10, 'parallel worker'))
           AS x (datid, usesysid, backend_type)`,
    )
    expect(await lookedAt(url, 'connections')).toMatchObject({
      result: 'ok',
      finding: expect.stringMatching(/^3 of \d+$/),
    })
    await replaceView(url, 'pg_stat_activity', null)
  })

  it('has slots, of which the one counts that keeps the most, and those that nobody reads', async () => {
    await replaceFunction(url, 'pg_current_wal_lsn()', "RETURNS pg_lsn LANGUAGE sql AS $$ SELECT '3/0'::pg_lsn $$")
    const toldOf = async (slots: string) => {
      await replaceView(
        url,
        'pg_replication_slots',
        `SELECT active, lsn::pg_lsn AS restart_lsn FROM (VALUES ${slots}) AS x (active, lsn)`,
      )
      const found = await lookedAt(url, 'disk and log')
      return { ...found, finding: found?.finding.replace(/^.*no archive of the log/, '') }
    }
    expect(await toldOf("(true, '2/F0000000'), (true, '0/0'), (true, NULL)")).toEqual({
      check: 'disk and log',
      result: 'fault',
      finding: '; a slot keeps 12288 MiB of the log',
      action: 'Start its standby, or drop the slot: the log fills the disk.',
    })
    expect(await toldOf("(true, '2/F0000000'), (true, NULL)")).toMatchObject({ result: 'ok', finding: '' })
    expect(await toldOf("(false, '2/F0000000'), (true, '2/F0000000')")).toEqual({
      check: 'disk and log',
      result: 'warning',
      finding: '; 1 unused replication slots',
      action: 'Drop them.',
    })
    await replaceView(url, 'pg_replication_slots', null)
    await replaceFunction(url, 'pg_current_wal_lsn()', null)
  })

  it('has archived its log when it archived after it last failed', async () => {
    const isFailing = async (failed: string, archived: string) => {
      await replaceView(
        url,
        'pg_stat_archiver',
        `SELECT ${failed}::timestamptz AS last_failed_time, ${archived}::timestamptz AS last_archived_time`,
      )
      return (await lookedAt(url, 'disk and log'))?.finding.endsWith('archiving the log fails')
    }
    expect(await isFailing("'2026-03-10T12:00:01Z'", "'2026-03-10T12:00:00Z'")).toBe(true)
    expect(await isFailing("'2026-03-10T12:00:00Z'", 'NULL')).toBe(true)
    expect(await isFailing("'2026-03-10T12:00:00Z'", "'2026-03-10T12:00:00Z'")).toBe(false)
    expect(await isFailing("'2026-03-10T12:00:00Z'", "'2026-03-10T12:00:01Z'")).toBe(false)
    expect(await isFailing('NULL', 'NULL')).toBe(false)
    await replaceView(url, 'pg_stat_archiver', null)
  })

  it('archives its log by a command or by a library, or nowhere', async () => {
    const archived = async (command: string, library: string) => {
      await replaceFunction(
        url,
        'current_setting(text)',
        `RETURNS text LANGUAGE sql AS $$
           SELECT CASE $1 WHEN 'archive_mode' THEN 'on' WHEN 'archive_command' THEN '${command}'
                            WHEN 'archive_library' THEN '${library}' ELSE pg_catalog.system_current_setting($1) END $$`,
      )
      return (await lookedAt(url, 'disk and log'))?.finding.replace(/^.*MiB, /, '')
    }
    expect(await archived('', '')).toBe('the log is archived to nowhere')
    expect(await archived('cp %p /x', '')).toBe('the log is archived')
    expect(await archived('', 'basic_archive')).toBe('the log is archived')
    await replaceFunction(url, 'current_setting(text)', null)
  })

  it('has what a connection asks for, unless a pooler stands before it', async () => {
    await replaceView(url, 'pg_settings', "SELECT 'statement_timeout' AS name, 'configuration file' AS source")
    expect(await lookedAt(url, 'database')).toEqual({
      check: 'database',
      result: 'fault',
      finding: 'DATABASE_URL leads to a pooler, such as pgbouncer, which drops timeouts and notifications',
      action: 'Use the direct address of Postgres there, or add it as COTEJO_DIRECT_DATABASE_URL.',
    })
    await replaceView(url, 'pg_settings', null)
    expect(await lookedAt(url, 'database')).toMatchObject({
      result: 'ok',
      finding: expect.stringMatching(/^Postgres \d/),
    })
  })

  it('is a standby, or takes no writes', async () => {
    await replaceFunction(url, 'pg_is_in_recovery()', 'RETURNS boolean LANGUAGE sql AS $$ SELECT true $$')
    expect(await lookedAt(url, 'database')).toMatchObject({
      result: 'fault',
      finding: 'it is a standby',
      action: 'Name the address that leads to the primary in DATABASE_URL.',
    })
    await replaceFunction(url, 'pg_is_in_recovery()', null)
    await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`)
    expect(await lookedAt(url, 'database')).toMatchObject({
      result: 'fault',
      finding: 'it accepts no writes',
      action: 'Set default_transaction_read_only to off.',
    })
  })
})

describe('what a replica left', () => {
  let url: string
  beforeAll(async () => {
    url = await testDatabase(migrated)
    await run(url, [
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
       VALUES ('luna', 'consumo', 0, 1), ('sol', 'connect', 0, 1), ('mar', 'connect', 0, 1), ('alba', 'connect', 0, 1)`,
      `INSERT INTO processor_accounts (account_id, destination, key_id, sealed) VALUES ('alba', 'acct_1', 'k1', '')`,
      `INSERT INTO replicas (replica_id, lease_until, sealing_keys)
       VALUES ('dead', now() - interval '1 second', '{}'), ('alive', now() + interval '55 seconds', '{}'),
              ('dead before the clock was set back', now() + interval '1 hour', '{}')`,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
       SELECT account, id, id, 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'https://x', now() - age * interval '1 second',
              now(), state, CASE state WHEN 'emitida' THEN now() END
         FROM (VALUES ('alba', 'ver_young', 1000, 'en_proceso'), ('luna', 'ver_ended', 9000, 'emitida'),
                      ('luna', 'ver_younger', 100, 'en_proceso'), ('luna', 'ver_old', 5000, 'en_proceso'),
                      ('sol', 'ver_other', 200, 'en_proceso')) x (account, id, age, state)`,
      `INSERT INTO verification_work (account_id, verification_id, due_at, replica_id, data_key, sealed)
       VALUES ('luna', 'ver_held', now() - interval '1 hour', 'alive', 'k', ''),
              ('luna', 'ver_late', now() - interval '61 seconds', NULL, 'k', ''),
              ('luna', 'ver_due', now() - interval '5 seconds', NULL, 'k', '')`,
      'INSERT INTO recoveries (ended_at) VALUES (now())',
    ])
  })

  it('is late where nobody has it, and under way for as long as the oldest is, by living replicas', async () => {
    expect(await lookedAt(url, 'work')).toEqual({
      check: 'work',
      result: 'fault',
      finding: expect.stringMatching(
        /^1 replicas, 1 verifications, 0 webhooks and 0 transfers due for more than a minute, the oldest under way for 50\d\d s: luna ver_old$/,
      ),
      action: 'Start replicas with the role worker, or more of them.',
    })
  })

  it('is what waits for a source that is not called, of verifications in progress', async () => {
    expect(await lookedAt(url, 'sources')).toMatchObject({ result: 'ok' })
    await run(url, [
      `INSERT INTO source_notes (account_id, verification_id, source, tries, failures, first_at, last_at, result)
       SELECT 'luna', id, source, 1, 1, now(), now(), result
         FROM (VALUES ('ver_late', 'judicial', 'circuito_abierto'), ('ver_due', 'judicial', 'circuito_abierto'),
                      ('ver_held', 'judicial', 'consultada'), ('ver_ended', 'identidad', 'circuito_abierto')) x (id, source, result)`,
    ])
    expect(await lookedAt(url, 'sources')).toMatchObject({
      result: 'fault',
      finding: 'calls are paused because the source keeps failing: judicial (2 verifications wait)',
    })
  })

  it('is late too where nobody dispatches, less the webhooks that wait for a signing secret', async () => {
    const dispatched = await testDatabase(migrated)
    await run(dispatched, [
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
       VALUES ('luna', 'consumo', 0, 1), ('sol', 'connect', 0, 1)`,
      `INSERT INTO signing_secrets (account_id, role, key_id, sealed) VALUES ('luna', 'actual', 'k1', '')`,
      `INSERT INTO replicas (replica_id, lease_until, roles) VALUES ('a', now() + interval '55 seconds', '{api,worker}')`,
    ])
    expect(await lookedAt(dispatched, 'work')).toMatchObject({
      result: 'fault',
      finding: expect.stringContaining(
        '0 webhooks and 0 transfers due for more than a minute; no replica has the role',
      ),
    })
    await run(dispatched, [
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent, due_at)
       SELECT account, account || n, account || n, 'https://x', 'x', 'pendiente', 0, 0, now() - n * interval '1 minute'
         FROM generate_series(0, 2) n, unnest('{luna,sol}'::text[]) account`,
      `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
       VALUES ('sol', 'sol1', 'pi_1', 1, now() - interval '2 minutes')`,
    ])
    expect(await lookedAt(dispatched, 'work')).toMatchObject({
      result: 'fault',
      finding: '1 replicas, 0 verifications, 2 webhooks and 1 transfers due for more than a minute',
      action: 'Start replicas with the role dispatcher, or more of them.',
    })
  })

  it('are keys that those which live have, and accounts whose processor is not set', async () => {
    expect(await lookedAt(url, 'keys of replicas')).toMatchObject({
      result: 'warning',
      finding: '1 of 1 replicas lack the first key of COTEJO_SEALING_KEYS: alive',
    })
    expect(await lookedAt(url, 'processor of accounts')).toEqual({
      check: 'processor of accounts',
      result: 'fault',
      finding: 'none is set for "mar" and 1 more: their payments are refused',
      action: 'Run: cotejo accounts processor mar --destination acct_…',
    })
    await query(url, "UPDATE accounts SET status = 'suspendida' WHERE account_id = 'mar'")
    expect(await lookedAt(url, 'processor of accounts')).toMatchObject({
      finding: 'none is set for "sol": their payments are refused',
    })
  })

  it('is a key of which the replicas have another value under its name: it is not one that they lack', async () => {
    await query(url, "UPDATE replicas SET sealing_keys = '{k1:another,k2:another}'")
    const finding = await lookedAt(url, 'keys of replicas', { COTEJO_SEALING_KEYS: rotatedKeys })
    await query(url, "UPDATE replicas SET sealing_keys = '{k1:another}'")
    expect(finding).toEqual({
      check: 'keys of replicas',
      result: 'warning',
      finding: '1 of 1 replicas have another value for "k2" than this command: alive',
      action: 'The line keys shows whether the value here is right.',
    })
  })

  it('is a key of another value under its name, and of its use', async () => {
    await query(
      url,
      `INSERT INTO known_keys (use, key_id, fingerprint)
       VALUES ('sealing', 'k2', 'another'), ('sealing', 'digest', 'another'), ('digest', 'k1', 'another')`,
    )
    expect(await lookedAt(url, 'keys', { COTEJO_SEALING_KEYS: rotatedKeys })).toEqual({
      check: 'keys',
      result: 'fault',
      finding: expect.stringMatching(
        /^COTEJO_SEALING_KEYS has another value for "k2" than this database was used with \(fingerprint \w+, known is another\)$/,
      ),
      action: 'Restore the right key: a new sealing key needs a new name.',
    })
  })
})

it('keys that are right are told apart: the one of digests, and those that seal, by name and in their order', async () => {
  const url = await testDatabase(migrated)
  expect(await lookedAt(url, 'keys', { COTEJO_SEALING_KEYS: rotatedKeys })).toEqual({
    check: 'keys',
    result: 'ok',
    finding: 'as in the database: COTEJO_DIGEST_KEY, sealing keys "k2", "k1"',
    action: null,
  })
})

it('stored data needs keys for the keys of days, signing secrets and processors', async () => {
  const url = await testDatabase(migrated)
  await run(url, [
    "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'connect', 0, 1)",
    "INSERT INTO processor_accounts (account_id, destination, key_id, sealed) VALUES ('sol', 'acct_1', 'k7', '')",
    "INSERT INTO signing_secrets (account_id, role, key_id, sealed) VALUES ('sol', 'actual', 'k9', '')",
    `INSERT INTO data_keys (name, purpose, day, key_id, sealed)
     VALUES ('record/2026-03-10/k8/a', 'record', '2026-03-10', 'k8', ''), ('record/2026-03-10/k1/b', 'record', '2026-03-10', 'k1', '')`,
  ])
  expect(await lookedAt(url, 'keys')).toEqual({
    check: 'keys',
    result: 'fault',
    finding: 'stored data needs "k7", "k8", "k9"',
    action: 'Append them to COTEJO_SEALING_KEYS.',
  })
})

it('a role that may do all in the database is warned of, and one of its own is not', async () => {
  const url = await governedDatabase()
  expect(await lookedAt(url, 'role')).toMatchObject({
    result: 'warning',
    finding: 'DATABASE_URL connects as "postgres", which is a superuser',
    action: expect.stringContaining('In production a replica connects as cotejo_app'),
  })
  expect(await lookedAt(asRole(url, 'cotejo_operator'), 'role')).toEqual({
    check: 'role',
    result: 'ok',
    finding: 'cotejo_operator',
    action: null,
  })
})

it('rights that are not those of the program are named', async () => {
  const url = await governedDatabase()
  await query(url, 'GRANT DELETE ON replicas TO cotejo_operator')
  expect(await lookedAt(url, 'schema')).toMatchObject({
    result: 'fault',
    finding: 'not as this program has them: rights on replicas',
  })
})

it('the certificates that a replica shows are told of, its own and that for providers', async () => {
  const [cert, key] = [temporaryFile(certificate), temporaryFile(certificateKey)]
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
  const provider = { key: 'una-llave-de-prueba', url: 'http://127.0.0.1:1' }
  expect(
    await lookedAt(nowhere, 'certificates', {
      COTEJO_ENVIRONMENT: 'production',
      COTEJO_TLS_CERT_FILE: cert,
      COTEJO_TLS_KEY_FILE: key,
      COTEJO_PROVIDER_CERT_FILE: cert,
      COTEJO_PROVIDER_KEY_FILE: key,
      COTEJO_IDENTITY_URL: provider.url,
      COTEJO_IDENTITY_KEY: provider.key,
      COTEJO_JUDICIAL_URL: provider.url,
      COTEJO_JUDICIAL_KEY: provider.key,
    }),
  ).toMatchObject({
    result: 'ok',
    finding: expect.stringMatching(
      /^COTEJO_TLS_CERT_FILE is valid for \d{5} days; COTEJO_PROVIDER_CERT_FILE is valid for \d{5} days$/,
    ),
  })
})

it('the triggers of a database whose sessions replicate do not run', async () => {
  const url = await testDatabase(migrated)
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET session_replication_role = replica`)
  expect(await lookedAt(url, 'settings of sessions')).toMatchObject({
    result: 'fault',
    finding: 'session_replication_role is replica, so no trigger protects the ledger and the audit',
  })
})

it('a transaction_timeout can end transactions of Cotejo', async ({ skip }) => {
  const url = await testDatabase(migrated)
  const known = await query(url, "SELECT 1 FROM pg_settings WHERE name = 'transaction_timeout'")
  skip(known.length === 0, 'Postgres has it from version 17 on')
  const setTo = (value: string) =>
    query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET transaction_timeout = '${value}'`)
  await setTo('1min')
  expect(await lookedAt(url, 'settings of sessions')).toMatchObject({
    result: 'warning',
    finding: 'transaction_timeout is 1min, which can end transactions of Cotejo',
  })
  await setTo('1ms')
  const { code, err } = await cotejo(url, ['ledger', 'check'])
  expect(code).toBe(1)
  expect(err).toContain('transaction_timeout, for example, must be 0.')
})

it('a setting that something changes on the way is named', async () => {
  const url = await testDatabase(migrated)
  await replaceFunction(
    url,
    'current_setting(text)',
    `RETURNS text LANGUAGE sql AS $$
       SELECT CASE $1 WHEN 'search_path' THEN 'app' WHEN 'transaction_isolation' THEN 'serializable'
                      ELSE pg_catalog.system_current_setting($1) END $$`,
  )
  expect(await lookedAt(url, 'settings of sessions')).toMatchObject({
    result: 'fault',
    finding: 'search_path is app, transaction_isolation is serializable',
  })
})
