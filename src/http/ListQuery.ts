import { Result } from 'effect'
import { turns } from '#domain/Limits.ts'
import type { ListFilter } from '#domain/verification/Verification.ts'
import { listFilter } from '#wire/ListRules.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'

/** NaN if the number is malformed. */
const numberIn = (text: string): number => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : Number.NaN)

/**
 * Parses the parameters of GET /v1/verificaciones (contract 4.30). Unknown parameters are ignored. A repeated known
 * parameter and a malformed or empty `limite` are `peticion_invalida`.
 *
 * @returns null if no verification can match
 */
export const parseListQuery = (url: string): Result.Result<ListFilter | null, Rejection> => {
  const start = url.indexOf('?')
  const query = new URLSearchParams(start === -1 ? '' : url.slice(start))
  const names = ['solicitud_id', 'estado', 'limite']
  const known = names.map((name) => query.getAll(name))
  const repeated = names[known.findIndex(({ length }) => length > 1)]
  if (repeated !== undefined) return Result.fail(reject('parametro_invalido', { field: repeated }))
  const [solicitudId = '', estado = '', limite] = known.map(([value]) => value)
  return listFilter(solicitudId, estado, limite === undefined ? undefined : numberIn(limite))
}

/**
 * The cost of a list among the requests in progress. A list that cannot match anything costs the same as a single read.
 */
export const costOfList = (filter: ListFilter | null): number =>
  filter === null ? 1 : Math.ceil(filter.limit / turns.listedPerUnit)
