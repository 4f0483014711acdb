import { Effect, Schedule, Schema } from 'effect'
import type { SqlClient, SqlError, Statement } from 'effect/sql'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { Work } from './GivingBack.ts'

/** A claim, whose row this node holds. */
interface Held {
  readonly accountId: string
  readonly verificationId: string
  readonly epoch: number
}

interface Rows {
  readonly sql: SqlClient.SqlClient
  /** Runs a statement, for no longer than its pool allows. */
  readonly running: <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, StorageUnavailable>
  readonly table: Work
  readonly nodeId: string
}

const locked = new StorageUnavailable({ kind: 'unfit', reason: 'locked by somebody else' })
const again = { schedule: Schedule.spaced('50 millis'), times: 20 }

const outcomeIn = onlyRowOf(Schema.Struct({ is_held: Schema.Boolean, is_written: Schema.Boolean }))

/**
 * Writes the row that a claim of this node holds. One that somebody else has locked is tried again, and no
 * connection waits for it: a few of them would keep all connections from everybody else. The node is asked for so that
 * no index serves it: the row is found by its key, not among all that the node holds.
 *
 * @returns false when the claim was lost
 */
export const writingHeld =
  ({ sql, running, table, nodeId }: Rows) =>
  (
    { accountId, verificationId, epoch }: Held,
    changes: Statement.Fragment,
  ): Effect.Effect<boolean, StorageUnavailable> => {
    const row = sql`
      SELECT account_id, verification_id FROM ${sql(table)}
       WHERE account_id = ${accountId} AND verification_id = ${verificationId}
         AND coalesce(node_id, '') = ${nodeId} AND epoch = ${epoch}`
    return running(sql`
      WITH held AS (${row}), free AS (${row} FOR NO KEY UPDATE SKIP LOCKED), written AS (
        UPDATE ${sql(table)} w SET ${changes}
          FROM free f WHERE w.account_id = f.account_id AND w.verification_id = f.verification_id
        RETURNING 1
      )
      SELECT EXISTS (SELECT FROM held) AS is_held, EXISTS (SELECT FROM written) AS is_written`).pipe(
      Effect.map(outcomeIn),
      Effect.flatMap(({ is_held, is_written }) =>
        is_held && !is_written ? Effect.fail(locked) : Effect.succeed(is_written),
      ),
      Effect.retry({ ...again, while: (failure) => failure === locked }),
    )
  }
