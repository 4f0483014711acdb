import type * as PgClient from '@effect/sql-pg/PgClient'
import { Effect, Option, Schema } from 'effect'
import { onlyRowOf, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { dataKeyContext, processorKeyContext, signingSecretContext } from '#adapters/postgres/rows/Rows.ts'
import type { SealContext, Secrets } from '#ports/Secrets.ts'
import { promises } from './LedgerPromises.ts'

/**
 * Moves an account between two cells, that is, between two databases of the same schema and digest key.
 *
 * In each database the account is in one of these states:
 *
 * - `none`: it has no row.
 * - `live`: `moving_to` is null.
 * - `halted`: `moving_to` names the new cell. No request creates anything (503), reads are answered, and no webhook or
 *   transfer is claimed, because the holder `traslado/ACCOUNT` holds them all.
 * - `moved`: the status is `trasladada`. Only this row is left. It reserves the name and names the new cell.
 *
 * The steps, each one transaction. In brackets: the states in the old and the new cell afterwards.
 *
 * 1. `halt` [halted, none]. Then `drain` waits until nothing is in progress.
 * 2. `copy` [halted, halted], with all rows of the old cell locked. Then the router sends the keys to the new cell.
 * 3. `bury` [moved, halted], in the transaction that locked the rows.
 * 4. `revive` [moved, live].
 *
 * So at most one of the two works on the account. After an interruption the states say where to go on: a halted copy is
 * replaced by a new one as long as the old cell is not `moved`.
 */

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
const refused = (reason: string) => Effect.fail(new MoveRefused({ reason }))

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
const names = Object.keys(tables)

/** Tables with accounts that stay: work is done before, and the audit is a chain of its own cell. */
export const staying = ['audit_entries', 'verification_work']
export const movedTables: ReadonlyArray<string> = names

const rowsAtOnce = 200

type Row = Readonly<Record<string, unknown>>
const pageIn = rowsOf(Schema.Struct({ row: Schema.Record(Schema.String, Schema.Unknown) }))
const textIn = onlyRowOf(Schema.Struct({ text: Schema.String }))
const countIn = onlyRowOf(Schema.Struct({ count: Schema.Int }))
const stateIn = rowOf(Schema.Struct({ status: Schema.String, moving_to: Schema.NullOr(Schema.String) }))
const digestsIn = rowsOf(Schema.Struct({ digest: Schema.String }))
const decodeText = Schema.decodeUnknownSync(Schema.String)

type State = 'none' | 'live' | 'halted' | 'moved'

const holderOf = (account: string): string => `traslado/${account}`

/** @param to the cell that the account moves to */
export const stateOf = Effect.fnUntraced(function* ({ sql }: Cell, account: string, to: string) {
  const found = Option.getOrNull(
    stateIn(yield* sql`SELECT status, moving_to FROM accounts WHERE account_id = ${account}`),
  )
  if (found === null) return 'none'
  const state: State = found.status === 'trasladada' ? 'moved' : found.moving_to === null ? 'live' : 'halted'
  return state === 'halted' && found.moving_to !== to
    ? yield* refused(`Account "${account}" is already moving to cell "${found.moving_to}".`)
    : state
})

/** Statements of any length: an account may have millions of rows. */
const patiently = ({ sql }: Cell) =>
  sql`SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`

/** The schema, which must be the same in both cells. */
export const schemaOf = ({ sql }: Cell) =>
  Effect.map(
    sql`SELECT string_agg(name || checksum, ',' ORDER BY name) AS text FROM schema_migrations`,
    (rows) => textIn(rows).text,
  )

/** The broken promises of the ledger for one account. */
const breaches = ({ sql }: Cell, account: string) =>
  Effect.map(
    Effect.filter(promises, ({ breaches }) =>
      Effect.map(
        sql.unsafe(`SELECT 1 FROM (${breaches}) b WHERE account_id = $1 LIMIT 1`, [account]),
        (rows) => rows.length > 0,
      ),
    ),
    (broken) => broken.map(({ words }) => words),
  )

/** Fails if a promise of the ledger is broken. */
export const checked = Effect.fnUntraced(function* (cell: Cell, account: string) {
  const [first] = yield* breaches(cell, account)
  if (first !== undefined)
    return yield* refused(
      `The ledger of account "${account}" is wrong (${first}): see cotejo ledger check. It was not moved.`,
    )
})

export const halt = Effect.fnUntraced(function* ({ sql }: Cell, account: string, to: string) {
  yield* sql`UPDATE accounts SET moving_to = ${to} WHERE account_id = ${account} AND status <> 'trasladada'`
})

/** Takes free webhooks and transfers away from the replicas. Returns how much they still work on. */
export const drain = ({ sql }: Cell, account: string) =>
  Effect.map(
    sql`
      WITH holder AS MATERIALIZED (SELECT ${holderOf(account)}::text AS id), webhooks AS (
        UPDATE deliveries SET replica_id = holder.id, epoch = epoch + 1 FROM holder
         WHERE account_id = ${account} AND replica_id IS NULL AND next_at IS NOT NULL
      ), queued AS (
        UPDATE transfers SET replica_id = holder.id, epoch = epoch + 1 FROM holder
         WHERE account_id = ${account} AND replica_id IS NULL AND due_at IS NOT NULL
      )
      SELECT ((SELECT count(*) FROM verification_work WHERE account_id = ${account}) +
              (SELECT count(*) FROM deliveries, holder WHERE account_id = ${account} AND replica_id <> holder.id) +
              (SELECT count(*) FROM transfers, holder WHERE account_id = ${account} AND replica_id <> holder.id))::integer AS count`,
    (rows) => countIn(rows).count,
  )

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

/** Seals a row again for the other cell. */
const resealed = Effect.fnUntraced(function* (from: Cell, to: Cell, row: Row, before: SealContext, after = before) {
  const keyId = decodeText(row['key_id'])
  const opened = from.secrets.open({ keyId, bytes: bytesIn(row['sealed']) }, before)
  if (Option.isNone(opened))
    return yield* refused(`Stored data needs the sealing key "${keyId}": append it to COTEJO_SEALING_KEYS.`)
  const sealed = to.secrets.seal(opened.value, after)
  return { ...row, key_id: sealed.keyId, sealed: `\\x${Buffer.from(sealed.bytes).toString('hex')}` }
})

const renamed = (name: unknown) => (name === null ? null : copiedName(decodeText(name)))

/** A row as it is stored in the other cell. */
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
    // A key of an earlier move is there already. It must not be destroyed meanwhile.
    yield* inserted(to, table, rows, isKey ? 'ON CONFLICT (name) DO UPDATE SET kept_at = NULL' : '')
  }
  yield* from.sql.unsafe('CLOSE moved')
})

