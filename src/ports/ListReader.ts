import { Context, type Effect, Schema, type Scope, type Stream } from 'effect'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'

/** The files do not have the format of the list. The reason says what is wrong, and where. */
export class ListUnreadable extends Schema.TaggedError<ListUnreadable>()('ListUnreadable', { reason: Schema.String }) {}

export interface ListContent {
  /** The date up to which the list is complete; null if the format does not include it. */
  readonly cutOff: string | null
  /** The number of entries, and of their names. */
  readonly counts: { readonly entries: number; readonly names: number }
  /** The number of rows that were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
  /** Reasons why the file looks incomplete, each a sentence. */
  readonly doubts: ReadonlyArray<string>
  /** Whether the file has the ending of a complete file. */
  readonly isClosed: boolean
  /** Read on demand, and only once, because they may not fit into memory. */
  readonly entries: Stream.Stream<StoredEntry, ListUnreadable>
}

/** Parses list files as they are published. */
export class ListReader extends Context.Service<
  ListReader,
  {
    /** The revision of the rules that derive search keys from entries. */
    readonly keyRevision: number
    /** @param files the bytes or paths of the files, the main file first; for OFAC, then aliases and addresses */
    readonly read: (
      list: ListName,
      files: ReadonlyArray<Uint8Array | string>,
    ) => Effect.Effect<ListContent, ListUnreadable, Scope.Scope>
  }
>()('cotejo/ports/ListReader') {}
