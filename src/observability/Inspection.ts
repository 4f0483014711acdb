import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duration, Effect, Schema } from 'effect'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'

/** An answer on the metrics port. */
export interface Page {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** The metrics port cannot listen at its address. */
class InspectionRefused extends Schema.TaggedError<InspectionRefused>()('InspectionRefused', {
  code: Schema.String,
}) {}

interface InspectionSettings {
  readonly host: string
  readonly port: number
  /** How long a page may take. */
  readonly answerTime: Duration.Duration
  /** With one more connection, the oldest is closed, so a client that only connects does not block others. */
  readonly connections: number
}

export const usualInspection = { answerTime: Duration.seconds(2), connections: 64 } as const

const text = (status: number, body: string): Page => ({ status, type: 'text/plain', body })

const write = (response: ServerResponse, { status, type, body }: Page): void => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

const listening = (answer: RequestListener, { host, port, connections }: InspectionSettings) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const server = createServer({ keepAliveTimeout: 5_000, requestTimeout: 10_000 }, answer)
        /** The oldest first. */
        const open = new Set<Socket>()
        server.on('connection', (socket) => {
          open.add(socket)
          socket.once('close', () => open.delete(socket))
          const [oldest] = open
          if (open.size > connections) oldest?.destroy()
        })
        await once(server.listen(port, host), 'listening')
        // A connection that cannot be accepted, for want of file descriptors, must not end the process.
        server.on('error', () => {})
        return server
      },
      catch: (error) => new InspectionRefused({ code: errorCodeOf(error) ?? String(error) }),
    }),
    (server) =>
      Effect.promise(async () => {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      }),
  )

/**
 * Serves pages to operators and probes, and `/livez`, which is 200 while the event loop responds.
 *
 * @param pages by path, each with the answer if it is not made in time
 * @returns where it listens, as a URL
 */
export const inspection = Effect.fnUntraced(function* <R>(
  settings: InspectionSettings,
  pages: Readonly<Record<string, { readonly page: Effect.Effect<Page, never, R>; readonly unanswered: Page }>>,
) {
  const run = Effect.runForkWith(yield* Effect.context<R>())
  /** Who waits for each page that is being made, by path: a page is made once, however many clients ask for it. */
  const waiting = new Map<string, Set<(page: Page) => void>>()
  const sendAll = (path: string, page: Page) => {
    const ends = waiting.get(path) ?? []
    waiting.delete(path)
    for (const end of ends) end(page)
  }
  const answer = (path: string, response: ServerResponse) => {
    const found = pages[path]
    if (path === '/livez') return write(response, text(200, 'ok'))
    if (found === undefined) return write(response, text(404, ''))
    const end = (page: Page) => {
      clearTimeout(late)
      waiting.get(path)?.delete(end)
      write(response, page)
    }
    // A page that waits for the database may not end when interrupted, so its end is not awaited.
    const late = setTimeout(() => end(found.unanswered), Duration.toMillis(settings.answerTime)).unref()
    const others = waiting.get(path)
    if (others !== undefined) return void others.add(end)
    waiting.set(path, new Set([end]))
    // A page that fails is answered too, so that it can be requested again.
    const made = Effect.catchCause(found.page, () => Effect.succeed(found.unanswered))
    run(Effect.map(made, (page) => sendAll(path, page)))
  }
  const asking = new Set<Socket>()
  const server = yield* listening((request, response) => {
    const { socket } = request
    // A probe asks again after the answer. Unread pages would fill the memory.
    if (asking.has(socket)) return void socket.destroy()
    asking.add(socket)
    response.once('close', () => asking.delete(socket))
    const [path = ''] = (request.url ?? '').split('?')
    answer(path, response)
  }, settings)
  const address = server.address()
  if (typeof address !== 'object' || address === null) return yield* Effect.die(new Error('it has no address'))
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
})
