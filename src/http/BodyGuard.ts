import { ByteSize, Effect } from 'effect'
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from 'effect/http'
import { bodyBytes } from '#domain/Limits.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'

/**
 * Step 3: the body, at most 64 KB on the wire. A `Content-Length` above the limit is refused without reading the body.
 * A chunked body is read no further than the limit.
 *
 * @param most the limit in bytes, of a route that is not the service's
 */
export const readBody = (
  request: HttpServerRequest.HttpServerRequest,
  most: number = bodyBytes,
): Effect.Effect<Uint8Array, Rejection> =>
  Number(request.headers['content-length'] ?? 0) > most
    ? Effect.fail(reject('cuerpo_grande'))
    : request.arrayBuffer.pipe(
        Effect.map((buffer) => new Uint8Array(buffer)),
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(most)),
        Effect.mapError(({ reason }) => reject(isTooLarge(reason) ? 'cuerpo_grande' : 'cuerpo_incompleto')),
      )

const isTooLarge = (reason: HttpServerError.HttpServerError['reason']): boolean =>
  reason._tag === 'RequestParseError' && reason.reason === 'BodyTooLarge'
