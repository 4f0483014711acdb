import { Context, Effect, Exit, Layer, Schema, Scope } from 'effect'
import type { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { type InitialAccounts, OwnKeys } from '#simulator/accounts/KnownAccounts.ts'
import type { World } from '#simulator/CurrentWorld.ts'
import { levers } from '#simulator/levers/Levers.ts'
import { openWorld, type WorldServices } from '#simulator/OpenWorld.ts'
import type { WorldSettings } from '#simulator/SimulatedPorts.ts'
import { requestLever } from './RequestLever.ts'

/** What was built so far, and a scope that observes it and is never closed. */
const nothing = () => ({ layers: Layer.makeMemoMapUnsafe(), observers: Scope.makeUnsafe() })

const isCloseable = (scope: Scope.Scope): scope is Scope.Closeable => '~effect/Scope/Closeable' in scope

/**
 * Everything that builds a world lives as long as the world. It must not refer to an object that is meant to be
 * forgotten.
 */
const makeMemory = (scope: Scope.Scope) => {
  let known = nothing()
  const memory: Layer.MemoMap = {
    '~effect/Layer/MemoMap': '~effect/Layer/MemoMap',
    get: (wanted) => known.layers.get(wanted, known.observers),
    getOrElseMemoize: (wanted, own, build) =>
      known.layers
        .getOrElseMemoize(wanted, known.observers, () => build(memory, scope))
        // What it made is in the world's scope, and its own is empty.
        .pipe(Effect.tap(isCloseable(own) ? Scope.close(own, Exit.void) : Effect.void)),
  }
  const forget = Effect.sync(() => {
    known = nothing()
  })
  return { memory, forget }
}

/**
 * Builds the layers of a world, which end all at once with its scope. The usual memory of what was built keeps a scope
 * and a context for each layer as long as one of them lives: half of what a world would hold. This one forgets.
 */
export const built = <Services, E, R>(
  layer: Layer.Layer<Services, E, R>,
  scope: Scope.Scope,
): Effect.Effect<Context.Context<Services>, E, R> =>
  Effect.suspend(() => {
    const { memory, forget } = makeMemory(scope)
    return Effect.ensuring(Layer.buildWithMemoMap(layer, memory, scope), forget)
  })

/** The world that exists from the start, whose levers need no name. */
export const principal = 'principal'

/** Why a lever of a world that is not there answers 404. */
export const noSuchWorld = { status: 404, mensaje: 'No hay un mundo con ese nombre.' } as const

/**
 * Worlds in addition to the principal one. Each takes about 200 KB, 4 KB more for each account, and two ports of
 * loopback once they are used.
 */
export const mostWorlds = 5_000

/** The world that was asked for cannot be made: its name is taken, or there are too many. */
export class WorldRefused extends Schema.TaggedError<WorldRefused>()('WorldRefused', {
  reason: Schema.Literals(['nombre_ocupado', 'demasiados']),
}) {}

/** The name of the world of each key. Keys of the principal world are not in it. */
class WorldOfKeys extends Context.Service<WorldOfKeys, Map<string, string>>()('cotejo/simulator/worlds/WorldOfKeys') {}

/**
 * Which world each key leads to. The principal world takes a key that is added to it, also by a file, from the other
 * worlds.
 */
export const keyDirectory = Layer.provideMerge(
  Layer.effect(
    OwnKeys,
    Effect.map(WorldOfKeys, (worldOfKey) => ({ add: (apiKey) => void worldOfKey.delete(apiKey) })),
  ),
  Layer.sync(WorldOfKeys, () => new Map()),
)

/** The worlds of one simulator. A request of the API finds its world by its key. */
export class Worlds extends Context.Service<
  Worlds,
  {
    readonly create: (
      name: string,
      settings: WorldSettings,
      accounts: InitialAccounts,
    ) => Effect.Effect<World, WorldRefused>
    /** In the order in which they were made, the principal one first. */
    readonly all: () => ReadonlyArray<World>
    readonly find: (name: string) => World | undefined
    /** The principal world where no other has this key. */
    readonly ofKey: (apiKey: string | undefined) => World
    /**
     * Ends all that happens in a world, and forgets it. False if no such world exists; the principal world does not
     * count.
     */
    readonly remove: (name: string) => Effect.Effect<boolean>
  }
>()('cotejo/simulator/worlds/Worlds') {
  /** Over the principal world, which stands already. */
  static readonly layer = Layer.effect(
    Worlds,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const first = makeWorld(principal, yield* Effect.context<WorldServices>())
      const worlds = new Map<string, World & { readonly close: Effect.Effect<void> }>()
      const worldOfKey = yield* WorldOfKeys
      const taken = new Set([principal])

      const build = Effect.fnUntraced(function* (name: string, settings: WorldSettings, accounts: InitialAccounts) {
        const own = yield* Scope.fork(scope)
        const services = yield* built(openWorld(settings, accounts), own).pipe(
          Effect.provideService(OwnKeys, { add: (apiKey) => void worldOfKey.set(apiKey, name) }),
          Effect.annotateLogs({ world: name }),
          Effect.orDie,
          Effect.onError(() => Scope.close(own, Exit.void)),
        )
        const world = {
          ...makeWorld(name, services),
          close: Scope.close(own, Exit.void),
        }
        worlds.set(name, world)
        return world
      })

      return Worlds.of({
        create: (name, settings, accounts) =>
          Effect.suspend(() => {
            if (taken.has(name)) return Effect.fail(new WorldRefused({ reason: 'nombre_ocupado' }))
            if (taken.size > mostWorlds) return Effect.fail(new WorldRefused({ reason: 'demasiados' }))
            taken.add(name)
            return Effect.onError(build(name, settings, accounts), () => Effect.sync(() => taken.delete(name)))
          }).pipe(Effect.uninterruptible),
        all: () => [first, ...worlds.values()],
        find: (name) => (name === principal ? first : worlds.get(name)),
        ofKey: (apiKey) => worlds.get(worldOfKey.get(apiKey ?? '') ?? '') ?? first,
        remove: (name) =>
          Effect.suspend(() => {
            const world = worlds.get(name)
            if (world === undefined) return Effect.succeed(false)
            worlds.delete(name)
            for (const [key, owner] of worldOfKey) if (owner === name) worldOfKey.delete(key)
            return world.close.pipe(
              Effect.andThen(Effect.sync(() => taken.delete(name))),
              Effect.as(true),
              Effect.uninterruptible,
            )
          }),
      })
    }),
  )
}

/** A world's levers are made when the first of them is pulled. */
const makeWorld = (name: string, services: Context.Context<WorldServices>): World => {
  type Handler = (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  let handlers: ReadonlyMap<string, Handler> | null = null
  const making = Effect.gen(function* () {
    const all = [...(yield* levers), requestLever]
    return new Map(all.map(({ method, path, handler }) => [`${method} ${path}`, handler]))
  })
  const table = Effect.map(
    Effect.suspend(() => (handlers === null ? Effect.provideContext(making, services) : Effect.succeed(null))),
    (made) => {
      handlers ??= made
      return handlers ?? new Map<string, Handler>()
    },
  )
  return {
    name,
    services,
    pull: (lever, request) =>
      Effect.flatMap(table, (handled) => {
        const handler = handled.get(lever)
        return handler === undefined ? Effect.die(new Error(`no lever ${lever}`)) : handler(request)
      }),
  }
}
