import { IncomingMessage } from 'node:http'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Effect, Layer } from 'effect'
import type { HttpServerRequest } from 'effect/http'
import { bodies as limits } from '#domain/Limits.ts'

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

/** @param tooMany called with each chunk beyond the limit, which is dropped */
export const limitBodyChunks = (request: WatchedRequest, limit: number, tooMany: () => void): void => {
  let chunks = 0
  request.watch(() => {
    chunks += 1
    if (chunks > limit) tooMany()
    return chunks <= limit
  })
}

/** A request body that has not arrived completely. */
interface Body {
  readonly account: string
  readonly message: IncomingMessage
  /** Memory that it takes, in bytes. */
  bytes: number
}

/** The unfinished bodies of one account, the oldest first. */
interface Share {
  readonly bodies: Set<Body>
  bytes: number
}

/**
 * Unfinished bodies, limited in number per account and in total bytes. At the account's limit its oldest body is cut
 * off. At the limit of bytes, the oldest body of the account with the most bytes is cut off.
 */
export class UnfinishedBodies {
  private readonly shares = new Map<string, Share>()
  private bytes = 0

  begin(account: string, message: IncomingMessage): Body {
    const body: Body = { account, message, bytes: 0 }
    const share = this.shares.get(account) ?? { bodies: new Set(), bytes: 0 }
    this.shares.set(account, share)
    share.bodies.add(body)
    if (share.bodies.size > limits.perAccount) this.cutOff(share)
    this.grow(body, limits.bytesOfEach + message.readableLength)
    if (message instanceof WatchedRequest) {
      message.watch((bytes) => {
        this.grow(body, limits.bytesOfChunk + bytes)
        return true
      })
    }
    return body
  }

  end(body: Body): void {
    const share = this.shares.get(body.account)
    if (share === undefined || !share.bodies.delete(body)) return
    share.bytes -= body.bytes
    this.bytes -= body.bytes
    if (share.bodies.size === 0) this.shares.delete(body.account)
  }

  private grow(body: Body, bytes: number): void {
    const share = this.shares.get(body.account)
    if (share?.bodies.has(body) !== true) return
    body.bytes += bytes
    share.bytes += bytes
    this.bytes += bytes
    while (this.bytes > limits.bytes) this.cutOff(this.largest())
  }

  private largest(): Share {
    return [...this.shares.values()].reduce((most, share) => (share.bytes > most.bytes ? share : most))
  }

  private cutOff({ bodies }: Share): void {
    for (const longest of bodies) {
      this.end(longest)
      longest.message.destroy()
      return
    }
  }
}

/** Limits unfinished bodies, so that no account can occupy every connection or all memory with them. */
export class Bodies extends Context.Service<
  Bodies,
  {
    /** Counts a request's body for an account while it is read. */
    readonly receiving: (
      account: string,
      request: HttpServerRequest.HttpServerRequest,
    ) => <A, E, R>(reading: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()('cotejo/http/connection/Bodies') {
  static readonly layer = Layer.sync(Bodies, () => {
    const unfinished = new UnfinishedBodies()
    return Bodies.of({
      receiving: (account, request) => (reading) =>
        Effect.uninterruptibleMask((restore) => {
          const message = NodeHttpServerRequest.toIncomingMessage(request)
          // Most bodies arrive together with their head.
          if (!(message instanceof IncomingMessage) || message.complete) return restore(reading)
          const body = unfinished.begin(account, message)
          return Effect.ensuring(
            restore(reading),
            Effect.sync(() => unfinished.end(body)),
          )
        }),
    })
  })
}
