import { createServer, type Server as NodeServer } from 'node:http'
import type { Duplex } from 'node:stream'
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import { Duration, Effect, Layer } from 'effect'
import { HttpRouter, HttpServer, type HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { catalog, errorBody } from '#wire/Errores.ts'
import { answerUnknown, type DeclaredRoute } from './UnknownRoutes.ts'

/** Limits of the HTTP server itself. Times are real. */
const limits = {
  /** From the first byte of a request to the end of its headers. */
  headersTimeout: Duration.seconds(10),
  /** From the first byte of a request to the end of its body. */
  requestTimeout: Duration.seconds(30),
  /** An idle connection is kept this long for its next request. */
  keepAliveTimeout: Duration.seconds(65),
  /** How often the timeouts above are looked after. */
  checkingInterval: Duration.seconds(1),
  headerBytes: 16_384,
  connections: 10_000,
  /** How long requests under way may take to end once the server stops. */
  drain: Duration.seconds(20),
}

/** What Node's parser refuses before there is a request: status line and reason by its error code. */
const refusals: Record<string, readonly [status: number, phrase: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, phrase] = refusals[error.code ?? ''] ?? [catalog.peticion_invalida.status, 'Bad Request']
  const body = JSON.stringify(errorBody('peticion_invalida'))
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const makeNodeServer = (): NodeServer => {
  const server = createServer({
    headersTimeout: Duration.toMillis(limits.headersTimeout),
    requestTimeout: Duration.toMillis(limits.requestTimeout),
    keepAliveTimeout: Duration.toMillis(limits.keepAliveTimeout),
    connectionsCheckingInterval: Duration.toMillis(limits.checkingInterval),
    maxHeaderSize: limits.headerBytes,
    // An `Upgrade` header is no reason not to answer the request as it stands.
    shouldUpgradeCallback: () => false,
  })
  server.maxConnections = limits.connections
  server.on('clientError', refuse)
  return server
}

/** The listener; port 0 takes any free one. */
export const listener = (address: { readonly host: string; readonly port: number }) =>
  NodeHttpServer.layer(makeNodeServer, { ...address, gracefulShutdownTimeout: limits.drain })

/** Wraps the answering of every request. */
type Around = <R>(
  handled: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>,
) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest.HttpServerRequest>

/** Paths are exact; an over-long parameter reaches its handler, which has an answer for it. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: limits.headerBytes,
}

/**
 * Serves routes on the listener.
 *
 * @param declared every route among them, from which 404 and 405 are told apart
 * @param around what else happens to every request
 */
export const serve = <E, R>(
  routes: Layer.Layer<never, E, R>,
  declared: ReadonlyArray<DeclaredRoute>,
  around: Around = (handled) => handled,
) =>
  HttpRouter.toHttpEffect(routes).pipe(
    Effect.provideService(HttpRouter.RouterConfig, routerConfig),
    Effect.map((handled) => HttpServer.serve(around(answerUnknown(declared)(handled)))),
    Layer.unwrap,
  )
