import { Context, type DateTime, type Effect, Schema } from 'effect'
import type { ListEntry, ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import type { ListOrigin, ListVersion } from '#domain/screening/ListVersion.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** The version was not taken, and the one before is current as ever. `en_curso`: the list is being imported. */
export class ImportRefused extends Schema.TaggedError<ImportRefused>()('ImportRefused', {
  reason: Schema.Literals(['futura', 'anterior', 'encogida', 'crecida', 'alias', 'en_curso']),
  /** Of the version that stays current; null when there is none, or it is not known. */
  current: Schema.NullOr(Schema.Struct({ cutOff: Schema.String, entries: Schema.Int, names: Schema.Int })),
}) {}

/** What the current version has and the former has not, and the other way round, by what entries are known by. */
export interface ListChanges {
  readonly added: ReadonlyArray<ListEntry>
  readonly removed: ReadonlyArray<ListEntry>
}

/** What an operator does with the lists. */
export class ListAdministration extends Context.Service<
  ListAdministration,
  {
    /**
     * Makes a version the current one, all of it at one instant. Of the one before the entries are kept,
     * of older ones what they were. Repeated after an answer that was lost, it makes another version of
     * the same.
     *
     * @param force takes one that is older, or of a suspicious size
     */
    readonly replace: (
      version: Pick<ListVersion, 'list' | 'cutOff' | 'importedAt' | 'confirmedAt' | 'origin' | 'keyRevision'>,
      entries: ReadonlyArray<StoredEntry>,
      force: boolean,
    ) => Effect.Effect<ListVersion, ImportRefused | StorageUnavailable>
    /**
     * Notes of the current version that its publisher had nothing newer, if it was read from the files of these
     * digests; says whether it was. Another one that was imported meanwhile was not compared with anything.
     */
    readonly confirm: (
      list: ListName,
      origin: ListOrigin,
      at: DateTime.Utc,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** Every version that ever was current, the latest first. */
    readonly history: (list: ListName) => Effect.Effect<ReadonlyArray<ListVersion>, StorageUnavailable>
    /** Of the current version beside the former. */
    readonly changes: (list: ListName) => Effect.Effect<ListChanges, StorageUnavailable>
  }
>()('cotejo/ports/ListAdministration') {}
