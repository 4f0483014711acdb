import { Context, Effect } from 'effect'
import type { HttpServerRequest, HttpServerResponse } from 'effect/http'
import type { WorldServices } from './OpenWorld.ts'

/** A world as requests meet it. */
export interface World {
  readonly name: string
  readonly services: Context.Context<WorldServices>
  /** Answers the lever of this method and path. */
  readonly pull: (
    name: string,
    request: HttpServerRequest.HttpServerRequest,
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

/** The world that the current request belongs to. The code that admits a request sets it. */
export const CurrentWorld = Context.Reference<World | null>('cotejo/simulator/worlds/CurrentWorld', {
  defaultValue: () => null,
})

/** Uses a service of the world that the request at hand belongs to. */
export const inCurrentWorld = <I extends WorldServices, S, A, E, R>(
  service: Context.Key<I, S>,
  use: (service: S) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentWorld, (world) =>
    world === null
      ? Effect.die(new Error('a request was handled outside of a world'))
      : use(Context.get(world.services, service)),
  )
