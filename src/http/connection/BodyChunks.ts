import { IncomingMessage } from 'node:http'

/** Whether a chunk of this many bytes is taken. One that is not is dropped. */
type Watcher = (bytes: number) => boolean

/** A request whose body is watched as it comes, also while nobody reads it: each chunk takes work and memory, however small. */
export class WatchedRequest extends IncomingMessage {
  private readonly watchers: Array<Watcher> = []

  watch(watcher: Watcher): void {
    this.watchers.push(watcher)
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    // The end of a body comes as null, and is no chunk of it.
    if (chunk !== null && !this.watchers.every((takes) => takes(chunk.length))) return false
    return super.push(chunk, encoding)
  }
}

/**
 * Limits the chunks of a body.
 *
 * @param tooMany called with each chunk beyond the limit, which is dropped
 */
export const limitBodyChunks = (request: WatchedRequest, limit: number, tooMany: () => void): void => {
  let chunks = 0
  request.watch(() => {
    chunks += 1
    if (chunks > limit) tooMany()
    return chunks <= limit
  })
}
