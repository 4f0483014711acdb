import { Option, Predicate } from 'effect'
import type { Headers } from 'effect/http'
import { parseBytes } from '#domain/helpers/StrictJson.ts'
import { bodyDepth, webhookUrlLength } from '#domain/Limits.ts'
import { type Applicant, disclosedBy, searchFor } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Tokens.ts'
import { wordingOf } from '#domain/wording/Wording.ts'

/** What stands where a value must not be shown. */
export const mask = '•••'
export const isMasked = (value: unknown): boolean => Predicate.isString(value) && value.startsWith(mask)

/** Members of a request, and of the MCP message around it, whose values identify no person. */
const openMembers: ReadonlySet<string> = new Set([
  ...['solicitud_id', 'propiedad_id', 'webhook_url', 'modo', 'payment_intent_id'],
  ...['otorgado', 'otorgado_en', 'verificacion_id', 'estado', 'limite'],
  ...['jsonrpc', 'id', 'method', 'name', 'protocolVersion'],
])
/** Also the texts that the service keeps sealed, because they may name the applicant or another person. */
const personalMembers: ReadonlySet<string> = new Set([
  ...['curp', 'nombre', 'apellido_paterno', 'apellido_materno', 'ip', 'version_aviso', 'evidencia_id'],
])
const objectMembers: ReadonlySet<string> = new Set([
  ...['solicitante', 'consentimiento', 'cobro', 'documento'],
  ...['params', 'arguments'],
])
/** Members of an object that are shown. */
const mostMembers = 40
/** Characters of a name that are looked for. */
const longestName = 200

/** The words that HTTP header values consist of, apart from digits and signs. None is a person's name. */
const words: ReadonlySet<string> = new Set([
  ...['application', 'multipart', 'text', 'form', 'data', 'x', 'www', 'urlencoded', 'json', 'plain', 'html', 'xml'],
  ...['charset', 'utf', 'gzip', 'deflate', 'br', 'zstd', 'identity', 'chunked', 'keep', 'alive', 'close'],
  ...['event', 'stream', 'q', 'api', 'mcp', 'web', 'es', 'en', 'mx', 'us'],
])
const isOfWords = (value: string): boolean =>
  /^[a-z\d\s*/;=,.+-]*$/i.test(value) &&
  value
    .toLowerCase()
    .split(/[^a-z]+/)
    .every((word) => word === '' || words.has(word))

/** Headers whose values are shown where they have this form. */
const openHeaders: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ...[
    ...['accept', 'accept-encoding', 'accept-language', 'connection', 'content-encoding', 'content-length'],
    ...['content-type', 'mcp-protocol-version', 'transfer-encoding', 'x-canal'],
  ].map((name) => [name, isOfWords] as const),
  ['host', (value) => /^(?:localhost|[\d.]+|\[[\da-f:]+\])(?::\d+)?$/i.test(value)],
  ['traceparent', (value) => /^[\da-f-]{55}$/.test(value)],
])

/** Whether the text of a member may be shown. */
type Shows = (text: string) => boolean

/** A value that may not be shown: of a text, its length, which often is what is wrong with it. */
const hidden = (value: unknown): string => (Predicate.isString(value) ? `${mask} (${[...value].length})` : mask)

const memberOf = (name: string, value: unknown, shows: Shows): unknown => {
  if (value === null || Predicate.isBoolean(value)) return value
  if (objectMembers.has(name) && Predicate.isObject(value) && !Array.isArray(value)) return objectOf(value, shows)
  const isShown = openMembers.has(name) && (Predicate.isNumber(value) || (Predicate.isString(value) && shows(value)))
  return isShown ? value : hidden(value)
}

/** An object with its declared members. The name of an undeclared member may be personal. */
const objectOf = (object: object, shows: Shows): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(object)
      .slice(0, mostMembers)
      .map(([name, value], index) => {
        const isDeclared = [openMembers, personalMembers, objectMembers].some((names) => names.has(name))
        return [isDeclared ? name : `${mask} ${index + 1}`, memberOf(name, value, shows)]
      }),
  )

const textsIn = (object: unknown, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => {
    const value = Predicate.isObject(object) ? Reflect.get(object, name) : undefined
    return Predicate.isString(value) ? [value.slice(0, longestName)] : []
  })

/** The applicant of a request, over either channel, as far as the request can be read. */
const applicantOf = (body: object): Applicant => {
  const request = Object(Reflect.get(body, 'params')).arguments ?? body
  const person = Object(request).solicitante
  const [curp = ''] = textsIn(person, ['curp'])
  return { curp, isNamedIn: searchFor(textsIn(person, ['nombre', 'apellido_paterno', 'apellido_materno'])) }
}

/**
 * A text without a judgement is shown when it could be an identifier.
 *
 * @param isAccepted whether the service found that identifiers disclose nothing
 */
const asJudged =
  (applicant: Applicant, isAccepted: boolean): Shows =>
  (text) => {
    if (isAccepted) return true
    if (text.length > webhookUrlLength) return false
    const reading = readingOf(text)
    return disclosedBy(reading, wordingOf(reading), applicant) === null
  }

/** The kind of key that was shown, without the key. */
const masked = (value: string): string => `${/^(?:Bearer )?(?:avs_(?:test|live)_)?/i.exec(value)?.[0] ?? ''}${mask}`

/** Other bytes of a header are letters in an encoding that is not decoded here. */
const ascii = /^[\x20-\x7e]*$/

const headersOf = (headers: Headers.Headers, shows: Shows): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => {
      const isShown =
        name === 'idempotency-key' ? ascii.test(value) && shows(value) : openHeaders.get(name)?.(value) === true
      return [name, isShown ? value : masked(value)]
    }),
  )

/** What may be shown of a request. */
export interface Masked {
  readonly encabezados: Readonly<Record<string, string>>
  /** Its declared members; null if the body is missing or not a JSON object. */
  readonly cuerpo: Readonly<Record<string, unknown>> | null
}

/**
 * A request as it may be shown: without a value that identifies a person, and without the key.
 *
 * @param isAccepted whether its identifiers were found to disclose nothing
 */
export const maskedRequest = (headers: Headers.Headers, bytes: Uint8Array | null, isAccepted: boolean): Masked => {
  const parsed = bytes === null ? null : Option.getOrNull(parseBytes(bytes, bodyDepth))
  const body = Predicate.isObject(parsed) && !Array.isArray(parsed) ? parsed : null
  const shows = asJudged(applicantOf(body ?? {}), isAccepted)
  return { encabezados: headersOf(headers, shows), cuerpo: body && objectOf(body, shows) }
}
