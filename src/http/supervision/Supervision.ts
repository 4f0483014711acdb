import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { Duration } from 'effect'
import type { Network } from '#domain/network/Network.ts'
import { limitBodyChunks, WatchedRequest } from '#http/connection/Bodies.ts'
import { clientOf, isProxy } from '#http/connection/Client.ts'
import { beyond, type Connection, leastWanted, newConnection, OpenConnections, untaken } from './OpenConnections.ts'

/**
 * Limits for the connections: the duration of each phase, their number, and what they may hold. Durations are in real
 * time.
 */
export interface ConnectionLimits {
  /** From the connection to the end of the TLS handshake. */
  readonly handshakeTime: Duration.Duration
  /** From the connection, or the first byte of a later request, to the end of its headers. */
  readonly headersTime: Duration.Duration
  /** From the first byte of a request to the end of its body. */
  readonly requestTime: Duration.Duration
  /** How long a client may leave an answer unread. */
  readonly answerTime: Duration.Duration
  /** How long an idle connection stays open for its next request. */
  readonly idleTime: Duration.Duration
  readonly connections: number
  readonly connectionsPerAddress: number
  /** Requests of one connection whose answers are incomplete or unread. One more closes the connection. */
  readonly requestsPerConnection: number
  /** Chunks in which the body of a request may arrive. One more closes the connection. */
  readonly chunksOfBody: number
  /** Bytes of unread answers, in total. */
  readonly untakenBytes: number
}

/** How long a connection that the server ended waits for the client to end it too. */
const closingTime = Duration.seconds(2)

/**
 * After this many requests and answers, the connections that may hold unread answers are checked. Requests count too,
 * because no event reports an answer that must wait for an earlier one of its connection.
 */
const eventsBetweenLooks = 32

/** How often to check for expired connections, in milliseconds. */
export const lookingInterval = ({ handshakeTime, headersTime, answerTime, idleTime }: ConnectionLimits): number =>
  Math.min(1_000, ...[handshakeTime, headersTime, answerTime, idleTime].map((time) => Duration.toMillis(time) / 2))

/** A name that is the same for a TLS socket and the raw socket under it. */
const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`

/** Whether a connection has exceeded a time limit. Also records since when it waits for its client. */
export const isOverdue = (connection: Connection, now: number, limits: ConnectionLimits): boolean => {
  const { spoken, openedAt, underWay, quietSince } = connection
  const exceeds = (since: number | null, time: Duration.Duration) =>
    since !== null && now - since > Duration.toMillis(time)
  if (spoken === null) return exceeds(openedAt, limits.handshakeTime)
  connection.untakenSince = spoken.writableLength === 0 ? null : (connection.untakenSince ?? now)
  connection.endedSince = spoken.writableEnded && spoken.writableLength === 0 ? (connection.endedSince ?? now) : null
  return (
    exceeds(connection.untakenSince, limits.answerTime) ||
    exceeds(connection.endedSince, Duration.min(closingTime, limits.answerTime)) ||
    // Bytes between requests that begin no request would keep it open forever.
    (underWay.size === 0 && exceeds(quietSince, Duration.sum(limits.idleTime, limits.headersTime)))
  )
}

/** The limit that refuses a client's connection: the limit per address, or the limit of the process. */
export type ReachedLimit = 'address' | 'process'

/**
 * Closes a connection to accept another at the limit. Returns the limit if the client has its share or no connection
 * can be closed.
 */
const fullFor = (
  client: string | null,
  open: OpenConnections,
  { connections, connectionsPerAddress }: ConnectionLimits,
  partnerOf: (spoken: Socket) => string | null,
  end: (connection: Connection) => void,
): ReachedLimit | null => {
  if (client !== null && open.of(client) >= connectionsPerAddress) return 'address'
  if (open.all.size < connections) return null
  const least = leastWanted(open.all, partnerOf)
  if (least === null) return 'process'
  end(least)
  return null
}

/**
 * Enforces limits on a server's connections from the moment they are accepted. A connection over a limit is destroyed:
 * the client need not agree.
 *
 * @param partnerOf the digest of the partner's key last used on a connection
 * @param proxies trusted proxies: their connections serve many clients and count for no address
 * @param onRefused called when a connection is refused at a limit
 */
export const superviseConnections = (
  server: Server,
  limits: ConnectionLimits,
  partnerOf: (spoken: Socket) => string | null,
  proxies: ReadonlyArray<Network> = [],
  onRefused: (limit: ReachedLimit) => void = () => {},
): void => {
  const open = new OpenConnections()
  const handshaking = new Map<string, Connection>()
  const speaking = new WeakMap<Socket, Connection>()
  let eventsSinceLook = 0

  const end = (connection: Connection) => {
    const { raw, spoken } = connection
    open.remove(connection)
    // Answers that the client does not read must not stay in the system's buffers either.
    if (spoken === null || untaken(connection) > 0) raw.resetAndDestroy()
    else raw.destroy()
  }

  const take = (raw: Socket, isSecure: boolean): boolean => {
    const client = isProxy(proxies, raw.remoteAddress) ? null : clientOf([], raw.remoteAddress)
    if (raw.remoteAddress === undefined) return false
    const limit = fullFor(client, open, limits, partnerOf, end)
    if (limit !== null) {
      onRefused(limit)
      return false
    }
    const connection = newConnection(raw, isSecure, client, performance.now())
    open.add(connection)
    speaking.set(raw, connection)
    const name = nameOf(raw)
    if (isSecure) handshaking.set(name, connection)
    raw.once('close', () => {
      open.remove(connection)
      if (handshaking.get(name) === connection) handshaking.delete(name)
    })
    return true
  }

  const secured = (socket: Socket) => {
    const name = nameOf(socket)
    const connection = handshaking.get(name)
    if (connection === undefined) return
    handshaking.delete(name)
    connection.spoken = socket
    speaking.set(socket, connection)
  }

  /**
   * Counts a request, and closes the connection if it has too many: Node begins all requests of one packet, a thousand
   * or two.
   */
  const takes = (message: IncomingMessage, response: ServerResponse): void => {
    const connection = speaking.get(message.socket)
    if (connection === undefined) return
    if (connection.underWay.size >= limits.requestsPerConnection) return void end(connection)
    const exchange = { connection, response }
    open.begin(exchange)
    if (message instanceof WatchedRequest) limitBodyChunks(message, limits.chunksOfBody, () => end(connection))
    response.once('close', () => open.end(exchange, performance.now()))
    response.once('prefinish', () => {
      open.answer(exchange)
      count()
    })
    count()
  }

  const count = () => {
    eventsSinceLook += 1
    if (eventsSinceLook >= eventsBetweenLooks) look(open.holding)
  }

  const look = (connections: Iterable<Connection>) => {
    eventsSinceLook = 0
    const now = performance.now()
    for (const connection of connections) if (isOverdue(connection, now, limits)) end(connection)
    for (const connection of beyond(limits.untakenBytes, connections)) end(connection)
  }

  const isSecure = server instanceof TlsServer
  const accepting = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (raw: Socket) => {
    if (take(raw, isSecure)) for (const accept of accepting) accept.call(server, raw)
    else raw.resetAndDestroy()
  })
  server.on('secureConnection', secured)
  // If the TLS handshake fails, no answer can be sent.
  server.prependListener('tlsClientError', (_, socket: Socket) => socket.destroy())
  server.on('request', takes)
  server.on('checkContinue', takes)
  const looking = setInterval(() => look(open.all), lookingInterval(limits)).unref()
  server.once('close', () => clearInterval(looking))
}
