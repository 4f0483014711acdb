import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { Duration } from 'effect'
import type { Network } from '#domain/network/Network.ts'
import { clientOf, isProxy } from './Client.ts'
import { noteAccepted } from './Entrance.ts'
import { beyond, type Connection, leastWanted, newConnection, OpenConnections, untaken } from './OpenConnections.ts'
import { boundPieces } from './Pieces.ts'

/** How long each phase of a connection may take, how many there may be, and what they may hold. Times are real. */
export interface ConnectionLimits {
  /** From the connection to the end of the TLS handshake. */
  readonly handshakeTime: Duration.Duration
  /** From the connection, or the first byte of a later request, to the end of its headers. */
  readonly headersTime: Duration.Duration
  /** From the first byte of a request to the end of its body. */
  readonly requestTime: Duration.Duration
  /** How long what was answered may wait for its client to take it. */
  readonly answerTime: Duration.Duration
  /** How long a connection is kept for its next request. */
  readonly idleTime: Duration.Duration
  readonly connections: number
  readonly connectionsPerAddress: number
  /** Requests of one connection whose answers are not made or not taken yet; with one more it ends. */
  readonly requestsPerConnection: number
  /** Pieces, such as chunks, in which the body of a request comes; with one more its connection ends. */
  readonly piecesOfBody: number
  /** Bytes of answers, in all, that their clients have not taken. */
  readonly untakenBytes: number
}

/** How long a connection that we ended waits for its client to end it too. */
const closingTime = Duration.seconds(2)

/**
 * After so many requests and answers, however soon, we look at the connections that may hold answers which nobody took.
 * Requests count too: nobody is told when an answer is made that has to wait for an earlier one of its connection.
 */
const eventsBetweenLooks = 32

/** How often to look who had their time, in milliseconds. */
export const lookingInterval = ({ handshakeTime, headersTime, answerTime, idleTime }: ConnectionLimits): number =>
  Math.min(1_000, ...[handshakeTime, headersTime, answerTime, idleTime].map((time) => Duration.toMillis(time) / 2))

/** The same for a TLS socket and the raw one under it. */
const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`

/** Whether a connection had its time; notes since when it waits for its client. */
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
    // Bytes between requests that begin none would keep it open without end.
    (underWay.size === 0 && exceeds(quietSince, Duration.sum(limits.idleTime, limits.headersTime)))
  )
}

/** Asks of every request that would begin whether it is taken; one that is not is as if it had never come. */
const askBefore = (server: Server, takes: (message: IncomingMessage, response: ServerResponse) => boolean) => {
  server.emit = new Proxy(server.emit, {
    apply: (emit, self, args: ReadonlyArray<unknown>) => {
      const [event, message, response] = args
      const isRequest = message instanceof IncomingMessage && response instanceof ServerResponse
      const begins = event === 'request' || event === 'checkContinue'
      return (isRequest && begins && !takes(message, response)) || Reflect.apply(emit, self, args)
    },
  })
}

/** Which limit keeps a client from one more connection: that of its address, or that of the process. */
export type ReachedLimit = 'address' | 'process'

/** Makes room for one more connection; the limit that is reached where nobody can be missed or this client has its share. */
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
 * Holds a server's connections to their limits, from the moment that they are accepted. Whatever runs out
 * of time or room is destroyed: nobody at the other end has to agree.
 *
 * @param partnerOf the partner's key that speaks over a connection, by its digest
 * @param proxies whose connections are those of many, and count for no address
 * @param onRefused is told of a connection that is refused at a limit
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
    // What nobody takes is not to lie in the buffers of the system instead.
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

  /** Counts a request, unless its connection has too many: of one packet Node begins all, a thousand or two. */
  const takes = (message: IncomingMessage, response: ServerResponse): boolean => {
    const connection = speaking.get(message.socket)
    if (connection === undefined) return true
    if (connection.underWay.size >= limits.requestsPerConnection) {
      end(connection)
      return false
    }
    const exchange = { connection, response }
    open.begin(exchange)
    boundPieces(message, limits.piecesOfBody, () => end(connection))
    response.once('close', () => open.end(exchange, performance.now()))
    response.once('prefinish', () => {
      open.answer(exchange)
      count()
    })
    count()
    return true
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
    noteAccepted()
    if (take(raw, isSecure)) for (const accept of accepting) accept.call(server, raw)
    else raw.resetAndDestroy()
  })
  server.on('secureConnection', secured)
  // Where the TLS handshake fails, no answer can be sent.
  server.prependListener('tlsClientError', (_, socket: Socket) => socket.destroy())
  askBefore(server, takes)
  const looking = setInterval(() => look(open.all), lookingInterval(limits)).unref()
  server.once('close', () => clearInterval(looking))
}
