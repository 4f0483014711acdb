import { Effect, Option, Schema } from 'effect'
import type { SqlClient, SqlError } from 'effect/sql'
import { Instant, rowOf } from '#adapters/postgres/rows/Columns.ts'
import type { DueQueue } from '#ports/DueQueue.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { givingBack, type Work } from './GivingBack.ts'
import { writingHeld } from './HeldRow.ts'
import { Replica } from './Replica.ts'
import { WorkSignal } from './WorkSignal.ts'

const nextIn = rowOf(Schema.Struct({ due_at: Instant }))

interface Options<C> {
  readonly sql: SqlClient.SqlClient
  /** Runs a statement with the timeout of its pool. */
  readonly running: <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, StorageUnavailable>
  readonly table: Work
  /** The column with the due time of a row. */
  readonly due: 'due_at' | 'next_at'
  /** An SQL condition that a row `w` must also meet to be claimed. */
  readonly isReady?: string
  readonly signal: Parameters<WorkSignal['Service']['awaitWork']>[0]
  readonly idOf: (claim: C) => string
}

/** The operations common to all kinds of claimed work, for one table and this replica. */
export const dueQueue = Effect.fnUntraced(function* <C>(options: Options<C>) {
  const { sql, running, table, due, isReady = 'true', signal, idOf } = options
  const { id: replicaId } = yield* Replica
  const { awaitWork } = yield* WorkSignal
  const next = `
    SELECT w.${due} AS due_at FROM ${table} w
     WHERE w.replica_id IS NULL AND w.${due} IS NOT NULL AND NOT stands_still() AND ${isReady} ORDER BY w.${due} LIMIT 1`
  const queue: DueQueue<C> = {
    releaseAllExcept: (held) => Effect.asVoid(running(givingBack(sql, table, replicaId, held.map(idOf)))),
    nextDueAt: running(sql.unsafe(next)).pipe(Effect.map(nextIn), Effect.map(Option.map(({ due_at }) => due_at))),
    awaitWork: awaitWork(signal),
  }
  return { queue, replicaId, write: writingHeld({ sql, running, table }) }
})
