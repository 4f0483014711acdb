import { Effect, Option, Schema } from 'effect'
import { SqlError } from 'effect/sql'
import { isAlive } from '#adapters/postgres/connection/Leases.ts'
import { sealingKeysOf } from '#adapters/postgres/connection/Replica.ts'
import { untimed } from '#adapters/postgres/connection/SessionSettings.ts'
import { onlyRowOf, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type Cell, copyRows, measured, names, refused } from './AccountCopy.ts'
import { promises } from './LedgerPromises.ts'

/**
 * Moves an account between two cells, that is, between two databases of the same schema and digest key.
 *
 * In each database the account is in one of these states:
 *
 * - `none`: it has no row.
 * - `live`: `moving_to` is null.
 * - `halted`: `moving_to` names the new cell. No request creates anything (503), reads are answered, and no webhook or
 *   transfer is claimed, because the holder `traslado/ACCOUNT` holds them all. Operators cannot change it.
 * - `copy`: as `halted`, with the `move_id` that was drawn for this copy.
 * - `moved`: the status is `trasladada`. Only this row is left. It reserves the name and names the new cell.
 *
 * The steps, each one transaction. In brackets: the states in the old and the new cell afterwards.
 *
 * 1. `halt` [halted, none]. Then `drain` waits until nothing is in progress.
 * 2. `copy` [halted, copy], with all rows of the old cell locked. Then the router sends the keys to the new cell.
 * 3. `bury` [moved, copy], in the transaction that locked the rows and drew the `move_id`.
 * 4. `revive` [moved, live].
 *
 * So at most one of the two works on the account. After an interruption the states say where to go on: a copy is
 * replaced by a new one as long as the old cell is not `moved`. After that, only the copy with the same `move_id` is
 * revived, so a copy in a third cell is not.
 */

/** Tables with accounts that stay: work is done before, and the audit is a chain of its own cell. */
export const staying = ['audit_entries', 'verification_work']
export const movedTables: ReadonlyArray<string> = names

const textIn = onlyRowOf(Schema.Struct({ text: Schema.String }))
const countIn = onlyRowOf(Schema.Struct({ count: Schema.Int }))
const stateIn = rowOf(
  Schema.Struct({
    status: Schema.String,
    moving_to: Schema.NullOr(Schema.String),
    move_id: Schema.NullOr(Schema.String),
    opened_at: Schema.String,
  }),
)
const accountsIn = rowsOf(Schema.Struct({ account_id: Schema.String }))
const digestsIn = rowsOf(Schema.Struct({ digest: Schema.String }))

type State = 'none' | 'live' | 'halted' | 'copy' | 'moved'

export interface Standing {
  readonly state: State
  /** The cell that it moves to, or was moved to. */
  readonly to: string | null
  /** Which copy it is, or which copy replaced it. */
  readonly moveId: string | null
  /** When it was opened, which all copies of an account have alike; null if it has no row. */
  readonly opened: string | null
}

const holderOf = (account: string): string => `traslado/${account}`

export const standingOf = Effect.fnUntraced(function* ({ sql }: Cell, account: string) {
  const rows = yield* sql`
    SELECT status, moving_to, move_id, date_part('epoch', opened_at)::text AS opened_at
      FROM accounts WHERE account_id = ${account}`
  return Option.match(stateIn(rows), {
    onNone: (): Standing => ({ state: 'none', to: null, moveId: null, opened: null }),
    onSome: ({ status, moving_to: to, move_id: moveId, opened_at: opened }): Standing => {
      if (status === 'trasladada') return { state: 'moved', to, moveId, opened }
      if (to === null) return { state: 'live', to, moveId, opened }
      return { state: moveId === null ? 'halted' : 'copy', to, moveId, opened }
    },
  })
})

/** Locks the account's row, and fails if another command changed its state since it was read. */
const lockedIn = Effect.fnUntraced(function* (cell: Cell, account: string, states: ReadonlyArray<State>) {
  yield* patiently(cell)
  yield* cell.sql`SELECT 1 FROM accounts WHERE account_id = ${account} FOR UPDATE`
  const { state } = yield* standingOf(cell, account)
  if (!states.includes(state)) return yield* refused(`Account "${account}" is ${state} by now. Repeat the command.`)
})

/** Statements of any length: an account may have millions of rows. */
const patiently = ({ sql }: Cell) =>
  Effect.andThen(untimed(sql), sql`SET LOCAL idle_in_transaction_session_timeout = 0`)

/** The schema, which must be the same in both cells. */
export const schemaOf = ({ sql }: Cell) =>
  Effect.map(
    sql`SELECT string_agg(name || checksum, ',' ORDER BY name) AS text FROM schema_migrations`,
    (rows) => textIn(rows).text,
  )

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

/** Whether a running replica could not open what is sealed for this cell. */
export const lacksKey = ({ sql, secrets }: Cell) =>
  Effect.map(
    sql`SELECT 1 FROM replicas WHERE ${isAlive(sql)} AND NOT sealing_keys @> ${sealingKeysOf(secrets).slice(0, 1)}`,
    (rows) => rows.length > 0,
  )

/** Other accounts whose money goes to the same account of a payment platform, and which do not move to that cell. */
export const leftBehind = ({ sql }: Cell, account: string, to: string) =>
  Effect.map(
    sql`
      SELECT o.account_id FROM processor_accounts p JOIN processor_accounts o USING (destination)
             JOIN accounts a ON a.account_id = o.account_id
       WHERE p.account_id = ${account} AND o.account_id <> p.account_id AND a.moving_to IS DISTINCT FROM ${to}
       ORDER BY 1`,
    (rows) => accountsIn(rows).map(({ account_id }) => account_id),
  )

