import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Effect, Option } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { refusal } from '#http/Answers.ts'
import { distinctHeaders } from '#http/connection/RequestHeaders.ts'

type Handled<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** HTTP/1.1 names its host, once (RFC 9112, 3.2); HTTP/1.0 need not. */
const namesHost = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const hosts = distinctHeaders(request)['host'] ?? []
  return (
    hosts.length === 1 || (hosts.length === 0 && NodeHttpServerRequest.toIncomingMessage(request).httpVersion === '1.0')
  )
}

/**
 * One length or one single `chunked`, or nothing, tells where a body ends; whatever else a proxy before us
 * might read otherwise (RFC 9112, 6.1). HTTP/1.0 has no codings.
 */
const isFramed = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const codings = distinctHeaders(request)['transfer-encoding']
  if (codings === undefined) return true
  const { httpVersion } = NodeHttpServerRequest.toIncomingMessage(request)
  return codings.length === 1 && codings[0]?.toLowerCase() === 'chunked' && httpVersion === '1.1'
}

const decode = Option.liftThrowable(decodeURIComponent)

/** Stands in no path of ours and in no id. */
const foreign = '!'

/**
 * The target as the router should read it, which otherwise begins the query at a semicolon, finds no route for
 * a path that cannot be decoded, and takes long over many percent signs: an id that holds one, or cannot be
 * decoded, is judged, and not found, like any other.
 */
const literal = (url: string): string => {
  const [path = ''] = url.split('?')
  if (!/[%;]/.test(path)) return url
  const decodable = path.replaceAll(Option.isSome(decode(path)) ? '%25' : '%', foreign)
  return decodable.replaceAll(';', '%3B') + url.slice(path.length)
}

/**
 * Answers requests without host, or framed in another way than ours, with `peticion_invalida`, and has the
 * others routed by their literal path.
 */
export const addressed = <E, R>(handled: Handled<E, R>): Handled<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    if (!namesHost(request) || !isFramed(request)) {
      return refusal('http_mal_formado', { headers: { connection: 'close' } })
    }
    const url = literal(request.url)
    // The router would take an empty parameter; no route ends in a slash.
    if (/^\/.*\/(?:\?|$)/.test(url)) return refusal('ruta_desconocida', { status: 404 })
    return url === request.url
      ? handled
      : Effect.provideService(handled, HttpServerRequest.HttpServerRequest, request.modify({ url }))
  })
