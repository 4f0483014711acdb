import { Context, type Effect } from 'effect'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** An entry of the current version of a list. */
export interface Candidate {
  readonly list: ListName
  readonly entry: ListEntry
}

/** The lists that people are screened against. */
export class Lists extends Context.Service<
  Lists,
  {
    /** The current version of each list that was imported. */
    readonly versions: Effect.Effect<ReadonlyArray<ListVersion>, StorageUnavailable>
    /** The same, and of their entries those that have one of the keys: all as of one instant. */
    readonly find: (keys: ReadonlyArray<string>) => Effect.Effect<
      {
        readonly versions: ReadonlyArray<ListVersion>
        readonly candidates: ReadonlyArray<Candidate>
      },
      StorageUnavailable
    >
  }
>()('cotejo/ports/Lists') {}
