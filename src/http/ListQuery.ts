import { Result } from 'effect'
import { turns } from '#domain/Limits.ts'
import type { ListFilter } from '#domain/verification/Verification.ts'
import { listFilter } from '#wire/ListRules.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'

/** A malformed number is none. */
const numberIn = (text: string): number => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : Number.NaN)

/**
 * The parameters of GET /v1/verificaciones (contract 4.30). Unknown ones are ignored;
 * a repeated known one and a malformed or empty `limite` are `peticion_invalida`.
 *
 * @returns null when nothing can match
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

/** What a list costs among requests under way; one that nothing can match costs what a single one does. */
export const costOfList = (filter: ListFilter | null): number =>
  filter === null ? 1 : Math.ceil(filter.limit / turns.listedPerUnit)
