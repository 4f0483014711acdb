import { Context, type Effect, Schema } from 'effect'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'

/** The files do not have the format of the list. The reason says what is wrong, and where. */
export class ListUnreadable extends Schema.TaggedError<ListUnreadable>()('ListUnreadable', { reason: Schema.String }) {}

/** Parses list files as they are published. */
export class ListReader extends Context.Service<
  ListReader,
  {
    /** The revision of the rules that derive search keys from entries. */
    readonly keyRevision: number
    /** @param files the main file first; for OFAC, then aliases and addresses */
    readonly read: (
      list: ListName,
      files: ReadonlyArray<Uint8Array>,
    ) => Effect.Effect<
      {
        /** The date up to which the list is complete; null if the format does not include it. */
        readonly cutOff: string | null
        readonly entries: ReadonlyArray<StoredEntry>
        /** Reasons why the file looks incomplete, each a sentence. */
        readonly doubts: ReadonlyArray<string>
      },
      ListUnreadable
    >
  }
>()('cotejo/ports/ListReader') {}