export const halt = Effect.fnUntraced(function* (cell: Cell, account: string, to: string) {
  yield* lockedIn(cell, account, ['live'])
  yield* cell.sql`UPDATE accounts SET moving_to = ${to}, move_id = NULL WHERE account_id = ${account}`
})

/** How much is in progress, or would be claimed by a replica. A statement of its own sees what was claimed just now. */
const inProgress = ({ sql }: Pick<Cell, 'sql'>, account: string) =>
  Effect.map(
    sql`
      SELECT ((SELECT count(*) FROM verification_work WHERE account_id = ${account}) +
              (SELECT count(*) FROM deliveries WHERE account_id = ${account} AND replica_id IS DISTINCT FROM ${holderOf(account)}
                  AND (replica_id IS NOT NULL OR next_at IS NOT NULL)) +
              (SELECT count(*) FROM transfers WHERE account_id = ${account} AND replica_id IS DISTINCT FROM ${holderOf(account)}
                  AND (replica_id IS NOT NULL OR due_at IS NOT NULL)))::integer AS count`,
    (rows) => countIn(rows).count,
  )

/** Takes free webhooks and transfers away from the replicas. Returns how much they still work on. */
export const drain = Effect.fnUntraced(function* (cell: Pick<Cell, 'sql'>, account: string) {
  for (const [table, due] of [
    ['deliveries', 'next_at'],
    ['transfers', 'due_at'],
  ] as const) {
    yield* cell.sql`
      UPDATE ${cell.sql(table)} SET replica_id = ${holderOf(account)}, epoch = epoch + 1
       WHERE account_id = ${account} AND replica_id IS NULL AND ${cell.sql(due)} IS NOT NULL`
  }
  return yield* inProgress(cell, account)
})

/** Deletes all rows of an account but its own. */
const removed = ({ sql }: Cell, account: string) =>
  Effect.forEach(
    names.toReversed().filter((name) => name !== 'accounts'),
    (name) => sql`DELETE FROM ${sql(name)} WHERE account_id = ${account}`,
    { discard: true },
  )

/** Removes a copy, or what an earlier move left. */
const discard = Effect.fnUntraced(function* (cell: Cell, account: string) {
  yield* lockedIn(cell, account, ['none', 'copy', 'moved'])
  yield* removed(cell, account)
  yield* cell.sql`DELETE FROM accounts WHERE account_id = ${account}`
})

/** Copies everything, in one transaction of the new cell. Call it in the transaction of the old cell that buries. */
export const copy = Effect.fnUntraced(function* (from: Cell, to: Cell, account: string) {
  yield* lockedIn(from, account, ['halted'])
  yield* from.sql`UPDATE accounts SET move_id = gen_random_uuid()::text WHERE account_id = ${account}`
  yield* to.sql
    .withTransaction(
      Effect.gen(function* () {
        yield* discard(to, account)
        yield* copyRows(from, to, account)
        if ((yield* inProgress(from, account)) > 0)
          return yield* refused(
            `Work for account "${account}" became due meanwhile. It was not moved: repeat the command.`,
          )
        const [before, after] = [yield* measured(from, account), yield* measured(to, account)]
        if (before !== after) return yield* refused(`The copy differs: ${before} and ${after}. It was not moved.`)
        yield* checked(to, account)
      }),
    )
    .pipe(
      Effect.catchIf(
        (error) => SqlError.isSqlError(error) && error.reason._tag === 'UniqueViolation',
        () =>
          refused(
            `The other cell has a key or a payment of account "${account}": see cotejo doctor --with, or add --cancel.`,
          ),
      ),
    )
})

/** Leaves only the row that names the new cell, in the transaction that copied. Its keys may then be destroyed. */
export const bury = Effect.fnUntraced(function* (cell: Cell, account: string) {
  yield* cell.sql`
    UPDATE data_keys SET kept_at = NULL
     WHERE name IN (SELECT data_key FROM verifications WHERE account_id = ${account}
                     UNION SELECT document_key FROM verifications WHERE account_id = ${account})`
  yield* removed(cell, account)
  yield* cell.sql`
    UPDATE accounts SET status = 'trasladada', settled_centavos = 0, held_centavos = 0 WHERE account_id = ${account}`
})

/** Lets the work go on. Fails if the account is not waiting for that. */
export const revive = Effect.fnUntraced(function* (cell: Cell, account: string, state: 'halted' | 'copy') {
  yield* lockedIn(cell, account, [state])
  yield* cell.sql`UPDATE accounts SET moving_to = NULL WHERE account_id = ${account}`
  for (const table of ['deliveries', 'transfers']) {
    yield* cell.sql`
      UPDATE ${cell.sql(table)} SET replica_id = NULL WHERE account_id = ${account} AND replica_id = ${holderOf(account)}`
  }
})

/** Gives up a move: removes the copy, and lets the work go on here. */
export const cancel = Effect.fnUntraced(function* (from: Cell, to: Cell, account: string) {
  yield* lockedIn(from, account, ['halted'])
  if ((yield* standingOf(to, account)).state === 'copy') yield* to.sql.withTransaction(discard(to, account))
  yield* revive(from, account, 'halted')
})

const inForce = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())'

/** The digests of the keys in force, of one account or of all accounts that are live here or moving. */
export const keyDigests = ({ sql }: Pick<Cell, 'sql'>, which: { readonly of: string } | 'live' | 'moving') =>
  Effect.map(
    sql`
      SELECT digest FROM api_keys JOIN accounts USING (account_id)
       WHERE ${sql.literal(inForce)} AND ${
         which === 'live'
           ? sql`moving_to IS NULL`
           : which === 'moving'
             ? sql`moving_to IS NOT NULL`
             : sql`account_id = ${which.of}`
       } ORDER BY digest`,
    (rows) => digestsIn(rows).map(({ digest }) => digest),
  )
