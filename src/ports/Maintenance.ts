import { Context, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Values encrypted with the service's sealing keys: webhook signing secrets, processor keys and daily data keys. */
export type SealedKind = 'signing secret' | 'processor key' | 'data key'

/** A position in the order of all sealed values. */
export interface Place {
  readonly kind: SealedKind
  /** The account; for a data key, its purpose. */
  readonly owner: string
  /** The role of the secret, the destination of the transfers, or the name of the key. */
  readonly name: string
}

/** The result of resealing a batch. */
export interface Resealed {
  readonly resealed: number
  /** Rewritten by another process meanwhile, and left unchanged. */
  readonly overtaken: number
  /** Sealed with a key that this process does not have. */
  readonly unreadable: number
  /** Where the next batch starts; null after the last one. */
  readonly next: Place | null
}

/** A running replica. */
export interface LiveReplica {
  readonly replicaId: string
  /** Whether it can open what this process seals. */
  readonly opensOurs: boolean
  /** Whether its current sealing key is the one of this process. */
  readonly sealsAlike: boolean
  /** The names of this process's keys that it lacks. */
  readonly lacks: ReadonlyArray<string>
}

/** Maintenance of the storage while the service runs, in batches that do not block other work. */
export class Maintenance extends Context.Service<
  Maintenance,
  {
    /**
     * Re-encrypts with the current key what other keys sealed, starting after a place; null starts at the beginning.
     */
    readonly reseal: (after: Place | null, limit: number) => Effect.Effect<Resealed, StorageUnavailable>
    /** All running replicas. */
    readonly liveReplicas: Effect.Effect<ReadonlyArray<LiveReplica>, StorageUnavailable>
    /** The number of values that each key other than the current one still seals. */
    readonly sealedByOthers: Effect.Effect<
      ReadonlyArray<{ readonly keyId: string; readonly values: number }>,
      StorageUnavailable
    >
    /** This process's other keys that the database has known for a shorter time than the current key. */
    readonly newerKeys: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()('cotejo/ports/Maintenance') {}
