import { Console, Effect, Layer } from 'effect'
import { HttpRouter, HttpServer, HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import { rejectionAnswer } from '#http/Answers.ts'
import * as Server from '#http/Server.ts'
import * as App from '#src/App.ts'
import { Rejection } from '#wire/Errores.ts'
import { KnownAccounts } from './accounts/KnownAccounts.ts'
import { banner } from './Banner.ts'
import { InjectedErrors } from './http/InjectedErrors.ts'
import { guarded } from './http/LeverGuard.ts'
import { RequestLog } from './http/RequestLog.ts'
import { levers, machinery } from './levers/Levers.ts'
import { Viewers } from './live/Viewers.ts'
import { watched } from './live/Witness.ts'
import type { Settings } from './Settings.ts'
import { world } from './World.ts'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

type Handled<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** Answers a POST with the error that was asked for, if one was, in place of judging it. */
const injecting =
  (errors: InjectedErrors['Service']) =>
  <E, R>(handled: Handled<E, R>): Handled<E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
      const codigo = method === 'POST' && url.split('?')[0] === '/v1/verificaciones' ? errors.take() : null
      if (codigo === null) return handled
      const retryAfterSeconds = codigo === 'limite_excedido' ? { retryAfterSeconds: 1 } : {}
      return Effect.succeed(rejectionAnswer(new Rejection({ codigo, ...retryAfterSeconds })))
    })

/** The API and, where they may be pulled, the levers. */
const served = (settings: Settings) =>
  Effect.gen(function* () {
    const errors = yield* InjectedErrors
    const log = yield* RequestLog
    const pulled = isExposed(settings) ? yield* levers : []
    const declared = [...App.declared, ...pulled]
    const leverRoutes = HttpRouter.use((router) =>
      Effect.forEach(
        pulled,
        ({ method, path, handler }) =>
          router.add(method, path, (request) => guarded(settings.exposeLevers)(handler(request))),
        { discard: true },
      ),
    )
    const serving = Server.serve(Layer.merge(App.routes, leverRoutes), declared, (handled) =>
      log.recording(declared)(injecting(errors)(handled)),
    )
    // Streams have no end of their own: they end before the server waits for what is under way.
    const { end } = yield* Viewers
    return Layer.provide(Layer.effectDiscard(Effect.addFinalizer(() => end)), serving)
  }).pipe(Layer.unwrap)

/** Whether demo accounts and levers are there: on loopback, or where it was asked for. */
const isExposed = ({ host, exposeLevers }: Settings): boolean => exposeLevers || loopback.test(host)

/**
 * The whole sandbox in this process: the service of src over a simulated world, with levers.
 * Provides the HTTP server, whose address tells the port.
 */
export const simulator = (settings: Settings) =>
  served(settings).pipe(
    Layer.provideMerge(Server.listener(settings)),
    Layer.provideMerge(machinery(isExposed(settings))),
    Layer.provide(App.work([ResolutionWorker, WebhookDispatcher, TransferDispatcher])),
    Layer.provideMerge(watched),
    Layer.provideMerge(world(settings)),
  )

/** The simulator that says on start where it is and how to begin. */
export const announcedSimulator = (settings: Settings) =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const accounts = yield* (yield* KnownAccounts).all
    yield* Console.log(banner({ ...settings, base: HttpServer.formatAddress(address), accounts, scenarios }))
  }).pipe(Layer.effectDiscard, Layer.provide(simulator(settings)))
