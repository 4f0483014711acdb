import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** A request as it arrived. */
interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What is done with one request. */
export type Step = (response: ServerResponse, seen: Seen) => void

export interface ScriptedService {
  readonly base: string
  /** Oldest first. */
  readonly seen: ReadonlyArray<Seen>
  readonly stop: () => Promise<void>
}

/** Answers JSON, or a text as it stands. */
export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

/** A service on this machine that does these steps in turn; the last stays. */
export const scriptedService = async (...steps: ReadonlyArray<Step>): Promise<ScriptedService> => {
  const seen: Array<Seen> = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const arrived = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    seen.push(arrived)
    steps[Math.min(seen.length, steps.length) - 1]?.(response, arrived)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, seen, stop }
}
