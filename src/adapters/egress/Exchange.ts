import type { Socket } from 'node:net'
import { Deferred, Effect } from 'effect'
import { Client, type Dispatcher, errors } from 'undici'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { rewriteInterim } from './Interim.ts'

export interface Outgoing {
  /** Scheme, host and port. `Host` is derived from it. */
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | null
}

export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

export interface Answer extends Head {
  /** Empty unless the body is `kept`. */
  readonly body: Uint8Array
}

/** Why no response was received. It quotes no part of the response. */
export interface Lost {
  readonly reason: 'sin_respuesta' | 'respuesta_excesiva' | 'respuesta_ilegible'
  /** The runtime's error code, if it has one. */
  readonly code: string | null
  readonly hasBegun: boolean
}

export interface Reading {
  /**
   * What to do with the response body: keep it, read and drop it, or leave it unread. If a dropped body exceeds its
   * limit, the rest is left unread.
   */
  readonly body: (head: Head) => 'kept' | 'dropped' | 'left'
  readonly bodyBytes: number
  /** The limit for all bytes received, including status lines, interim responses and chunk framing. */
  readonly connectionBytes: number
}

/** The limit for the header lines of a response: bytes of names and values. */
const headerBytes = 16_384

export const lostBy = (error: unknown, hasBegun = false): Lost => {
  const code = errorCodeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { reason: 'respuesta_excesiva', code, hasBegun }
  return { reason: error instanceof errors.HTTPParserError ? 'respuesta_ilegible' : 'sin_respuesta', code, hasBegun }
}

/**
 * Whether the error is a bug of ours. Errors of the connection and of the parser have a code or a class. undici's own
 * assertions have one too; an unusual response can violate them.
 */
const isOurs = (error: Error): boolean =>
  !(error instanceof errors.HTTPParserError) && ['UND_ERR_INVALID_ARG', null].includes(errorCodeOf(error))

type Result = Effect.Effect<Answer, Lost>

/** @param end called with the outcome; calls after the first have no effect */
const reader = (socket: Socket, { body, bodyBytes, connectionBytes }: Reading, end: (result: Result) => void) => {
  const { bytesRead: before } = socket
  let head: Head | null = null
  let isWhole = false
  let isKept = false
  let length = 0
  const chunks: Array<Buffer> = []
  const finish = () => {
    if (head !== null) end(Effect.succeed({ ...head, body: Buffer.concat(chunks) }))
  }
  const exceed = () => {
    if (head !== null && !isKept) finish()
    else end(Effect.fail({ reason: 'respuesta_excesiva', code: null, hasBegun: head !== null }))
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => {},
    onResponseStart: (_, status, headers) => {
      // Skip interim responses.
      if (status < 200) return
      head = { status, headers }
      const use = body(head)
      isKept = use === 'kept'
      if (use === 'left') finish()
    },
    onResponseData: (_, chunk) => {
      length += chunk.length
      if (length > bodyBytes) return exceed()
      if (isKept) chunks.push(chunk)
    },
    // If the body ends with the connection, undici also treats a reset as its end.
    onResponseEnd: () => {
      isWhole = socket.errored === null
      if (socket.errored === null) finish()
      else end(Effect.fail(lostBy(socket.errored, true)))
    },
    onResponseError: (_, error) => end(isOurs(error) ? Effect.die(error) : Effect.fail(lostBy(error, head !== null))),
  }
  /** Limits what the handler does not see: long reason phrases, interim responses and chunk extensions. */
  const watch = () => {
    if (socket.bytesRead - before > connectionBytes) exceed()
  }
  return { handler, watch, isRead: () => isWhole }
}

/** The error that destroys a client. It is shared, because creating one with its stack costs more than the rest. */
const over = new errors.ClientDestroyedError()

/** How long an idle connection is kept: less than the five seconds after which many servers close it. */
const idleMillis = 4_000

/** A socket over which one request after the other is made. */
export interface Line {
  /** Redirects are returned like any other response, and nothing is decompressed. There is no deadline. */
  readonly ask: (request: Omit<Outgoing, 'origin'>, reading: Reading) => Result
  /** Whether another request may follow: the last response was read to its end, and the socket is open. */
  readonly isFree: () => boolean
  readonly close: () => void
}

/**
 * A client over this socket, without a pool.
 *
 * @param isKept whether more than one request is made; if not, the receiver is told to close
 */
export const lineOver = (socket: Socket, origin: string, isKept: boolean): Line => {
  let isGiven = false
  let current: ReturnType<typeof reader> | null = null
  const nextResponse = rewriteInterim(socket)
  const client = new Client(origin, {
    // Only the caller's deadline applies. These timeouts would not stop a slow drip anyway.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: headerBytes,
    // With 0, undici sends `Connection: close`.
    pipelining: isKept ? 1 : 0,
    keepAliveTimeout: idleMillis,
    keepAliveMaxTimeout: idleMillis,
    allowH2: false,
    connect: (_, callback) => {
      // A second call means that undici lost the socket before sending, and would open another one.
      if (isGiven) return callback(over, null)
      isGiven = true
      // Not synchronously: undici does not send over a socket that it gets during this call.
      queueMicrotask(() => {
        callback(null, socket)
        // Registered after undici's own listener, so that undici has read the bytes that are counted.
        socket.on('readable', () => current?.watch())
      })
    },
  })
  return {
    ask: (request, reading) =>
      Effect.suspend(() => {
        const result = Deferred.makeUnsafe<Answer, Lost>()
        nextResponse()
        current = reader(socket, reading, (outcome) => void Deferred.doneUnsafe(result, outcome))
        client.dispatch({ ...request, origin, headers: request.headers }, current.handler)
        return Deferred.await(result)
      }),
    isFree: () => current?.isRead() === true && !socket.destroyed,
    close: () => client.destroy(over, () => {}),
  }
}

/** Makes one request over a socket, which cannot be used again. Interruption ends it at once. */
export const exchange = (socket: Socket, { origin, ...request }: Outgoing, reading: Reading): Result =>
  Effect.suspend(() => {
    const line = lineOver(socket, origin, false)
    return Effect.ensuring(line.ask(request, reading), Effect.sync(line.close))
  })
