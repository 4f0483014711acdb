import { Context, type DateTime, type Effect, Schema, type Stream } from 'effect'
import type { ListEntry, ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import type { ListOrigin, ListVersion } from '#domain/screening/ListVersion.ts'
import type { ListUnreadable } from './ListReader.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/**
 * The version was rejected and the previous one is still current. `en_curso`: another import of the list is running.
 */
export class ImportRefused extends Schema.TaggedError<ImportRefused>()('ImportRefused', {
  reason: Schema.Literals(['futura', 'anterior', 'encogida', 'crecida', 'alias', 'en_curso']),
  /** The version that stays current; null if the list has no version, or it is unknown. */
  current: Schema.NullOr(Schema.Struct({ cutOff: Schema.String, entries: Schema.Int, names: Schema.Int })),
}) {}

/** The difference between the current version and the previous one, by the identities of the entries. */
export interface ListChanges {
  readonly added: ReadonlyArray<ListEntry>
  readonly removed: ReadonlyArray<ListEntry>
}

/** Imports lists and reports on them, for operators. */
export class ListAdministration extends Context.Service<
  ListAdministration,
  {
    /**
     * Makes a version current in one transaction. The entries of the previous version are kept; of older versions only
     * their `ListVersion` is kept. Calling it again, for example after a lost answer, creates another version with the same
     * entries.
     *
     * @param version with the numbers of entries and names, so that it can be refused before they are read
     * @param force accepts a version that is older, or whose size is suspicious
     */
    readonly replace: (
      version: Omit<ListVersion, 'added' | 'removed'>,
      entries: Stream.Stream<StoredEntry, ListUnreadable>,
      force: boolean,
    ) => Effect.Effect<ListVersion, ImportRefused | ListUnreadable | StorageUnavailable>
    /**
     * Records that the publisher has nothing newer than the current version. Does so only if that version was read from
     * files with these digests, and returns whether it was: another version may have been imported meanwhile.
     */
    readonly confirm: (
      list: ListName,
      origin: ListOrigin,
      at: DateTime.Utc,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** All versions that were ever current, latest first. */
    readonly history: (list: ListName) => Effect.Effect<ReadonlyArray<ListVersion>, StorageUnavailable>
    /** The entries of the current version with this id: a taxpayer has one for each situation. */
    readonly entries: (list: ListName, id: string) => Effect.Effect<ReadonlyArray<ListEntry>, StorageUnavailable>
    /** Compares the current version with the previous one. */
    readonly changes: (list: ListName) => Effect.Effect<ListChanges, StorageUnavailable>
  }
>()('cotejo/ports/ListAdministration') {}
