import { Effect, Schedule, Schema } from 'effect'
import type { SqlClient, SqlError, Statement } from 'effect/sql'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { blockedReasons, StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { Work } from './GivingBack.ts'

interface Held {
  readonly accountId: string
  readonly verificationId: string
  readonly epoch: number
}

interface Rows {
  readonly sql: SqlClient.SqlClient
  readonly running: <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, StorageUnavailable>
  readonly table: Work
}

const locked = new StorageUnavailable({ kind: 'unfit', reason: blockedReasons.Locked })
const keyMissing = new StorageUnavailable({ kind: 'unfit', reason: blockedReasons.KeyMissing })
const again = { schedule: Schedule.spaced('50 millis'), times: 20 }

/** The result of a write by the holder of a claim. Only `Done` wrote something. */
export type HeldWrite = 'Done' | 'Lost' | 'Locked' | 'KeyMissing'

/** Whether the write can succeed later and is tried again. */
export const isBlocked = (write: HeldWrite): boolean => write === 'Locked' || write === 'KeyMissing'

/** Whether it was written; false if the claim was lost. */
export const isDone = (write: HeldWrite): Effect.Effect<boolean, StorageUnavailable> => {
  switch (write) {
    case 'Locked':
      return Effect.fail(locked)
    case 'KeyMissing':
      return Effect.fail(keyMissing)
    default:
      return Effect.succeed(write === 'Done')
  }
}

const outcomeIn = onlyRowOf(
  Schema.Struct({ is_held: Schema.Boolean, has_key: Schema.Boolean, is_written: Schema.Boolean }),
)

/**
 * Writes the row of a claim if its epoch is still the claim's. If another session has locked the row, the write is
 * tried again without waiting on a connection: a few waiting statements would take all connections.
 *
 * @param dataKey the key that seals a part of the row; if it is missing in the database, nothing is written
 * @returns false if the claim was lost
 */
export const writingHeld =
  ({ sql, running, table }: Rows) =>
  (
    { accountId, verificationId, epoch }: Held,
    changes: Statement.Fragment,
    dataKey: string | null = null,
  ): Effect.Effect<boolean, StorageUnavailable> => {
    const row = sql`
      SELECT account_id, verification_id FROM ${sql(table)}
       WHERE account_id = ${accountId} AND verification_id = ${verificationId}
         AND epoch = ${epoch}`
    const hasKey = sql`(${dataKey}::text IS NULL OR EXISTS (SELECT FROM data_keys WHERE name = ${dataKey}))`
    return running(sql`
      WITH held AS (${row}), free AS (${row} FOR NO KEY UPDATE SKIP LOCKED), written AS (
        UPDATE ${sql(table)} w SET ${changes}
          FROM free f WHERE w.account_id = f.account_id AND w.verification_id = f.verification_id AND ${hasKey}
        RETURNING 1
      )
      SELECT EXISTS (SELECT FROM held) AS is_held, ${hasKey} AS has_key,
             EXISTS (SELECT FROM written) AS is_written`).pipe(
      Effect.map(outcomeIn),
      Effect.flatMap(({ is_held, has_key, is_written }) => {
        if (is_written) return isDone('Done')
        return isDone(is_held ? (has_key ? 'Locked' : 'KeyMissing') : 'Lost')
      }),
      Effect.retry({ ...again, while: (failure) => failure === locked }),
    )
  }
