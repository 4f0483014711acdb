import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** How the database itself is. */
export interface DatabaseCondition {
  readonly bytes: number
  readonly connections: number
  readonly mostConnections: number
  readonly archive: {
    /** Whether the last attempt at archiving the write-ahead log failed. */
    readonly isFailing: boolean
    /** When a part of the log was last archived, or Postgres started where none was yet; none where nothing is archived. */
    readonly since: Option.Option<DateTime.Utc>
  }
}

/** Work that waits, over all accounts. */
export class Backlog extends Context.Service<
  Backlog,
  {
    /** How much of it there is, and since when the longest waiting has been due. */
    readonly measure: (now: DateTime.Utc) => Effect.Effect<
      {
        readonly verifications: { readonly due: number; readonly oldestDueAt: Option.Option<DateTime.Utc> }
        /** Verifications `en_proceso`, due or not. */
        readonly underWay: number
        /** When the oldest of them was accepted. */
        readonly oldestUnderWayAt: Option.Option<DateTime.Utc>
        /** Centavos, over all accounts. */
        readonly balance: { readonly settled: number; readonly held: number }
        /** When `cotejo ledger check` last ran, or the database was made where it never did. */
        readonly uncheckedSince: DateTime.Utc
        /** What it found, with what the processor last told otherwise; none where it never ran. */
        readonly discrepancies: Option.Option<number>
        /** Whether work stands still, since a restored backup is being compared. */
        readonly standsStill: boolean
        /** Number of settings that differ between replicas. */
        readonly differingSettings: number
        readonly transfers: {
          readonly queued: number
          /** Those that failed at least once. */
          readonly failing: number
          readonly oldestDueAt: Option.Option<DateTime.Utc>
        }
        readonly database: DatabaseCondition
      },
      StorageUnavailable
    >
  }
>()('cotejo/ports/Backlog') {}
