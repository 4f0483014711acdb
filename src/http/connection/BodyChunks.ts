import { IncomingMessage } from 'node:http'

/** Whether to accept a chunk of this size in bytes. Other chunks are dropped. */
type Watcher = (bytes: number) => boolean

/**
 * A request that passes each chunk of its body to watchers, even while nothing reads it: every chunk takes work and
 * memory, however small it is.
 */
export class WatchedRequest extends IncomingMessage {
  private readonly watchers: Array<Watcher> = []

  watch(watcher: Watcher): void {
    this.watchers.push(watcher)
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    // Node pushes null at the end of a body; it is not a chunk.
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
