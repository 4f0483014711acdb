import { Option } from 'effect'
import { parseBytes } from '#domain/helpers/StrictJson.ts'
import { type Request, valuesOf } from '#test/fuzz/Request.ts'
import { type Account, judgeCeiling } from './Account.ts'
import { type Finding, refused, refusedIf, type Steps } from './Finding.ts'
import { isObject, type Members } from './Form.ts'
import type { Ledger } from './Ledger.ts'

/** Steps 1 to 6 of the order of judgement: what is asked of a request before its body is looked into. */

const bearer = /^bearer +(.+)$/i

/** The account whose key a request presents. */
export const presentedBy = (request: Request, ledger: Ledger): Account | undefined => {
  const [first = '', ...others] = valuesOf(request, 'authorization')
  return others.length > 0 ? undefined : ledger.accountOf(bearer.exec(first)?.[1] ?? '')
}

/** Steps 1 and 2, which every route but `_salud` has. */
export function* judgeKey(request: Request, ledger: Ledger): Steps<Account | undefined> {
  const [first = '', ...others] = valuesOf(request, 'authorization')
  // Several headers name no single key (contract 4.2).
  yield [1, refusedIf(others.length === 0 && !bearer.test(first), 'llave_ausente')]
  const account = presentedBy(request, ledger)
  yield [2, refusedIf(account === undefined, 'llave_invalida')]
  return account
}

const judgeIdempotencyKey = (request: Request): Finding | null => {
  const [key = '', ...others] = valuesOf(request, 'idempotency-key')
  if (others.length > 0) return refused('peticion_invalida')
  return refusedIf(key === '', 'idempotency_key_ausente')
}

const judgeChannel = (request: Request): Finding | null => {
  const [channel = 'api', ...others] = valuesOf(request, 'x-canal')
  return refusedIf(others.length > 0 || !['api', 'mcp'].includes(channel), 'peticion_invalida')
}

const mediaType = /^application\/json[ \t]*(?:;.*)?$/i
/** A decoded value, its objects as maps. */
const mapped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mapped)
  if (typeof value !== 'object' || value === null) return value
  return new Map(Object.entries(value).map(([name, one]) => [name, mapped(one)]))
}

/** The body, if it is one: which bytes are strict JSON, the tests of the domain show. */
const bodyOf = (request: Request): Members | null => {
  const [type = '', ...others] = valuesOf(request, 'content-type')
  const isRight =
    mediaType.test(type) &&
    others.length === 0 &&
    valuesOf(request, 'content-encoding').every((coding) => /^identity$/i.test(coding))
  const value = isRight ? mapped(Option.getOrNull(parseBytes(request.body ?? new Uint8Array(), 8))) : null
  return isObject(value) ? value : null
}

/** What is left to judge of a request that passed. */
export interface Enveloped {
  readonly account: Account
  readonly body: Members
  /** Bytes of `Idempotency-Key`. */
  readonly key: Buffer
}

export function* judgeEnvelope(request: Request, ledger: Ledger): Steps<Enveloped | null> {
  const account = yield* judgeKey(request, ledger)
  if (account === undefined) return null
  yield [2.5, judgeCeiling(account)]
  yield [3, refusedIf((request.body?.length ?? 0) > 65_536, 'cuerpo_demasiado_grande')]
  yield [4, judgeIdempotencyKey(request)]
  yield [5, judgeChannel(request)]
  const body = bodyOf(request)
  yield [6, refusedIf(body === null, 'peticion_invalida')]
  const [key = ''] = valuesOf(request, 'idempotency-key')
  return body === null ? null : { account, body, key: Buffer.from(key, 'latin1') }
}
