import { Option, Result } from 'effect'
import type { Verification } from '#domain/verification/Verification.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import type { DistinctHeaders } from './connection/RequestHeaders.ts'

type Judged<A> = Result.Result<A, Rejection>

/** Node decodes header bytes as Latin-1; the interface reads them as UTF-8 (step 12). */
const asUtf8 = Option.liftThrowable((header: string) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(header, 'latin1')),
)

const keyField = { field: 'Idempotency-Key' }

/** Step 4: exactly one `Idempotency-Key`, not empty. Null if its bytes are not UTF-8. */
export const idempotencyKey = (headers: DistinctHeaders): Judged<string | null> => {
  const [key = '', ...others] = headers['idempotency-key'] ?? []
  if (others.length > 0) return Result.fail(reject('idempotency_key_repetida', keyField))
  if (key === '') return Result.fail(reject('sin_idempotency_key', keyField))
  return Result.succeed(Option.getOrNull(asUtf8(key)))
}

/** Step 5: `X-Canal` is absent, `api` or `mcp`. */
export const channel = (headers: DistinctHeaders): Judged<Verification['channel']> => {
  const [canal = 'api', ...others] = headers['x-canal'] ?? []
  if (others.length > 0 || (canal !== 'api' && canal !== 'mcp')) {
    return Result.fail(reject('canal_desconocido', { field: 'X-Canal' }))
  }
  return Result.succeed(canal)
}

const json = /^application\/json[ \t]*(?:;|$)/i

/**
 * Step 6, first half: `Content-Type` is `application/json`, with or without parameters, and the body is not encoded.
 */
export const contentIsJson = (headers: DistinctHeaders): Judged<void> => {
  const [type = '', ...others] = headers['content-type'] ?? []
  if (others.length > 0 || !json.test(type)) return Result.fail(reject('tipo_de_contenido', { field: 'Content-Type' }))
  const isPlain = (headers['content-encoding'] ?? []).every((coding) => coding.toLowerCase() === 'identity')
  return isPlain ? Result.void : Result.fail(reject('cuerpo_codificado', { field: 'Content-Encoding' }))
}
