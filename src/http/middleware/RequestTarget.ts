import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Effect, Option } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { refusal } from '#http/Answers.ts'
import { distinctHeaders } from '#http/connection/Client.ts'

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
    // The router would accept an empty parameter; no route ends in a slash.
    if (/^\/.*\/(?:\?|$)/.test(url)) return refusal('ruta_desconocida', { status: 404 })
    return url === request.url
      ? handled
      : Effect.provideService(handled, HttpServerRequest.HttpServerRequest, request.modify({ url }))
  })
