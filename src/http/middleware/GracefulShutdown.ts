import { Duration, Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { ReadinessGate } from '#application/ReadinessGate.ts'
import type { Answering } from './Middleware.ts'

/** A listener stops when for so long no request has come, and then anyway: what waits to be accepted is lost. */
const silence = Duration.millis(250)
const longestWait = Duration.seconds(5)

/**
 * The end of a server, announced before it comes. First it is not ready any more and every answer ends its
 * connection, while new ones are accepted as ever: that is the last call, by whose end clients and balancers
 * have gone elsewhere. The listener stops once nothing comes any more. Stopping closes what is kept idle or
 * not yet accepted, which whoever just sent a request there would take for a reset.
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

  /** To be run before the listener stops. */
  const shutDown = Effect.suspend(() => {
    gate.isDraining = true
    return Duration.isZero(lastCall)
      ? Effect.void
      : Effect.andThen(Effect.sleep(lastCall), Effect.timeoutOption(untilSilent, longestWait))
  })

  return { closingConnections, shutDown }
})