/** Deletes all rows of an account but its own. */
const removed = ({ sql }: Cell, account: string) =>
  Effect.forEach(
    names.toReversed().filter((name) => name !== 'accounts'),
    (name) => sql`DELETE FROM ${sql(name)} WHERE account_id = ${account}`,
    { discard: true },
  )

const locking = Effect.fnUntraced(function* (cell: Cell, account: string) {
  yield* patiently(cell)
  yield* cell.sql`SELECT 1 FROM accounts WHERE account_id = ${account} FOR UPDATE`
})

/** Removes a halted copy, or what an earlier move left. */
export const discard = Effect.fnUntraced(function* (cell: Cell, account: string) {
  yield* locking(cell, account)
  yield* removed(cell, account)
  yield* cell.sql`DELETE FROM accounts WHERE account_id = ${account} AND moving_to IS NOT NULL`
})

/** Copies everything, in one transaction of the new cell. Call it in the transaction of the old cell that buries. */
export const copy = Effect.fnUntraced(function* (from: Cell, to: Cell, account: string) {
  yield* locking(from, account)
  const quoted = `'${account.replaceAll("'", "''")}'`
  yield* to.sql.withTransaction(
    Effect.gen(function* () {
      yield* discard(to, account)
      const keys = `SELECT data_key FROM verifications WHERE account_id = ${quoted}
                     UNION SELECT document_key FROM verifications WHERE account_id = ${quoted}`
      yield* copied(
        from,
        to,
        account,
        'data_keys',
        `SELECT to_jsonb(t) AS row FROM data_keys t WHERE name IN (${keys}) FOR KEY SHARE`,
      )
      for (const [table, order] of Object.entries(tables)) {
        const query = `SELECT to_jsonb(t) AS row FROM ${table} t WHERE account_id = ${quoted} ORDER BY ${order} FOR UPDATE`
        yield* copied(from, to, account, table, query)
      }
      const [before, after] = [yield* measured(from, account), yield* measured(to, account)]
      if (before !== after) return yield* refused(`The copy differs: ${before} and ${after}. It was not moved.`)
      yield* checked(to, account)
    }),
  )
})

/** Leaves only the row that names the new cell. */
export const bury = Effect.fnUntraced(function* (cell: Cell, account: string) {
  yield* locking(cell, account)
  yield* removed(cell, account)
  yield* cell.sql`
    UPDATE accounts SET status = 'trasladada', settled_centavos = 0, held_centavos = 0 WHERE account_id = ${account}`
})

/** Lets the work go on. */
export const revive = Effect.fnUntraced(function* ({ sql }: Cell, account: string) {
  const free = { replica_id: null }
  yield* sql`UPDATE accounts SET moving_to = NULL WHERE account_id = ${account} AND status <> 'trasladada'`
  for (const table of ['deliveries', 'transfers']) {
    yield* sql`UPDATE ${sql(table)} SET ${sql.update(free)} WHERE account_id = ${account} AND replica_id = ${holderOf(account)}`
  }
})

/** The digests of an account's keys, or of all live accounts' keys, that are neither revoked nor expired. */
export const keyDigests = ({ sql }: Pick<Cell, 'sql'>, account: string | null) =>
  Effect.map(
    sql`
      SELECT digest FROM api_keys JOIN accounts USING (account_id)
       WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
         AND ${account === null ? sql`moving_to IS NULL` : sql`account_id = ${account}`} ORDER BY digest`,
    (rows) => digestsIn(rows).map(({ digest }) => digest),
  )
