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

/** The connections of one party, and the one of them that it would miss least. */
interface Share {
  count: number
  least: Connection
}

/** Whether one is missed less than another: a quiet one, and the one longest quiet. */
const isLess = (one: Connection, other: Connection): boolean => {
  const isQuiet = one.underWay.size === 0
  return isQuiet === (other.underWay.size === 0) ? one.quietSince < other.quietSince : isQuiet
}

/** Of whoever has most connections the one that is missed least; a busy one only of who has others. */
const leastOf = (shares: Iterable<Share>): Share | null => {
  let chosen: Share | null = null
  for (const share of shares) {
    if (share.count === 1 && share.least.underWay.size > 0) continue
    const isLarger = chosen === null || share.count > chosen.count
    if (isLarger || (share.count === chosen?.count && isLess(share.least, chosen.least))) chosen = share
  }
  return chosen
}

/**
 * The connection to close at the limit: a stranger's before a partner's, of whoever has most of them. A key that has more
 * than all strangers together comes before them, since a partner is a stranger until a key has come over a connection.
 * So nobody keeps others out, with requests on all of his connections or without.
 *
 * @param partnerOf the partner's key that speaks over a connection, by its digest
 */
export const leastWanted = (
  connections: Iterable<Connection>,
  partnerOf: (spoken: Socket) => string | null,
): Connection | null => {
  let ofStrangers = 0
  const strangers = new Map<string | Connection, Share>()
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
      ofStrangers += 1
      // A proxy speaks for many.
      count(strangers, client ?? connection, connection)
    } else count(partners, partner, connection)
  }
  const [stranger, key] = [leastOf(strangers.values()), leastOf(partners.values())]
  return ((key?.count ?? 0) > ofStrangers ? key : (stranger ?? key))?.least ?? null
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
