import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connection {
  readonly raw: Socket
  /** The socket that carries HTTP; with TLS, null until the handshake is done. */
  spoken: Socket | null
  /** The client that it counts for; null for a proxy, which serves many clients. */
  readonly client: string | null
  readonly openedAt: number
  /** Answers that are incomplete or that the client has not read yet, in the order of their requests. */
  readonly underWay: Set<ServerResponse>
  quietSince: number
  untakenSince: number | null
  endedSince: number | null
}

/** A newly accepted connection. */
export const newConnection = (raw: Socket, isSecure: boolean, client: string | null, now: number): Connection => {
  const since = { openedAt: now, quietSince: now, untakenSince: null, endedSince: null }
  return { raw, spoken: isSecure ? null : raw, client, underWay: new Set(), ...since }
}

/** A request and its answer. */
interface Exchange {
  readonly connection: Connection
  readonly response: ServerResponse
}

/** Bytes of answers that the client has not read, including answers that wait behind another answer. */
export const untaken = ({ spoken, underWay }: Connection): number => {
  let answered = 0
  // Of the answer whose turn it is, the socket holds the bytes.
  for (const { writableLength } of underWay) answered += writableLength
  return Math.max(answered, spoken?.writableLength ?? 0)
}

/**
 * The connections to close so that at most `most` bytes of answers stay unread in total: those with the most unread
 * bytes.
 */
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

/** The connections of one party, and the one to close first. */
interface Share {
  count: number
  least: Connection
}

/** Whether to close one connection before another: idle before busy, then the longest idle. */
const isLess = (one: Connection, other: Connection): boolean => {
  const isQuiet = one.underWay.size === 0
  return isQuiet === (other.underWay.size === 0) ? one.quietSince < other.quietSince : isQuiet
}

/**
 * The connection to close of the party with the most connections.
 *
 * @param spares whether to skip a party's only connection while it is busy
 */
const leastOf = (shares: Iterable<Share>, spares: boolean): Share | null => {
  let chosen: Share | null = null
  for (const share of shares) {
    if (spares && share.count === 1 && share.least.underWay.size > 0) continue
    const isLarger = chosen === null || share.count > chosen.count
    if (isLarger || (share.count === chosen?.count && isLess(share.least, chosen.least))) chosen = share
  }
  return chosen
}

/**
 * The connection to close at the limit: an unauthenticated one before a partner's, from the party with the most
 * connections. A key with more connections than all unauthenticated clients together comes first, because a partner is
 * unauthenticated until it has sent a key over the connection. So no client can keep others out, whether its
 * connections are busy or idle. A party's only connection is skipped while it is busy, unless it is unauthenticated and
 * a partner's would be closed instead.
 *
 * @param partnerOf the digest of the partner's key last used on a connection
 */
export const leastWanted = (
  connections: Iterable<Connection>,
  partnerOf: (spoken: Socket) => string | null,
): Connection | null => {
  let ofUnauthenticated = 0
  const unauthenticated = new Map<string | Connection, Share>()
  const partners = new Map<string, Share>()
  const count = <P>(shares: Map<P, Share>, party: P, connection: Connection) => {
    const share = shares.get(party)
    if (share === undefined) shares.set(party, { count: 1, least: connection })
    else {
      share.count += 1
      if (isLess(connection, share.least)) share.least = connection
    }
  }
  for (const connection of connections) {
    const { client, spoken } = connection
    const partner = spoken === null ? null : partnerOf(spoken)
    if (partner === null) {
      ofUnauthenticated += 1
      // A proxy serves many clients.
      count(unauthenticated, client ?? connection, connection)
    } else count(partners, partner, connection)
  }
  const key = leastOf(partners.values(), true)
  const newcomer = leastOf(unauthenticated.values(), true) ?? (key && leastOf(unauthenticated.values(), false))
  return ((key?.count ?? 0) > ofUnauthenticated ? key : (newcomer ?? key))?.least ?? null
}

/** Open connections, and their number for each client. */
export class OpenConnections {
  readonly all = new Set<Connection>()
  /** Connections that may hold unread answers: few, however many are open or wait for an answer. */
  readonly holding = new Set<Connection>()
  private readonly perClient = new Map<string, number>()

  of(client: string): number {
    return this.perClient.get(client) ?? 0
  }

  add(connection: Connection): void {
    this.all.add(connection)
    if (connection.client !== null) this.perClient.set(connection.client, this.of(connection.client) + 1)
  }

  /**
   * A request begins. If another one is in progress on the connection, its answer may wait behind the other without an
   * event.
   */
  begin({ connection, response }: Exchange): void {
    connection.underWay.add(response)
    if (connection.underWay.size > 1) this.holding.add(connection)
  }

  /** The answer is complete. */
  answer({ connection }: Exchange): void {
    if (this.all.has(connection)) this.holding.add(connection)
  }

  /** The client has read the answer, or no longer wants it. */
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
