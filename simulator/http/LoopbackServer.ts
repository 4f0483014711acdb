import { createServer } from 'node:http'
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import { Duration, Effect, type Scope } from 'effect'
import { HttpServer, type HttpServerRequest, type HttpServerResponse } from 'effect/http'

/**
 * A server on a free port of this machine, until the scope closes; gives its scheme, host and port. Requests may stay
 * without an answer: their handlers are interrupted when the client goes, and they do not hold up the end.
 */
export const loopbackServer = Effect.fnUntraced(function* <E>(
  receive: Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>,
) {
  const server = yield* NodeHttpServer.make(() => createServer(), {
    host: '127.0.0.1',
    port: 0,
    gracefulShutdownTimeout: Duration.zero,
  })
  // A handler is not interrupted when its client goes unless it says that it may be.
  yield* server.serve(receive.pipe(Effect.interruptible, Effect.withTracerEnabled(false)))
  return HttpServer.formatAddress(server.address)
})

/** The same, from when its address is asked for: most worlds never ask. */
export const lateLoopbackServer = Effect.fnUntraced(function* (...args: Parameters<typeof loopbackServer>) {
  const context = yield* Effect.context<Scope.Scope>()
  const started = loopbackServer(...args).pipe(Effect.orDie, Effect.provideContext(context), Effect.uninterruptible)
  return yield* Effect.cached(started)
})
