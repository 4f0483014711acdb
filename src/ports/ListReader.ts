import { Context, type Effect, Schema } from 'effect'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'

/** The files are not of the format of the list. The reason says what is wrong, and where. */
export class ListUnreadable extends Schema.TaggedError<ListUnreadable>()('ListUnreadable', { reason: Schema.String }) {}

/** Reads the files of lists as they are published. */
export class ListReader extends Context.Service<
  ListReader,
  {
    /** Of the rules by which it makes keys. */
    readonly keyRevision: number
    /** @param files the main one first; of OFAC then aliases and addresses */
    readonly read: (
      list: ListName,
      files: ReadonlyArray<Uint8Array>,
    ) => Effect.Effect<
      {
        /** Null when the format does not tell. */
        readonly cutOff: string | null
        readonly entries: ReadonlyArray<StoredEntry>
        /** What makes it look incomplete, each a sentence. */
        readonly doubts: ReadonlyArray<string>
      },
      ListUnreadable
    >
  }
>()('cotejo/ports/ListReader') {}
