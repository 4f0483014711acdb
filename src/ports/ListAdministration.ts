import { Context, type Effect, Schema } from 'effect'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** The version was not taken, and the one before is current as ever. `en_curso`: the list is being imported. */
export class ImportRefused extends Schema.TaggedError<ImportRefused>()('ImportRefused', {
  reason: Schema.Literals(['futura', 'anterior', 'encogida', 'en_curso']),
  /** Of the version that stays current; null when there is none, or it is not known. */
  current: Schema.NullOr(Schema.Struct({ cutOff: Schema.String, entries: Schema.Int })),
}) {}

/** What an operator does with the lists. */
export class ListAdministration extends Context.Service<
  ListAdministration,
  {
    /**
     * Makes a version the current one, all of it at one instant; the one before is kept, older ones are
     * deleted. Repeated after an answer that was lost, it makes another version of the same.
     *
     * @param force takes one that is older, or suspiciously small
     */
    readonly replace: (
      version: Omit<ListVersion, 'entries'>,
      entries: ReadonlyArray<StoredEntry>,
      force: boolean,
    ) => Effect.Effect<ListVersion, ImportRefused | StorageUnavailable>
    /** Every version that is kept, by list, the current one first. */
    readonly history: (list: ListName) => Effect.Effect<ReadonlyArray<ListVersion>, StorageUnavailable>
  }
>()('cotejo/ports/ListAdministration') {}
