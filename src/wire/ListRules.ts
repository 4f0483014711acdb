import { Result } from 'effect'
import { listLimit, shortTextLength } from '#domain/Limits.ts'
import { containsCurp } from '#domain/person/Curp.ts'
import type { ListFilter } from '#domain/verification/Verification.ts'
import { type Rejection, reject } from './Rejection.ts'
import { Estado } from './Respuesta.ts'

/** Whether a text cannot be a `solicitud_id`. The database must not see such a text. */
const isNoRequestId = (text: string): boolean => !text.isWellFormed() || /\p{Cc}/u.test(text) || containsCurp(text)

/**
 * The filter of a list (contract 4.30), shared by REST and MCP. A `solicitud_id` over 200 characters, an unknown
 * `estado`, and a `limite` that is not an integer from 1 to 100 are `peticion_invalida`.
 *
 * @param solicitudId empty means absent, as for `estado`
 * @returns null if no verification can match, because the text cannot be a `solicitud_id`
 */
export const listFilter = (
  solicitudId: string,
  estado: string,
  limite: number = listLimit.default,
): Result.Result<ListFilter | null, Rejection> => {
  const tooLong = Array.from(solicitudId).length > shortTextLength
  const inRange = Number.isInteger(limite) && limite >= listLimit.min && limite <= listLimit.max
  const state = Estado.literals.find((name) => name === estado) ?? null
  const unknown = estado !== '' && state === null
  const wrong = tooLong ? 'solicitud_id' : inRange ? 'estado' : 'limite'
  if (tooLong || !inRange || unknown) return Result.fail(reject('parametro_invalido', { field: wrong }))
  if (isNoRequestId(solicitudId)) return Result.succeed(null)
  return Result.succeed({ requestId: solicitudId === '' ? null : solicitudId, state, limit: limite })
}
