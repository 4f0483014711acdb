import { Result } from 'effect'
import { containsCurp } from '#domain/Curp.ts'
import { listLimit, shortTextLength } from '#domain/Limits.ts'
import type { ListFilter, State } from '#domain/Verification.ts'
import { type Rejection, reject } from '#wire/Errores.ts'

const states: ReadonlyArray<State['_tag']> = ['en_proceso', 'emitida', 'no_concluyente']

/**
 * The parameters of GET /v1/verificaciones (decisions, "List parameters"). Unknown ones are ignored;
 * a repeated known one, a text over 200 characters, and a malformed or empty `limite` are
 * `peticion_invalida`.
 *
 * @returns null when nothing can match: an `estado` that does not exist, or text that no
 *   `solicitud_id` can be
 */
export const parseListQuery = (url: string): Result.Result<ListFilter | null, Rejection> => {
  const start = url.indexOf('?')
  const query = new URLSearchParams(start === -1 ? '' : url.slice(start))
  const known = ['solicitud_id', 'estado', 'limite'].map((name) => query.getAll(name))
  const [requestId = '', state = '', limit] = known.map(([value]) => value)
  const tooLong = [requestId, state].some((text) => Array.from(text).length > shortTextLength)
  if (known.some(({ length }) => length > 1) || tooLong) return Result.fail(reject('peticion_invalida'))

  if (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit)) return Result.fail(reject('peticion_invalida'))
  const limite = limit === undefined ? listLimit.default : Number(limit)
  if (limite > listLimit.max) return Result.fail(reject('peticion_invalida'))

  const wanted = states.find((name) => name === state)
  if ((state !== '' && wanted === undefined) || /\p{Cc}/u.test(requestId) || containsCurp(requestId)) {
    return Result.succeed(null)
  }
  return Result.succeed({ requestId: requestId === '' ? null : requestId, state: wanted ?? null, limit: limite })
}
