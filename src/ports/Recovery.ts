import { Context, type DateTime, type Effect } from 'effect'
import type { MadeTransfer } from './Payments.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A transfer at the processor, and the account by whose key it was found. */
export interface FoundTransfer extends MadeTransfer {
  readonly accountId: string
}

/**
 * What an operator does after an older state of the database was brought back: the world went on without it. Work
 * stands still, in every replica, from `begin` to `end`.
 */
export class Recovery extends Context.Service<
  Recovery,
  {
    /** From now on no work is taken, and what anybody held is taken back. It goes on if it was begun before. */
    readonly begin: Effect.Effect<void, StorageUnavailable>
    /** Notes transfers of payments that back nothing in these books; those that are noted stay as they are. */
    readonly note: (transfers: ReadonlyArray<FoundTransfer>) => Effect.Effect<void, StorageUnavailable>
    /** Of these transfers, by their ids, those that were noted. */
    readonly noted: (transferIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, StorageUnavailable>
    /** Work is taken again. What is `en_proceso` has its whole time from `now` on; how many those are. */
    readonly end: (now: DateTime.Utc) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/Recovery') {}
