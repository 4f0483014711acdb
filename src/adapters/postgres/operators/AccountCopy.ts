import type * as PgClient from '@effect/sql-pg/PgClient'
import { Effect, Option, Schema } from 'effect'
import { onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { dataKeyContext, processorKeyContext, signingSecretContext } from '#adapters/postgres/rows/Rows.ts'
import type { SealContext, Secrets } from '#ports/Secrets.ts'

/** Copies the rows of an account from one cell to another, sealed by the other cell's keys. */

export interface Cell {
  readonly sql: PgClient.PgClient
  readonly secrets: Secrets['Service']
}

/** The account cannot be moved; the reason says what to do. */
class MoveRefused extends Schema.TaggedError<MoveRefused>()('MoveRefused', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}
export const refused = (reason: string) => Effect.fail(new MoveRefused({ reason }))

/** The tables with the rows of an account, each after those that it refers to, and the column that orders its rows. */
const tables: Readonly<Record<string, string>> = {
  accounts: 'account_id',
  api_keys: 'key_id',
  api_key_uses: 'key_id',
  signing_secrets: 'role',
  processor_accounts: 'account_id',
  verifications: 'sequence',
  source_notes: 'verification_id',
  payment_claims: 'payment_intent_id',
  ledger_entries: 'entry_id',
  transfers: 'sequence',
  deliveries: 'sequence',
  delivery_attempts: 'verification_id, number',
  lost_transfers: 'transfer_id',
}
export const names = Object.keys(tables)

const rowsAtOnce = 200

type Row = Readonly<Record<string, unknown>>
const pageIn = rowsOf(Schema.Struct({ row: Schema.Record(Schema.String, Schema.Unknown) }))
const textIn = onlyRowOf(Schema.Struct({ text: Schema.String }))
const decodeText = Schema.decodeUnknownSync(Schema.String)

/** The rows of each table, and the sums of the money, as a text to compare. */
export const measured = ({ sql }: Cell, account: string) => {
  const counts = names.map((name) => `'${name}', (SELECT count(*) FROM ${name} WHERE account_id = $1)`)
  return Effect.map(
    sql.unsafe(
      `SELECT jsonb_build_object(${counts.join(', ')}, 'settled',
                (SELECT settled_centavos FROM accounts WHERE account_id = $1), 'booked',
                (SELECT sum(amount_centavos) FROM ledger_entries WHERE account_id = $1))::text AS text`,
      [account],
    ),
    (rows) => textIn(rows).text,
  )
}

/** The name of a copied data key. It contains the whole name of the first one, so it is unique in every cell. */
const copiedName = (name: string): string => {
  const [purpose, day, key = '', id] = name.split('/')
  return `${purpose}/${day}/${key.includes(':') ? key : `${key}:${id}`}/${id}`
}

const bytesIn = (value: unknown): Buffer => Buffer.from(decodeText(value).slice(2), 'hex')

const resealed = Effect.fnUntraced(function* (from: Cell, to: Cell, row: Row, before: SealContext, after = before) {
  const keyId = decodeText(row['key_id'])
  const opened = from.secrets.open({ keyId, bytes: bytesIn(row['sealed']) }, before)
  if (Option.isNone(opened))
    return yield* refused(`Stored data needs the sealing key "${keyId}": append it to COTEJO_SEALING_KEYS.`)
  const sealed = to.secrets.seal(opened.value, after)
  return { ...row, key_id: sealed.keyId, sealed: `\\x${Buffer.from(sealed.bytes).toString('hex')}` }
})

const renamed = (name: unknown) => (name === null ? null : copiedName(decodeText(name)))

const translated = (from: Cell, to: Cell, account: string, table: string) => (row: Row) => {
  switch (table) {
    case 'signing_secrets':
      return resealed(from, to, row, signingSecretContext(account))
    case 'processor_accounts':
      return resealed(from, to, row, processorKeyContext(account, decodeText(row['destination'])))
    case 'data_keys': {
      const name = decodeText(row['name'])
      const copied = { ...row, name: copiedName(name), kept_at: null }
      return resealed(from, to, copied, dataKeyContext(name), dataKeyContext(copied.name))
    }
    case 'verifications':
      return Effect.succeed({ ...row, data_key: renamed(row['data_key']), document_key: renamed(row['document_key']) })
    default:
      return Effect.succeed(row)
  }
}

/** Inserts rows of one table; identities get new values in the same order. */
const inserted = Effect.fnUntraced(function* (
  { sql }: Cell,
  table: string,
  rows: ReadonlyArray<Row>,
  onConflict: string,
) {
  const { text: columns } = textIn(
    yield* sql`
      SELECT string_agg(quote_ident(attname), ', ') AS text FROM pg_attribute
       WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''`,
  )
  yield* sql.unsafe(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) ${onConflict}`,
    [JSON.stringify(rows)],
  )
})

/** Copies what a query selects, page by page, and locks it. */
const copied = Effect.fnUntraced(function* (from: Cell, to: Cell, account: string, table: string, query: string) {
  const isKey = table === 'data_keys'
  yield* from.sql.unsafe(`DECLARE moved CURSOR FOR ${query}`)
  for (;;) {
    const page = pageIn(yield* from.sql.unsafe(`FETCH ${rowsAtOnce} FROM moved`))
    if (page.length === 0) break
    const rows = yield* Effect.forEach(page, ({ row }) => translated(from, to, account, table)(row))
    // A key and its copy that came back from an earlier move get one name: they are the same key.
    const once = isKey ? [...new Map(rows.map((row) => [row['name'], row])).values()] : rows
    // A key of an earlier move is there already. It must not be destroyed meanwhile.
    yield* inserted(to, table, once, isKey ? 'ON CONFLICT (name) DO UPDATE SET kept_at = NULL' : '')
  }
  yield* from.sql.unsafe('CLOSE moved')
})

/** Copies all rows. The transactions of both cells are the caller's. */
export const copyRows = Effect.fnUntraced(function* (from: Cell, to: Cell, account: string) {
  const quoted = `'${account.replaceAll("'", "''")}'`
  const keys = `SELECT data_key FROM verifications WHERE account_id = ${quoted}
                 UNION SELECT document_key FROM verifications WHERE account_id = ${quoted}`
  const sealedBy = `SELECT to_jsonb(t) AS row FROM data_keys t WHERE name IN (${keys}) FOR KEY SHARE`
  yield* copied(from, to, account, 'data_keys', sealedBy)
  for (const [table, order] of Object.entries(tables)) {
    const query = `SELECT to_jsonb(t) AS row FROM ${table} t WHERE account_id = ${quoted} ORDER BY ${order} FOR UPDATE`
    yield* copied(from, to, account, table, query)
  }
})
