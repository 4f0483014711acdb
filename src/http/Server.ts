import { createServer, type Server as NodeServer, type Server, type ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import { Duration, Effect, Layer, Metric } from 'effect'
import { HttpRouter, HttpServer, HttpServerResponse } from 'effect/http'
import { ReadinessGate } from '#application/CheckHealth.ts'
import { connections } from '#domain/Limits.ts'
import type { Network } from '#domain/network/Network.ts'
import { type Answering, identified, type Middleware } from './Answers.ts'
import { WatchedRequest } from './connection/Bodies.ts'
import { ConnectionKeys } from './connection/ConnectionKeys.ts'
import { inTurn } from './connection/Turn.ts'
import { answerParserErrors } from './ParserErrors.ts'
import { addressed } from './RequestRules.ts'
import {
  type ConnectionLimits,
  lookingInterval,
  type ReachedLimit,
  superviseConnections,
} from './supervision/Supervision.ts'
import { answerUnknown, type DeclaredRoute } from './UnknownRoutes.ts'

/**
 * After the last call, the listener stops once no request has arrived for `silence`, at the latest after `longestWait`.
 * Connections that are not accepted by then are lost.
 */
const silence = Duration.millis(250)
const longestWait = Duration.seconds(5)

/**
 * Announces the shutdown of a server before it happens. First the replica reports not ready and every answer closes its
 * connection, while new connections are still accepted. By the end of this last call, clients and load balancers must
 * have moved elsewhere. The listener stops once no more requests arrive. Stopping closes idle connections and those not
 * yet accepted; a client that has just sent a request there sees a reset.
 */
const gracefulShutdown = Effect.fnUntraced(function* (lastCall: Duration.Duration) {
  const gate = yield* ReadinessGate
  let latest = 0

  const closingConnections = <R>(handled: Answering<R>): Answering<R> =>
    Effect.suspend(() => {
      latest = performance.now()
      return Effect.map(handled, (response) =>
        gate.isDraining ? HttpServerResponse.setHeader(response, 'connection', 'close') : response,
      )
    })

  const untilSilent: Effect.Effect<void> = Effect.suspend(() => {
    const left = Duration.toMillis(silence) - (performance.now() - latest)
    return left <= 0 ? Effect.void : Effect.andThen(Effect.sleep(left), untilSilent)
  })

  /** Run it before the listener stops. */
  const shutDown = Effect.suspend(() => {
    gate.isDraining = true
    return Duration.isZero(lastCall)
      ? Effect.void
      : Effect.andThen(Effect.sleep(lastCall), Effect.timeoutOption(untilSilent, longestWait))
  })

  return { closingConnections, shutDown }
})

/** Headers of B3. Without `traceparent`, the spans of requests would use them as their parent (contract 7.6). */
const foreign = ['b3', 'x-b3-traceid'] as const

/** Removes trace headers other than `traceparent` from every request. Register it before the handler. */
const takeOnlyTraceparent = (server: Server): void => {
  server.on('request', ({ headers }) => {
    for (const name of foreign) if (name in headers) delete headers[name]
  })
}

/** Maximum size of a request's head, in bytes. */
const headerBytes = 16_384
/** How long requests in progress may take once the server stops. */
const drain = Duration.seconds(20)

interface Certificate {
  readonly cert: string
  readonly key: string
}

interface Listening {
  readonly host: string
  readonly port: number
  /** Plain HTTP without it. */
  readonly tls?: Certificate | null
  readonly limits?: ConnectionLimits
  readonly trustedProxies?: ReadonlyArray<Network>
}

const makeNodeServer = (
  { tls = null, limits = connections, trustedProxies = [] }: Listening,
  keys: ConnectionKeys['Service'],
  onRefused: (limit: ReachedLimit) => void,
): NodeServer => {
  const options: ServerOptions<typeof WatchedRequest> = {
    IncomingMessage: WatchedRequest,
    headersTimeout: Duration.toMillis(limits.headersTime),
    requestTimeout: Duration.toMillis(limits.requestTime),
    keepAliveTimeout: Duration.toMillis(limits.idleTime),
    connectionsCheckingInterval: lookingInterval(limits),
    maxHeaderSize: headerBytes,
    // A request with an `Upgrade` header is answered like any other.
    shouldUpgradeCallback: () => false,
    // Node would answer a request without Host with an empty body; `addressed` answers it instead.
    requireHostHeader: false,
  }
  const server = tls === null ? createServer(options) : createTlsServer({ ...options, ...tls })
  superviseConnections(server, limits, (socket) => keys.keyOf(socket)?.digest ?? null, trustedProxies, onRefused)
  server.on('connection', () => {
    keys.accepted += 1
  })
  answerParserErrors(server)
  takeOnlyTraceparent(server)
  // Requests with an unknown `Expect` are answered like any other (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

export const refusedConnections = Metric.counter('cotejo_connections_refused_total', {
  description: 'Connections refused at a limit, by limit: per address, or of the process',
  incremental: true,
})
const refusedAt = (limit: ReachedLimit) => Metric.withAttributes(refusedConnections, { limit })

/** The listener; port 0 selects any free port. */
export const listener = (listening: Listening) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { host, port, limits = connections } = listening
      const keys = yield* ConnectionKeys
      const context = yield* Effect.context<never>()
      const onRefused = (limit: ReachedLimit) => refusedAt(limit).updateUnsafe(1, context)
      // Up to `connections` may wait to be accepted. Beyond that the system drops the first packet of a connection, and
      // the client repeats it only after 1, 3, 7 and 15 seconds.
      const options = { host, port, backlog: limits.connections, gracefulShutdownTimeout: drain }
      return NodeHttpServer.layer(() => makeNodeServer(listening, keys, onRefused), options)
    }),
  )

/** Paths are exact. A parameter that is too long reaches its handler, which answers it. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: headerBytes,
}

/**
 * Serves routes on the listener.
 *
 * @param declared every route, to distinguish 404 and 405
 * @param around further middleware, the outermost first
 * @param lastCall how long to keep answering once the scope closes
 */
export const serve = <E, R>(
  routes: Layer.Layer<never, E, R>,
  declared: ReadonlyArray<DeclaredRoute>,
  around: ReadonlyArray<Middleware> = [],
  lastCall = Duration.zero,
) =>
  Effect.gen(function* () {
    const routed = yield* Effect.provideService(HttpRouter.toHttpEffect(routes), HttpRouter.RouterConfig, routerConfig)
    const { closingConnections, shutDown } = yield* gracefulShutdown(lastCall)
    const middleware = [closingConnections, identified, ...around, yield* inTurn]
    const answered = middleware.reduceRight(
      (handled, wrap) => wrap(handled),
      answerUnknown(declared)(addressed(routed)),
    )
    return Layer.provide(Layer.effectDiscard(Effect.addFinalizer(() => shutDown)), HttpServer.serve(answered))
  }).pipe(Layer.unwrap)
