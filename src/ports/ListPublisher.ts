import { Context, type Effect, Schema } from 'effect'

/** A file was not had; the reason is a word, and nothing of what the other side said. */
export class DownloadFailed extends Schema.TaggedError<DownloadFailed>()('DownloadFailed', {
  host: Schema.String,
  reason: Schema.String,
}) {}

export type Download =
  /** It is still the one that has this `ETag`. */
  | { readonly _tag: 'NotModified' }
  | {
      readonly _tag: 'Downloaded'
      readonly bytes: Uint8Array
      readonly etag: string | null
      /** SHA-256 of the bytes, in hexadecimal. */
      readonly digest: string
    }

/** Where lists are published. */
export class ListPublisher extends Context.Service<
  ListPublisher,
  {
    /** @param etag of the version that is known; null to have the file in any case */
    readonly download: (address: string, etag: string | null) => Effect.Effect<Download, DownloadFailed>
  }
>()('cotejo/ports/ListPublisher') {}
