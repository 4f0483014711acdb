import { Option, Predicate } from 'effect'
import type { HttpServerResponse } from 'effect/http'
import type { DeclaredRoute } from './middleware/UnknownRoutes.ts'

/** What may be logged of a request without repeating anything that it holds. */

const parse = Option.liftThrowable((bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes)))

/** The `codigo` of an error that we answered; null of anything else. */
export const codigoOf = ({ body, status }: HttpServerResponse.HttpServerResponse): string | null => {
  if (status < 400 || body._tag !== 'Uint8Array') return null
  const document = Option.getOrNull(parse(body.body))
  return Predicate.hasProperty(document, 'codigo') && Predicate.isString(document.codigo) ? document.codigo : null
}

/** The declared path that a URL stands for; paths that no route has are not repeated. */
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
