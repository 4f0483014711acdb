import { catalog } from '#wire/Errores.ts'
import type { Answer } from './Connection.ts'
import { declaredHeaders, misfit, type Operation, schemaOf } from './Contract.ts'
import type { Document, Expectation, Refusal } from './oracle/Expectation.ts'

/** Looks at an answer as a whole; each function says what is wrong, and nothing when nothing is. */

/** Stands in whatever a request carries that an answer must not, as far as texts can hold it. */
export const canary = 'Zarquixtl'

const traces = new RegExp([canary, 'avs_(?:test|live)_', 'whsec_'].join('|'), 'i')
const curp = /[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d/

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** What the partner called it: whether that names the applicant was judged before it was accepted. */
const ownName = /"solicitud_id":"(?:[^"\\]|\\.)*"/g

const told = ({ head, text, status }: Answer): string => {
  const read = folded(head + (status === 200 ? text.replace(ownName, '') : text))
  const found = traces.exec(read)?.[0] ?? curp.exec(read)?.[0]
  return found === undefined ? '' : `it repeats ${found}`
}

/** What the document of an answer is; null when it is no JSON object. */
export const documentOf = (answer: Answer | null): Document | null => {
  try {
    const value: unknown = JSON.parse(answer?.text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** The answer of contract 4.32: the whole of it but for the body, which HEAD has not. */
export const isOverload = ({ status, headers, text }: Answer): boolean =>
  status === 503 &&
  /^[1-9]\d{0,2}$/.test(headers.get('retry-after') ?? '') &&
  (text === '' ||
    text === JSON.stringify({ codigo: 'base_no_alcanzable', mensaje: catalog.base_no_alcanzable.mensaje }))

const isFault = (status: number): boolean => status >= 500 && status !== 501

/** What every answer has, whoever gives it and whatever was asked. */
const ordinary = (answer: Answer): string => {
  const { status, headers, text } = answer
  if (isFault(status)) return `it is a fault of ours: ${text}`
  if (headers.get('content-type') !== 'application/json') return `Content-Type is ${headers.get('content-type')}`
  if (headers.get('cache-control') !== 'no-store') return `Cache-Control is ${headers.get('cache-control')}`
  return told(answer)
}

/** The headers that go with an error, and with no other. */
const companions = ({ status, headers }: Answer, allow: ReadonlyArray<string>): string => {
  const challenge = headers.get('www-authenticate')
  if (status === 401 ? !challenge?.startsWith('Bearer') : challenge !== undefined)
    return `WWW-Authenticate is ${challenge}`
  const wait = headers.get('retry-after')
  const isWait = /^[1-9]\d{0,6}$/.test(wait ?? '')
  if (status === 429 ? !isWait : wait !== undefined) return `Retry-After is ${wait}`
  const allowed = headers.get('allow')?.split(', ')
  const isAllowed = allowed !== undefined && allow.length > 0 && allow.toSorted().join() === allowed.toSorted().join()
  if (status === 405 ? !isAllowed : allowed !== undefined) return `Allow is ${allowed}`
  return ''
}

/** The schema of the answer, and that of each of its headers, as the document has them for the operation. */
const misfitOf = ({ status, headers }: Answer, operation: Operation | null, document: Document): string => {
  const schema = schemaOf(operation, status)
  if (schema === null) return `the document does not declare ${status}`
  return misfit(schema, document) || headerMisfit(operation, status, headers)
}

const headerMisfit = (operation: Operation | null, status: number, headers: Answer['headers']): string =>
  declaredHeaders(operation, status)
    .map(({ name, pointer, isInteger, isRequired }) => {
      const value = headers.get(name.toLowerCase())
      if (value === undefined && !isRequired) return ''
      return misfit(pointer, isInteger ? Number(value) : value)
    })
    .join('')

/** A body of an error is the code and its fixed text. */
const errorMisfit = (document: Document): string => {
  const found = Object.entries(catalog).find(([codigo]) => codigo === document['codigo'])
  return found === undefined || document['mensaje'] !== found[1].mensaje ? 'mensaje is not the fixed text' : ''
}

const isDue =
  ({ status }: Answer, codigo: unknown) =>
  (refusal: Refusal): boolean =>
    refusal.status === status && (refusal.codigo === codigo || codigo === undefined)

/**
 * What is wrong with an answer to a request.
 *
 * @param isBodiless whether the request was HEAD
 */
export const inspect = (answer: Answer, { operation, refusals, accepts }: Expectation, isBodiless: boolean): string => {
  const { status, text } = answer
  const document = isBodiless ? {} : documentOf(answer)
  if (document === null) return 'the body is no JSON object'
  const codigo = document['codigo']
  const refusal = refusals.find(isDue(answer, codigo))
  if (status === 200 ? accepts === null : refusal === undefined) return 'another answer is due'
  const general = ordinary(answer) || companions(answer, refusal?.allow ?? [])
  if (general !== '' || isBodiless) return general || (text === '' ? '' : 'HEAD has a body')
  // 404 and 405 of the HTTP server itself are of no operation.
  const misfitting = misfitOf(answer, refusal?.step === 0 ? null : operation, document)
  if (misfitting !== '') return misfitting
  return status === 200 ? (accepts?.(document) ?? '') : errorMisfit(document)
}

/** What is wrong with an answer to what may be any request: 200 is said of health alone. */
export const inspectAny = (answer: Answer, statuses: ReadonlyArray<number>): string => {
  const document = documentOf(answer)
  if (document === null) return 'the body is no JSON object'
  const general = ordinary(answer)
  if (general !== '') return general
  if (answer.status === 200) return misfit('/components/schemas/RespuestaDeSalud', document)
  if (!statuses.includes(answer.status)) return 'another answer is due'
  return misfit('/components/schemas/RespuestaDeError', document) || errorMisfit(document)
}
