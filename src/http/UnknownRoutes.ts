import { Effect, Option } from 'effect'
import { HttpServerError, HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { Api } from '#wire/Api.ts'
import { refusal } from './Answers.ts'

/** A declared route: method and path with `:parameters`. */
export interface DeclaredRoute {
  readonly method: string
  readonly path: string
}

export const apiRoutes: ReadonlyArray<DeclaredRoute> = Object.values(Api.groups).flatMap(({ endpoints }) =>
  Object.values<DeclaredRoute>(endpoints).map(({ method, path }) => ({ method, path })),
)

const pattern = (path: string): RegExp => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

const decoded = Option.liftThrowable(decodeURI)

/** The path as the router reads it: `/%5Fsalud` is `/_salud`, and an encoded slash does not separate segments. */
const pathOf = (url: string): string => {
  const [path = ''] = url.split('?')
  return Option.getOrElse(decoded(path), () => path)
}

/**
 * Answers requests that match no route: 404 for an unknown path, 405 with `Allow` for a known path with another method,
 * both with `peticion_invalida` (contract 4.34). Any other failure that gets here is a defect and answers
 * `error_interno`.
 */
export const answerUnknown = (
  routes: ReadonlyArray<DeclaredRoute>,
): (<R>(
  handled: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R>,
) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest.HttpServerRequest>) => {
  const known = routes.map(({ method, path }) => ({ method, pattern: pattern(path) }))

  const unknown = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const path = pathOf(url)
    const allowed = new Set(known.filter((route) => route.pattern.test(path)).map(({ method }) => method))
    if (allowed.size === 0) return refusal('ruta_desconocida', { status: 404 })
    return refusal('metodo_no_permitido', {
      status: 405,
      headers: { allow: [...allowed].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ') },
    })
  })

  const failed = (cause: unknown) =>
    Effect.andThen(Effect.logError('a request failed outside its handler', cause), refusal('defecto'))

  return (handled) =>
    handled.pipe(
      Effect.catch((error) => (isRouteNotFound(error) ? unknown : failed(error))),
      Effect.catchDefect(failed),
    )
}

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === 'RouteNotFound'

/** Finds the declared path that a URL matches. Unknown paths are not repeated. */
export const routeOf = (routes: ReadonlyArray<DeclaredRoute>): ((url: string) => string) => {
  const known = routes.map(({ path }) => ({ path, parts: path.split('/') }))
  return (url) => {
    const path = url.split('?')[0]?.split('/') ?? []
    const found = known.find(
      ({ parts }) =>
        parts.length === path.length && parts.every((part, index) => part.startsWith(':') || part === path[index]),
    )
    return found?.path ?? '(desconocida)'
  }
}
