import { Console, Context, Effect, Layer } from 'effect'
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { isLoopback } from '#domain/network/Loopback.ts'
import { refused } from '#http/Answers.ts'
import { ConnectionKeys } from '#http/connection/ConnectionKeys.ts'
import { Sandbox } from '#http/Documentation.ts'
import * as Server from '#http/Server.ts'
import type { DeclaredRoute } from '#http/UnknownRoutes.ts'
import * as App from '#src/App.ts'
import { demoAccounts } from './accounts/DemoAccounts.ts'
import { KnownAccounts } from './accounts/KnownAccounts.ts'
import { banner } from './Banner.ts'
import { CurrentWorld, inCurrentWorld } from './CurrentWorld.ts'
import { certificationLevers } from './certify/CertificationLevers.ts'
import { sandboxReference } from './docs/SandboxReference.ts'
import { meeting } from './http/Accidents.ts'
import { InjectedErrors } from './http/InjectedErrors.ts'
import { guarded } from './http/LeverGuard.ts'
import { RequestLog } from './http/RequestLog.ts'
import { documentLevers } from './levers/DocumentLevers.ts'
import { guideLevers } from './levers/GuideLevers.ts'
import type { Lever } from './levers/Lever.ts'
import { levers } from './levers/Levers.ts'
import { namingNearest } from './levers/NearestLever.ts'
import { Viewers } from './live/Viewers.ts'
import { leverChannel } from './mcp/LeverChannel.ts'
import { openWorld } from './OpenWorld.ts'
import type { Settings } from './Settings.ts'
import { service } from './SimulatedPorts.ts'
import { SimulatedTime } from './time/SimulatedTime.ts'
import { requestLever } from './worlds/RequestLever.ts'
import { routedUseCases } from './worlds/RoutedUseCases.ts'
import { worldLevers } from './worlds/WorldLevers.ts'
import { toItsWorld } from './worlds/WorldOfRequest.ts'
import { keyDirectory, Worlds } from './worlds/Worlds.ts'

type Handled<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** Answers a POST with the injected error or accident, if there is one. */
const injecting = <E, R>(handled: Handled<E, R>): Handled<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
    inCurrentWorld(InjectedErrors, (errors) => {
      const taken = method === 'POST' && url.split('?')[0] === '/v1/verificaciones' ? errors.take() : null
      if (taken === null) return handled
      if (typeof taken === 'string') return meeting(taken, handled)
      return refused(taken)
    }),
  )

/** Says how fast time runs in the world of the request, so that a client may wait by it. */
const paced = <E, R>(handled: Handled<E, R>): Handled<E, R> =>
  Effect.flatMap(handled, (response) =>
    inCurrentWorld(SimulatedTime, ({ speed }) =>
      Effect.map(speed, (velocidad) =>
        HttpServerResponse.setHeader(response, 'simulador-velocidad', String(velocidad)),
      ),
    ),
  )

/** Remembers the request in its world. */
const recorded =
  (declared: ReadonlyArray<DeclaredRoute>) =>
  <E, R>(handled: Handled<E, R>) =>
    inCurrentWorld(RequestLog, (log) => log.recording(declared)(handled))

/** Makes each lever act on the world that the request belongs to. */
const inItsWorld = (levers: ReadonlyArray<Lever>): ReadonlyArray<Lever> =>
  levers.map(({ method, path }) => ({
    method,
    path,
    handler: (request) =>
      Effect.flatMap(CurrentWorld, (world) =>
        world === null
          ? Effect.die(new Error('a lever was called outside of a world'))
          : world.pull(`${method} ${path}`, request),
      ),
  }))

/** The levers of each world, the levers that make worlds, and the documents about all levers. */
const everyLever = Effect.fnUntraced(function* (settings: Settings) {
  const ofWorlds = [...(yield* worldLevers(settings)), ...(yield* certificationLevers(settings))]
  const channels = yield* leverChannel(yield* Worlds, ofWorlds)
  return [
    ...inItsWorld([...(yield* levers), requestLever]),
    ...ofWorlds,
    ...documentLevers,
    ...guideLevers,
    ...channels,
  ]
})

/** The API and, where they may be pulled, the levers. */
const served = (settings: Settings) =>
  Effect.gen(function* () {
    const worlds = yield* Worlds
    const pulled = isExposed(settings) ? yield* everyLever(settings) : []
    const declared = [...App.declared, ...pulled]
    const leverRoutes = HttpRouter.use((router) =>
      Effect.forEach(
        pulled,
        ({ method, path, handler }) => router.add(method, path, (request) => guarded(settings)(handler(request))),
        { discard: true },
      ),
    )
    const routes = Layer.merge(
      Layer.provide(App.channels, [
        routedUseCases,
        service,
        Layer.succeed(Sandbox, isExposed(settings) ? sandboxReference : null),
      ]),
      leverRoutes,
    )
    const serving = Server.serve(routes, declared, [
      toItsWorld(worlds),
      paced,
      recorded(declared),
      namingNearest(declared),
      injecting,
    ])
    // Streams never end by themselves, so end them before the server waits for requests in progress.
    const end = Effect.suspend(() =>
      Effect.forEach(worlds.all(), ({ services }) => Context.get(services, Viewers).end, { discard: true }),
    )
    return Layer.provide(Layer.effectDiscard(Effect.addFinalizer(() => end)), serving)
  }).pipe(Layer.unwrap)

/** Whether demo accounts and levers are there: on loopback, or where it was asked for. */
const isExposed = ({ host, exposeLevers }: Settings): boolean => exposeLevers || isLoopback(host)

/**
 * The whole sandbox in this process: the service of src over a simulated world, with levers. Provides the HTTP
 * server, whose address has the port.
 */
export const simulator = (settings: Settings) =>
  served(settings).pipe(
    Layer.provideMerge(Server.listener(settings)),
    Layer.provideMerge(Worlds.layer),
    // Demo accounts are there only where levers are.
    Layer.provideMerge(openWorld(settings, { initial: demoAccounts, usable: isExposed(settings) })),
    Layer.provide([ConnectionKeys.layer, keyDirectory]),
  )

/** The simulator that says on start where it is and how to begin. */
export const announcedSimulator = (settings: Settings) =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const accounts = yield* (yield* KnownAccounts).all
    yield* Console.log(banner({ ...settings, base: HttpServer.formatAddress(address), accounts, scenarios }))
  }).pipe(Layer.effectDiscard, Layer.provide(simulator(settings)))
