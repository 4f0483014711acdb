import { Effect } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { errorAnswer } from '#http/Answers.ts'
import { CurrentWorld } from '#simulator/CurrentWorld.ts'
import { misusedAnswer } from '#simulator/levers/Lever.ts'
import { noSuchWorld, type Worlds } from './Worlds.ts'

const bearer = /^Bearer +([\x21-\x7e]+)[ \t]*$/i
/** A lever of a world that is named, and what follows the name. */
const named = /^\/_simulador\/mundos\/([^/?]+)(\/[^?]*)(\?.*)?$/

/**
 * Admits a request to the world in its path, or else to the world of its key. An unknown world in the path gets 404.
 */
export const toItsWorld =
  (worlds: Worlds['Service']) =>
  <E, R>(
    handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const [, name, rest = '', query = ''] = named.exec(request.url) ?? []
      if (name === undefined) {
        const [, key] = bearer.exec(request.headers['authorization'] ?? '') ?? []
        return Effect.provideService(handled, CurrentWorld, worlds.ofKey(key))
      }
      const world = worlds.find(name)
      if (world === undefined) return Effect.succeed(misusedAnswer(noSuchWorld))
      // Worlds have no worlds of their own.
      if (rest.startsWith('/mundos')) return Effect.succeed(errorAnswer('peticion_invalida', { status: 404 }))
      const inside = request.modify({ url: `/_simulador${rest}${query}` })
      return handled.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, inside),
        Effect.provideService(CurrentWorld, world),
      )
    })
