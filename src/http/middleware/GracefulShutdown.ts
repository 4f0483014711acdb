import { Duration, Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { ReadinessGate } from '#application/CheckHealth.ts'
import type { Answering } from './Middleware.ts'

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
export const gracefulShutdown = Effect.fnUntraced(function* (lastCall: Duration.Duration) {
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
