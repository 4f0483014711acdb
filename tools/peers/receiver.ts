/** A partner's webhook receiver on this machine, over plain HTTP: it counts what arrives. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** The requests received for one event. */
interface Event {
  readonly verificationId: string
  /** Digests of the bodies: one digest if all bodies were equal. */
  readonly bodies: ReadonlySet<string>
  readonly arrivals: ReadonlyArray<number>
  /** Seconds between the time in each signature and its arrival; 0 or more. */
  readonly offBy: ReadonlyArray<number>
}

export interface Receiver {
  readonly port: number
  /** By event id. */
  readonly events: ReadonlyMap<string, Event>
  readonly stop: () => void
}

/** Starts a receiver that answers 204 at once, but never answers requests to hosts that begin with `hangs.`. */
export const startReceiver = async (): Promise<Receiver> => {
  interface Noted extends Event {
    readonly bodies: Set<string>
    readonly arrivals: Array<number>
    readonly offBy: Array<number>
  }
  const events = new Map<string, Noted>()
  const server = createServer(async (request, response) => {
    if (request.headers.host?.startsWith('hangs.')) return
    const body = Buffer.concat(await request.toArray())
    const id = String(request.headers['service-event-id'])
    const document: { verificacion_id: string } = JSON.parse(body.toString('utf8'))
    const event = events.get(id) ?? {
      verificationId: document.verificacion_id,
      bodies: new Set(),
      arrivals: [],
      offBy: [],
    }
    const [, signedAt] = /^t=(\d+),/.exec(String(request.headers['service-signature'])) ?? []
    event.bodies.add(createHash('sha256').update(body).digest('hex'))
    event.arrivals.push(Date.now())
    event.offBy.push(Math.abs(Date.now() / 1_000 - Number(signedAt)))
    events.set(id, event)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, events, stop: () => void server.close().closeAllConnections() }
}
