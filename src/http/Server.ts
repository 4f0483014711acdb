import { createServer, type Server as NodeServer, type ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import { Duration, Effect, Layer, Metric } from 'effect'
import { HttpRouter, HttpServer, type HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { KnownKeys } from '#application/KnownKeys.ts'
import { connections } from '#domain/Limits.ts'
import type { Network } from '#domain/network/Network.ts'
import { rejectionAnswer } from './Answers.ts'
import {
  type ConnectionLimits,
  lookingInterval,
  type ReachedLimit,
  superviseConnections,
} from './connection/Connections.ts'
import { entering } from './connection/Entrance.ts'
import { departing } from './connection/LastCall.ts'
import { answerParserErrors } from './ParserErrors.ts'
import { identified } from './RequestId.ts'
import { addressed } from './RequestTarget.ts'
import { takeOnlyTraceparent } from './TraceHeaders.ts'
import { answerUnknown, type DeclaredRoute } from './UnknownRoutes.ts'

/** Largest head of a request, in bytes. */
const headerBytes = 16_384
/** How long requests under way may take to end once the server stops. */
const drain = Duration.seconds(20)

/** A certificate chain and its key, in PEM. */
interface Certificate {
  readonly cert: string
  readonly key: string
}

/** Where to listen and for whom. */
interface Listening {
  readonly host: string
  readonly port: number
  /** Without one in plain HTTP. */
  readonly tls?: Certificate | null
  readonly limits?: ConnectionLimits
  readonly trustedProxies?: ReadonlyArray<Network>
}

const makeNodeServer = (
  { tls = null, limits = connections, trustedProxies = [] }: Listening,
  { partnerOf }: KnownKeys['Service'],
  onRefused: (limit: ReachedLimit) => void,
): NodeServer => {
  const options: ServerOptions = {
    headersTimeout: Duration.toMillis(limits.headersTime),
    requestTimeout: Duration.toMillis(limits.requestTime),
    keepAliveTimeout: Duration.toMillis(limits.idleTime),
    connectionsCheckingInterval: lookingInterval(limits),
    maxHeaderSize: headerBytes,
    // An `Upgrade` header is no reason not to answer the request as it stands.
    shouldUpgradeCallback: () => false,
    // Node would answer one without Host, and give it no body; `addressed` does.
    requireHostHeader: false,
  }
  const server = tls === null ? createServer(options) : createTlsServer({ ...options, ...tls })
  superviseConnections(server, limits, partnerOf, trustedProxies, onRefused)
  answerParserErrors(server)
  takeOnlyTraceparent(server)
  // Neither is an expectation that we do not know (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

export const refusedConnections = Metric.counter('cotejo_connections_refused_total', {
  description: 'Connections refused since there were too many, by limit: of their address, or of the process',
  incremental: true,
})
const refusedAt = (limit: ReachedLimit) => Metric.withAttributes(refusedConnections, { limit })

/** The listener; port 0 takes any free one. */
export const listener = (listening: Listening) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { host, port, limits = connections } = listening
      const known = yield* KnownKeys
      const context = yield* Effect.context<never>()
      const onRefused = (limit: ReachedLimit) => refusedAt(limit).updateUnsafe(1, context)
      // As many may wait to be accepted as there may be. The system drops the first packet of one more, and its client
      // sends it again only after 1, 3, 7 and 15 seconds.
      const options = { host, port, backlog: limits.connections, gracefulShutdownTimeout: drain }
      return NodeHttpServer.layer(() => makeNodeServer(listening, known, onRefused), options)
    }),
  )

/** Wraps the answering of every request. */
type Around = <R>(
  handled: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>,
) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest.HttpServerRequest>

/** Paths are exact; an over-long parameter reaches its handler, which has an answer for it. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: headerBytes,
}

/**
 * Serves routes on the listener.
 *
 * @param declared every route among them, from which 404 and 405 are distinguished
 * @param around what else happens to every request
 * @param lastCall how long to go on answering once the scope closes
 */
export const serve = <E, R>(
  routes: Layer.Layer<never, E, R>,
  declared: ReadonlyArray<DeclaredRoute>,
  around: Around = (handled) => handled,
  lastCall = Duration.zero,
) =>
  HttpRouter.toHttpEffect(routes).pipe(
    Effect.provideService(HttpRouter.RouterConfig, routerConfig),
    Effect.flatMap((handled) =>
      Effect.map(Effect.all([departing(lastCall), entering(rejectionAnswer)]), ([{ answering, depart }, entered]) =>
        Layer.effectDiscard(Effect.addFinalizer(() => depart)).pipe(
          Layer.provide(
            HttpServer.serve(answering(identified(around(entered(answerUnknown(declared)(addressed(handled))))))),
          ),
        ),
      ),
    ),
    Layer.unwrap,
  )
