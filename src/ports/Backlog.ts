import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

export interface DatabaseCondition {
  readonly bytes: number
  readonly connections: number
  readonly mostConnections: number
  readonly archive: {
    /** Whether the last attempt to archive the write-ahead log failed. */
    readonly isFailing: boolean
    /**
     * When a log segment was last archived, or when Postgres started if none was archived yet. `None` if archiving is
     * off.
     */
    readonly since: Option.Option<DateTime.Utc>
  }
}

/** Waiting work of all accounts. */
export class Backlog extends Context.Service<
  Backlog,
  {
    /** Measures the waiting work, and how long the oldest of it has been due. */
    readonly measure: (now: DateTime.Utc) => Effect.Effect<
      {
        readonly verifications: { readonly due: number; readonly oldestDueAt: Option.Option<DateTime.Utc> }
        /** Verifications `en_proceso`, due or not. */
        readonly underWay: number
        /** When the oldest verification in progress was accepted. */
        readonly oldestUnderWayAt: Option.Option<DateTime.Utc>
        /** Totals over all accounts, in centavos. */
        readonly balance: { readonly settled: number; readonly held: number }
        /** When `cotejo ledger check` last ran; if it never ran, when the database was created. */
        readonly uncheckedSince: DateTime.Utc
        /**
         * Discrepancies found by the last check, including the last comparison with the processor. `None` if it never
         * ran.
         */
        readonly discrepancies: Option.Option<number>
        /** Whether work is paused because a restored backup is being compared. */
        readonly standsStill: boolean
        /** The number of settings that differ between replicas. */
        readonly differingSettings: number
        readonly transfers: {
          readonly queued: number
          /** Items that failed at least once. */
          readonly failing: number
          readonly oldestDueAt: Option.Option<DateTime.Utc>
        }
        readonly database: DatabaseCondition
      },
      StorageUnavailable
    >
  }
>()('cotejo/ports/Backlog') {}
