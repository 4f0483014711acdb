import type { Socket } from 'node:net'
import { Deferred, Effect } from 'effect'
import { Client, type Dispatcher, errors } from 'undici'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'

/** An HTTP/1.1 request over a socket that leads to its host. */
export interface Outgoing {
  /** Scheme, host and port, from which comes `Host`. */
  readonly origin: string
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | null
}

/** The final answer, before its body. */
export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

export interface Answer extends Head {
  /** Empty unless it was to be kept. */
  readonly body: Uint8Array
}

/** Why there is no answer. It quotes nothing of one. */
export interface Lost {
  readonly reason: 'sin_respuesta' | 'respuesta_excesiva' | 'respuesta_ilegible'
  /** What the runtime calls the error, if it has a name. */
  readonly code: string | null
  /** Whether the head of an answer came. */
  readonly hasBegun: boolean
}

export interface Reading {
  /**
   * What is done with the body of an answer: it is kept, read to its end and dropped, or left unread. A body that is
   * dropped may be longer than its limit: then the rest is left.
   */
  readonly body: (head: Head) => 'kept' | 'dropped' | 'left'
  readonly bodyBytes: number
  /** All bytes over the connection: status lines, interim answers and frames of chunks too. */
  readonly connectionBytes: number
}

/** Header lines of one answer, in bytes of names and values. */
const headerBytes = 16_384

/** The reason of an error of the connection or of the parser. */
export const lostBy = (error: unknown, hasBegun = false): Lost => {
  const code = errorCodeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { reason: 'respuesta_excesiva', code, hasBegun }
  return { reason: error instanceof errors.HTTPParserError ? 'respuesta_ilegible' : 'sin_respuesta', code, hasBegun }
}

/**
 * Errors of the connection and of the parser have a code or a class, and so have undici's own assertions, which a strange
 * enough answer breaks.
 */
const isOurs = (error: Error): boolean =>
  !(error instanceof errors.HTTPParserError) && ['UND_ERR_INVALID_ARG', null].includes(errorCodeOf(error))

type Result = Effect.Effect<Answer, Lost>

/** @param end called once it is known how the exchange ended; later calls mean nothing */
const reader = (socket: Socket, { body, bodyBytes, connectionBytes }: Reading, end: (result: Result) => void) => {
  let head: Head | null = null
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
      // Below 200 it is an interim answer, ahead of the one that counts.
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
    // Where the end of the connection ends the body, undici takes a reset for it too.
    onResponseEnd: () => (socket.errored === null ? finish() : end(Effect.fail(lostBy(socket.errored, true)))),
    onResponseError: (_, error) => end(isOurs(error) ? Effect.die(error) : Effect.fail(lostBy(error, head !== null))),
  }
  /** Looks at what none of the above reports: endless reasons, interim answers, chunk extensions. */
  const watch = () => {
    if (socket.bytesRead > connectionBytes) exceed()
  }
  return { handler, watch }
}

/** What ends a client. One for all: undici makes one each time otherwise, and its stack costs more than the rest. */
const over = new errors.ClientDestroyedError()

/** A client that has this one socket, for one request: nothing is pooled. */
const clientOver = (socket: Socket, origin: string, end: (result: Result) => void, watch: () => void) => {
  let isGiven = false
  return new Client(origin, {
    // The caller's deadline is the only one; these would not stop a drip anyway.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: headerBytes,
    // Says `Connection: close`.
    pipelining: 0,
    allowH2: false,
    connect: (_, callback) => {
      // Asked again, undici has lost the socket before the request went out, and would open another.
      if (isGiven) return end(Effect.fail(lostBy(null)))
      isGiven = true
      // Not at once: undici sends nothing over a socket that it gets while it still asks.
      queueMicrotask(() => {
        callback(null, socket)
        // After undici's own listener, so that it has read what is counted.
        socket.on('readable', watch)
      })
    },
  })
}

/**
 * Makes one request over a socket, which is of no use afterwards. Redirects are answers like any other, nothing is
 * decompressed. It has no deadline; interrupted, it ends at once.
 */
export const exchange = (socket: Socket, { origin, ...request }: Outgoing, reading: Reading): Result =>
  Effect.suspend(() => {
    const result = Deferred.makeUnsafe<Answer, Lost>()
    const end = (outcome: Result) => void Deferred.doneUnsafe(result, outcome)
    const { handler, watch } = reader(socket, reading, end)
    const client = clientOver(socket, origin, end, watch)
    client.dispatch({ ...request, headers: request.headers }, handler)
    return Effect.ensuring(
      Deferred.await(result),
      Effect.sync(() => client.destroy(over, () => {})),
    )
  })
