import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connection {
  readonly raw: Socket
  /** What HTTP is spoken over: with TLS, null until the handshake is done. */
  spoken: Socket | null
  /** Whom it counts for; null for a proxy, which speaks for many. */
  readonly client: string | null
  readonly openedAt: number
  /** Answers that are not whole, or not taken yet, in the order of their requests. */
  readonly underWay: Set<ServerResponse>
  quietSince: number
  untakenSince: number | null
  endedSince: number | null
}

/** A connection that was just accepted. */
export const newConnection = (raw: Socket, isSecure: boolean, client: string | null, now: number): Connection => {
  const since = { openedAt: now, quietSince: now, untakenSince: null, endedSince: null }
  return { raw, spoken: isSecure ? null : raw, client, underWay: new Set(), ...since }
}

/** A request and its answer. */
interface Exchange {
  readonly connection: Connection
  readonly response: ServerResponse
}

/** Bytes that were answered and that the client has not taken, those of answers that wait behind another one too. */
export const untaken = ({ spoken, underWay }: Connection): number => {
  let answered = 0
  // The answer whose turn it is counts what the socket holds.
  for (const { writableLength } of underWay) answered += writableLength
  return Math.max(answered, spoken?.writableLength ?? 0)
}

/** Those who left most, as many as must go so that no more than this is left untaken in all. */
export const beyond = (most: number, connections: Iterable<Connection>): ReadonlyArray<Connection> => {
  const left = [...connections].map((connection) => ({ connection, bytes: untaken(connection) }))
  let held = left.reduce((sum, { bytes }) => sum + bytes, 0)
  if (held <= most) return []
  const gone = left
    .toSorted((one, other) => other.bytes - one.bytes)
    .filter(({ bytes }) => {
      const isTooMuch = held > most
      if (isTooMuch) held -= bytes
      return isTooMuch
    })
  return gone.map(({ connection }) => connection)
}

/** The connection to close at the limit: none whose request is under way, strangers first, the one longest quiet. */
export const leastWanted = (
  connections: Iterable<Connection>,
  isOfPartner: (spoken: Socket) => boolean,
): Connection | null => {
  const worth = ({ spoken, quietSince }: Connection) =>
    quietSince + (spoken !== null && isOfPartner(spoken) ? Number.MAX_SAFE_INTEGER / 2 : 0)
  let least: Connection | null = null
  for (const connection of connections) {
    if (connection.underWay.size === 0 && (least === null || worth(connection) < worth(least))) least = connection
  }
  return least
}

/** Connections that are open, and how many of them each client has. */
export class OpenConnections {
  readonly all = new Set<Connection>()
  /** Those that may hold answers which nobody took: few, however many are open or wait for an answer. */
  readonly holding = new Set<Connection>()
  private readonly perClient = new Map<string, number>()

  of(client: string): number {
    return this.perClient.get(client) ?? 0
  }

  add(connection: Connection): void {
    this.all.add(connection)
    if (connection.client !== null) this.perClient.set(connection.client, this.of(connection.client) + 1)
  }

  /** A request begins. Where another is under way, its answer may lie there without anybody being told. */
  begin({ connection, response }: Exchange): void {
    connection.underWay.add(response)
    if (connection.underWay.size > 1) this.holding.add(connection)
  }

  /** Its answer is made. */
  answer({ connection }: Exchange): void {
    if (this.all.has(connection)) this.holding.add(connection)
  }

  /** Its answer was taken, or is not wanted any more. */
  end({ connection, response }: Exchange, now: number): void {
    connection.underWay.delete(response)
    connection.quietSince = now
    if (connection.underWay.size === 0) this.holding.delete(connection)
  }

  remove(connection: Connection): void {
    const { client } = connection
    this.holding.delete(connection)
    if (!this.all.delete(connection) || client === null) return
    if (this.of(client) > 1) this.perClient.set(client, this.of(client) - 1)
    else this.perClient.delete(client)
  }
}
