import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A replica as operators see it. */
export interface ReplicaRecord {
  readonly name: string
  readonly version: string
  /** When it started. */
  readonly since: DateTime.Utc
  readonly heartbeatAt: DateTime.Utc
  /** Whether its lease is valid. After the lease expires, other replicas take over its work. */
  readonly isAlive: boolean
  /** The work that it has claimed. */
  readonly holds: { readonly verifications: number; readonly webhooks: number; readonly transfers: number }
}

/** The replicas that share the work. */
export class ReplicaRecords extends Context.Service<
  ReplicaRecords,
  {
    /** In the order in which they started. */
    readonly list: Effect.Effect<ReadonlyArray<ReplicaRecord>, StorageUnavailable>
  }
>()('cotejo/ports/ReplicaRecords') {}
