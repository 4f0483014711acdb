import { Duration, Effect, Layer, Logger, ManagedRuntime } from 'effect'
import { HttpRouter, HttpServer, HttpServerResponse } from 'effect/http'
import { ReadinessGate } from '#application/CheckHealth.ts'
import { connections } from '#domain/Limits.ts'
import { CurrentTurn, FreeEvery, LongestWait, taking } from '#http/connection/Turn.ts'
import * as Server from '#http/Server.ts'
import { readingKeys } from './keys.ts'

type Listening = Parameters<typeof Server.listener>[0]
type Limits = NonNullable<Listening['limits']>

interface Listener {
  readonly host: string
  readonly port: number
  readonly stop: () => Promise<void>
}

/** An answer that no buffer of the system takes. */
const large = HttpServerResponse.uint8Array(new Uint8Array(33_554_432))

/** Bytes of each answer that is made anew. */
export const freshBytes = 4_194_304
/** How many of them were made. */
export const fresh = { made: 0 }

const routes = Layer.mergeAll(
  HttpRouter.add('GET', '/small', HttpServerResponse.text('small')),
  HttpRouter.add('GET', '/large', large),
  HttpRouter.add(
    'GET',
    '/fresh',
    // As every answer that takes work, it is not made before its turn.
    taking(1)(
      Effect.sync(() => {
        fresh.made += 1
        // Filled, or the system gives it no memory.
        return HttpServerResponse.uint8Array(new Uint8Array(freshBytes).fill(1))
      }),
    ),
  ),
  // The key that comes with it is a partner's, or not any more.
  ...[true, false].map((isPartner) =>
    HttpRouter.add(
      'GET',
      isPartner ? '/partner' : '/revoked',
      Effect.map(CurrentTurn, (turn) => {
        turn?.identified(isPartner)
        return HttpServerResponse.text(isPartner ? 'partner' : 'revoked')
      }),
    ),
  ),
  // Its body is read, and it never answers.
  HttpRouter.add('POST', '/silent', (request) => Effect.andThen(request.text, Effect.never)),
)

/** Our server over a few plain routes, with limits that a test changes. */
export const startListener = async (
  limits: Partial<Limits> = {},
  changes: Partial<Listening> = {},
): Promise<Listener> => {
  const runtime = ManagedRuntime.make(
    Server.serve(routes, []).pipe(
      Layer.provideMerge(
        Server.listener({ host: '127.0.0.1', port: 0, limits: { ...connections, ...limits }, ...changes }),
      ),
      Layer.provide([ReadinessGate.layer, readingKeys]),
      // However busy the machine is.
      Layer.provide([Layer.succeed(LongestWait, Duration.hours(1)), Layer.succeed(FreeEvery, Duration.zero)]),
      Layer.provide(Logger.layer([])),
    ),
  )
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  const { hostname, port } = new URL(HttpServer.formatAddress(address))
  return { host: hostname, port: Number(port), stop: () => runtime.dispose() }
}
