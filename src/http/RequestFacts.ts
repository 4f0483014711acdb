import { Option, Predicate } from 'effect'
import type { HttpServerResponse } from 'effect/http'
import type { DeclaredRoute } from './middleware/UnknownRoutes.ts'

/** Facts of a request that may be logged without repeating any of its content. */

const parse = Option.liftThrowable((bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes)))

/** The `codigo` of an error answer of this service; null for any other answer. */
export const codigoOf = ({ body, status }: HttpServerResponse.HttpServerResponse): string | null => {
  if (status < 400 || body._tag !== 'Uint8Array') return null
  const document = Option.getOrNull(parse(body.body))
  return Predicate.hasProperty(document, 'codigo') && Predicate.isString(document.codigo) ? document.codigo : null
}

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
