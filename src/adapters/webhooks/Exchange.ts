import type { Socket } from 'node:net'
import { Deferred, Effect } from 'effect'
import { Client, type Dispatcher, errors } from 'undici'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { webhookAnswerBytes } from '#domain/Limits.ts'

/** What is sent over a socket that leads to the receiver. */
export interface Post {
  /** Scheme, host and port of the receiver, from which comes `Host`. */
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The status of a final answer. */
type Answer = Effect.Effect<number, AttemptFailure>

/** Header lines of one answer, in bytes of names and values. */
const headerBytes = 16_384
/** Everything that a receiver sends, status lines, interim answers and frames of chunks too. */
const answerBytes = 2 * webhookAnswerBytes

const invalid: Answer = Effect.fail('respuesta_invalida')
const excessive: Answer = Effect.fail('respuesta_excesiva')

/**
 * What an error of undici's means. Those of the connection and of the parser have a code or a class, and so
 * have undici's own assertions, which a strange enough answer breaks. Any other error is ours.
 */
const failed = (error: Error): Answer => {
  const code = errorCodeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return excessive
  if (error instanceof errors.HTTPParserError) return invalid
  return code === null || code === 'UND_ERR_INVALID_ARG' ? Effect.die(error) : invalid
}

/**
 * Reads an answer for its status alone: none of it is kept, none of it is decompressed. It ends with
 * its body, or once more of the body came than anybody needs.
 *
 * @param end called once it is known how it ended; whatever comes later means nothing
 */
const reader = (socket: Socket, end: (answer: Answer) => void) => {
  let status = 0
  let bodyBytes = 0
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => {},
    onResponseStart: (_, code) => {
      // Below 200 it is an interim answer, ahead of the one that counts.
      if (code >= 200) status = code
    },
    onResponseData: (_, chunk) => {
      bodyBytes += chunk.length
      if (bodyBytes > webhookAnswerBytes) end(Effect.succeed(status))
    },
    // Where the end of the connection ends the body, undici takes a reset for it too.
    onResponseEnd: () => end(socket.errored === null ? Effect.succeed(status) : invalid),
    onResponseError: (_, error) => end(failed(error)),
  }
  /** Looks at what none of the above tells of: endless reasons, interim answers, chunk extensions. */
  const watch = () => {
    if (socket.bytesRead > answerBytes) end(status === 0 ? excessive : Effect.succeed(status))
  }
  return { handler, watch }
}

/** What ends a client. One for all: undici makes one each time otherwise, and its stack costs more than the rest. */
const over = new errors.ClientDestroyedError()

/** A client that has this one socket, for one request: nothing is pooled between two vettings. */
const clientOver = (socket: Socket, origin: string, end: (answer: Answer) => void, watch: () => void) => {
  let given = false
  return new Client(origin, {
    // The deadline of the attempt is the only one; these would not stop a drip anyway.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: headerBytes,
    // Says `Connection: close`.
    pipelining: 0,
    allowH2: false,
    connect: (_, callback) => {
      // Asked again, undici has lost the socket before the request went out, and would open another.
      if (given) {
        end(invalid)
        return
      }
      given = true
      // Not at once: undici sends nothing over a socket that it gets while it still asks.
      queueMicrotask(() => {
        callback(null, socket)
        // After undici's own listener, so that it has read what is counted.
        socket.on('readable', watch)
      })
    },
  })
}

/** Sends one POST and tells the status of its answer. The socket is of no use afterwards. */
export const exchange = (socket: Socket, post: Post): Answer =>
  Effect.suspend(() => {
    const answer = Deferred.makeUnsafe<number, AttemptFailure>()
    const end = (outcome: Answer) => void Deferred.doneUnsafe(answer, outcome)
    const { handler, watch } = reader(socket, end)
    const client = clientOver(socket, post.origin, end, watch)
    client.dispatch({ method: 'POST', path: post.path, headers: post.headers, body: post.body }, handler)
    return Effect.ensuring(
      Deferred.await(answer),
      Effect.sync(() => client.destroy(over, () => {})),
    )
  })
