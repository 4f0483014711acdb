import { Context, type Effect } from 'effect'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** An entry of a list's current version. */
export interface Candidate {
  readonly list: ListName
  readonly entry: ListEntry
}

/** The lists that people are screened against. */
export class Lists extends Context.Service<
  Lists,
  {
    readonly versions: Effect.Effect<ReadonlyArray<ListVersion>, StorageUnavailable>
    /** The current versions, and their entries that have at least one of the keys, read in one snapshot. */
    readonly find: (keys: ReadonlyArray<string>) => Effect.Effect<
      {
        readonly versions: ReadonlyArray<ListVersion>
        readonly candidates: ReadonlyArray<Candidate>
      },
      StorageUnavailable
    >
  }
>()('cotejo/ports/Lists') {}
