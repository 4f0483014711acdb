import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { ByteSize, Effect, Option, Result } from 'effect'
import { HttpIncomingMessage, type HttpServerError, HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { bodyBytes } from '#domain/Limits.ts'
import type { Verification } from '#domain/verification/Verification.ts'
import { distinctHeaders } from '#http/connection/Client.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { refusal } from './Answers.ts'
import type { DistinctHeaders } from './connection/Client.ts'

type Handled<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** HTTP/1.1 requires exactly one Host (RFC 9112, 3.2); HTTP/1.0 does not. */
const namesHost = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const hosts = distinctHeaders(request)['host'] ?? []
  return (
    hosts.length === 1 || (hosts.length === 0 && NodeHttpServerRequest.toIncomingMessage(request).httpVersion === '1.0')
  )
}

/**
 * A body's end is given by one length, by a single `chunked`, or it is absent. A proxy in front of this service might
 * read anything else differently (RFC 9112, 6.1). HTTP/1.0 has no transfer codings.
 */
const isFramed = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const codings = distinctHeaders(request)['transfer-encoding']
  if (codings === undefined) return true
  const { httpVersion } = NodeHttpServerRequest.toIncomingMessage(request)
  return codings.length === 1 && codings[0]?.toLowerCase() === 'chunked' && httpVersion === '1.1'
}

const decode = Option.liftThrowable(decodeURIComponent)

/** A character that appears in no path and no ID of this service. */
const foreign = '!'

/**
 * The target in a form that the router reads correctly. The router would begin the query at a semicolon, find no route
 * for a path that it cannot decode, and take long over many percent signs. An ID with such characters must be judged,
 * and not found, like any other.
 */
const literal = (url: string): string => {
  const [path = ''] = url.split('?')
  if (!/[%;]/.test(path)) return url
  const decodable = path.replaceAll(Option.isSome(decode(path)) ? '%25' : '%', foreign)
  return decodable.replaceAll(';', '%3B') + url.slice(path.length)
}

/**
 * Answers requests without a host or with ambiguous framing with `peticion_invalida`, and routes the others by their
 * literal path.
 */
export const addressed = <E, R>(handled: Handled<E, R>): Handled<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    if (!namesHost(request) || !isFramed(request)) {
      return refusal('http_mal_formado', { headers: { connection: 'close' } })
    }
    const url = literal(request.url)
    // The router would accept an empty parameter, and take `*` for `/`. Only the address of MCP may end in a slash.
    if (url === '*' || /^\/[^?]*(?<!\/mcp)\/(?:\?|$)/.test(url)) return refusal('ruta_desconocida', { status: 404 })
    return url === request.url
      ? handled
      : Effect.provideService(handled, HttpServerRequest.HttpServerRequest, request.modify({ url }))
  })

type Judged<A> = Result.Result<A, Rejection>

/** Node decodes header bytes as Latin-1; the interface reads them as UTF-8 (step 12). */
const asUtf8 = Option.liftThrowable((header: string) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(header, 'latin1')),
)

const keyField = { field: 'Idempotency-Key' }

/** Step 4: exactly one `Idempotency-Key`, not empty. Null if its bytes are not UTF-8. */
export const idempotencyKey = (headers: DistinctHeaders): Judged<string | null> => {
  const [key = '', ...others] = headers['idempotency-key'] ?? []
  if (others.length > 0) return Result.fail(reject('idempotency_key_repetida', keyField))
  if (key === '') return Result.fail(reject('sin_idempotency_key', keyField))
  return Result.succeed(Option.getOrNull(asUtf8(key)))
}

/** Step 5: `X-Canal` is absent, `api` or `mcp`. */
export const channel = (headers: DistinctHeaders): Judged<Verification['channel']> => {
  const [canal = 'api', ...others] = headers['x-canal'] ?? []
  if (others.length > 0 || (canal !== 'api' && canal !== 'mcp')) {
    return Result.fail(reject('canal_desconocido', { field: 'X-Canal' }))
  }
  return Result.succeed(canal)
}

const json = /^application\/json[ \t]*(?:;|$)/i

/**
 * Step 6, first half: `Content-Type` is `application/json`, with or without parameters, and the body is not encoded.
 */
export const contentIsJson = (headers: DistinctHeaders): Judged<void> => {
  const [type = '', ...others] = headers['content-type'] ?? []
  if (others.length > 0 || !json.test(type)) return Result.fail(reject('tipo_de_contenido', { field: 'Content-Type' }))
  const isPlain = (headers['content-encoding'] ?? []).every((coding) => coding.toLowerCase() === 'identity')
  return isPlain ? Result.void : Result.fail(reject('cuerpo_codificado', { field: 'Content-Encoding' }))
}

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
