/**
 * A proxy between one replica and an HTTP server of this machine, which passes everything through the replica's gate.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { Gate } from './Gate.ts'

/** The name of a request: method and path, without identifiers. */
const kindOf = (what: string, { method, url = '' }: IncomingMessage): string =>
  `${what}: ${method} ${url.replace(/\?.*$/, '').replace(/\b[a-z]{2,3}_\w+/g, '…')}`

/** The server's answer to the same request. */
const carriedOut = async (port: number, { method, url, headers }: IncomingMessage, body: Buffer) => {
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  outgoing.end(body)
  const [answer]: Array<IncomingMessage> = await once(outgoing, 'response')
  if (answer === undefined) throw new Error('no answer')
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(await answer.toArray()) }
}

/**
 * Opens a proxy to the server at this port, and returns the proxy's port. It closes with the replica.
 *
 * @param what the server's name in the names of the steps
 */
export const httpGate = async (port: number, gate: Gate, what: string): Promise<number> => {
  const listener = createServer(async (incoming, outgoing) => {
    try {
      const body = Buffer.concat(await incoming.toArray())
      const kind = kindOf(what, incoming)
      const number = gate.begin(kind)
      if (!(await gate.pass({ kind, number, side: 'before' }))) return void outgoing.destroy()
      const answer = await carriedOut(port, incoming, body)
      if (!(await gate.pass({ kind, number, side: 'after' }))) return void outgoing.destroy()
      outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    } catch {
      // The client or the server is disconnected, so no answer is possible.
      outgoing.destroy()
    }
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  gate.onDeath(() => {
    listener.close()
    listener.closeAllConnections()
  })
  const address = listener.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
