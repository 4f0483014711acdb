import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A replica as the operator sees it. */
export interface ReplicaRecord {
  readonly name: string
  readonly version: string
  /** When it began. */
  readonly since: DateTime.Utc
  readonly heartbeatAt: DateTime.Utc
  /** Whether its lease lasts; where it does not, others take over what it holds. */
  readonly isAlive: boolean
  /** What it works on now. */
  readonly holds: { readonly verifications: number; readonly webhooks: number; readonly transfers: number }
}

/** The processes that share the work. */
export class ReplicaRecords extends Context.Service<
  ReplicaRecords,
  {
    /** In the order in which they began. */
    readonly list: Effect.Effect<ReadonlyArray<ReplicaRecord>, StorageUnavailable>
  }
>()('cotejo/ports/ReplicaRecords') {}
