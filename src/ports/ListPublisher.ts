import { Context, type Effect, Schema } from 'effect'

/** A file could not be downloaded. `reason` is one word and quotes nothing of the response. */
export class DownloadFailed extends Schema.TaggedError<DownloadFailed>()('DownloadFailed', {
  host: Schema.String,
  reason: Schema.String,
}) {}

export type Download =
  /** The file still has this `ETag`. */
  | { readonly _tag: 'NotModified' }
  | {
      readonly _tag: 'Downloaded'
      readonly bytes: Uint8Array
      readonly etag: string | null
      /** SHA-256 of the bytes, in hexadecimal. */
      readonly digest: string
    }

/** Downloads lists from their publishers. */
export class ListPublisher extends Context.Service<
  ListPublisher,
  {
    /** @param etag the `ETag` of the known version; null to download in any case */
    readonly download: (address: string, etag: string | null) => Effect.Effect<Download, DownloadFailed>
  }
>()('cotejo/ports/ListPublisher') {}
