import { DateTime } from 'effect'
import { expect, it } from 'vitest'
import { retaining } from '#test/support/maintenance.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

/** What a row keeps after its content was removed: when, how it ended, and the payment of what was charged. */
const keeps = {
  emitida: ['payment_intent_id', 'resolved_at', 'retired_at'],
  no_concluyente: ['resolved_at', 'retired_at'],
}

/** A value of each type, as SQL. */
const valueOf: Readonly<Record<string, string>> = {
  text: "'x'",
  bytea: String.raw`'\x01'`,
  'timestamp with time zone': "'2026-03-10T12:00:00Z'",
  bigint: '1',
  integer: '1',
  boolean: 'true',
  jsonb: "'{}'",
}

const columnsOf = async (url: string, table: string) => {
  const rows = await query(
    url,
    `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable
       FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = '${table}' AND is_identity = 'NO' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  )
  return rows as ReadonlyArray<{ readonly name: string; readonly type: string; readonly nullable: boolean }>
}

/** Stores a row with a value in every column, except those that must stay empty. */
const fill = async (url: string, table: string, given: Readonly<Record<string, string>>, empty: string[] = []) => {
  const columns = (await columnsOf(url, table)).filter(({ name }) => !empty.includes(name))
  const values = columns.map(({ name, type }) => given[name] ?? valueOf[type] ?? `a value for ${type}`)
  await query(url, `INSERT INTO ${table} (${columns.map(({ name }) => name).join()}) VALUES (${values.join()})`)
}

const tablesOfVerifications = async (url: string): Promise<ReadonlyArray<string>> => {
  const rows = await query(
    url,
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'verification_id' ORDER BY 1`,
  )
  return rows.map((row) => String(Reflect.get(row, 'name')))
}

const accountAndVerification = { account_id: "'sol'", verification_id: "'ver_1'" }
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deliveries: { state: "'entregada'", due_at: 'NULL', resend_at: 'NULL', replica_id: 'NULL' },
  delivery_attempts: { kind: "'programado'", status: 'NULL', failure: "'tiempo_agotado'" },
  source_notes: { source: "'identidad'", result: "'consultada'" },
  ledger_entries: { kind: "'cargo'", debit: "'saldo'", credit: "'ingresos'", reason: 'NULL' },
  transfers: { state: "'ejecutada'", due_at: 'NULL', replica_id: 'NULL', remark: "'reembolsado'" },
}
/** These keep what an old request could use again, and the money. */
const kept = ['ledger_entries', 'lost_transfers', 'payment_claims', 'transfers', 'verifications']

const removals = {
  'the retention': (url: string) => retaining(url, (port) => port.retire(DateTime.makeUnsafe('2100-01-01'), 10)),
  'an erasure': (url: string) => query(url, "SELECT retire_one('sol', 'ver_1', now())"),
}

it.each(
  (['emitida', 'no_concluyente'] as const).flatMap((state) =>
    Object.entries(removals).map(([name, remove]) => [name, state, remove] as const),
  ),
)('%s leaves nothing in a column of a verification %s that was filled', async (_, state, remove) => {
  const url = await testDatabase(migrated)
  await query(
    url,
    "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'connect', 0, 1)",
  )
  const ended = { ...accountAndVerification, state: `'${state}'`, mode: "'connect'", channel: "'api'" }
  await fill(url, 'verifications', ended, ['retired_at'])
  for (const table of await tablesOfVerifications(url)) {
    if (table === 'verifications' || table === 'verification_work') continue
    await fill(url, table, { ...accountAndVerification, ...given[table] })
  }
  await remove(url)
  const nullable = (await columnsOf(url, 'verifications')).filter((column) => column.nullable)
  const [row = {}] = await query(url, 'SELECT * FROM verifications')
  const left = nullable.map(({ name }) => name).filter((name) => Reflect.get(row, name) !== null)
  expect(left.toSorted()).toEqual(keeps[state])
  const tables = await tablesOfVerifications(url)
  const counts = await Promise.all(
    tables.map(async (table) => ((await query(url, `SELECT FROM ${table}`)).length > 0 ? [table] : [])),
  )
  expect(counts.flat()).toEqual(kept)
})
