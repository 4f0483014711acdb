import { Context, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** What is sealed by a key of the service: secrets that sign webhooks, keys of processors, keys of a day. */
export type SealedKind = 'signing secret' | 'processor key' | 'data key'

/** A value among all that are sealed, in their order. */
export interface Place {
  readonly kind: SealedKind
  /** The account; of a data key, what it is for. */
  readonly owner: string
  /** The role of the secret, the destination of the transfers, or the key's name. */
  readonly name: string
}

/** What came of resealing a batch. */
export interface Resealed {
  readonly resealed: number
  /** Rewritten by somebody else meanwhile, and left as it is. */
  readonly overtaken: number
  /** Sealed with a key that this process was not given. */
  readonly unreadable: number
  /** Where the next batch begins; null after the last. */
  readonly next: Place | null
}

/** A process that works now. */
export interface LiveReplica {
  readonly replicaId: string
  /** Whether it can open what this process seals. */
  readonly opensOurs: boolean
  /** Whether it seals with the key that this process seals with. */
  readonly sealsAlike: boolean
  /** Names of the keys that this process was given and that it lacks. */
  readonly lacks: ReadonlyArray<string>
}

/** What an operator has done to the storage while the service goes on, in batches that hold nobody up. */
export class Maintenance extends Context.Service<
  Maintenance,
  {
    /** Encrypts what another key sealed with the current one, after a place; from the beginning when null. */
    readonly reseal: (after: Place | null, limit: number) => Effect.Effect<Resealed, StorageUnavailable>
    /** The processes that work now. */
    readonly liveReplicas: Effect.Effect<ReadonlyArray<LiveReplica>, StorageUnavailable>
    /** How many values each key other than the current one still seals. */
    readonly sealedByOthers: Effect.Effect<
      ReadonlyArray<{ readonly keyId: string; readonly values: number }>,
      StorageUnavailable
    >
    /** The keys given besides the current one that the database knows for a shorter time than it. */
    readonly newerKeys: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()('cotejo/ports/Maintenance') {}
