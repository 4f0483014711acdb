import { DateTime, Option } from 'effect'
import { parse } from '#domain/person/Curp.ts'
import { parseInstant } from '#domain/verification/Consent.ts'
import { doubtful, type Finding, refused, refusedIf } from './Finding.ts'

const [hour, minute] = [3_600_000, 60_000]

/**
 * Steps 7 to 11 of the order of judgement, said a second time from docs/contract.md. Which text is a CURP or an instant,
 * the tests of the domain show.
 */

export type Members = ReadonlyMap<string, unknown>

export const isObject = (value: unknown): value is Members => value instanceof Map
const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** The closed schema: the members of the body and of each object in it. */
const declared: Record<string, ReadonlyArray<string>> = {
  '': ['solicitud_id', 'solicitante', 'consentimiento', 'webhook_url', 'propiedad_id', 'cobro', 'documento'],
  solicitante: ['curp', 'nombre', 'apellido_paterno', 'apellido_materno'],
  consentimiento: ['otorgado', 'otorgado_en', 'version_aviso', 'evidencia_id', 'ip'],
  cobro: ['modo', 'payment_intent_id'],
  documento: ['tipo', 'anverso', 'reverso'],
}

/** Objects with members below the objects of the schema, where it declares none. */
const holdsMembers = (value: unknown): boolean =>
  isObject(value) ? value.size > 0 : Array.isArray(value) && value.some(holdsMembers)

/** Step 7. */
export const judgeFields = (body: Members): Finding | null => {
  const objects = Object.entries(declared).map(([name, names]) => ({
    value: name === '' ? body : body.get(name),
    names,
  }))
  const strange = objects.some(
    ({ value, names }) => isObject(value) && [...value.keys()].some((one) => !names.includes(one)),
  )
  if (strange) return refused('campo_desconocido')
  // "At any level" may also mean the members of an object that stands where the schema has a text.
  const isObjectOfOurs = (name: string, value: unknown) => isObject(value) && declared[name] !== undefined
  const isDeep = objects.some(
    ({ value }) => isObject(value) && [...value].some(([name, one]) => holdsMembers(one) && !isObjectOfOurs(name, one)),
  )
  return isDeep ? doubtful('campo_desconocido') : null
}

/** Step 8. */
export const judgeDocument = (body: Members): Finding | null =>
  refusedIf(!isAbsent(body.get('documento')), 'ruta_no_disponible')

/** Step 9. */
export const judgeConsent = (body: Members): Finding | null => {
  const consent = body.get('consentimiento')
  return refusedIf(!isObject(consent) || consent.get('otorgado') !== true, 'consentimiento_faltante')
}

/** Neither controls nor half a surrogate pair, and so many code points. */
const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' &&
  [...value].length >= least &&
  [...value].length <= most &&
  [...value].every((char) => {
    const code = char.codePointAt(0) ?? 0
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f)
    return !isControl && !(code >= 0xd800 && code <= 0xdfff)
  })

const isShort = (value: unknown): boolean => isText(value, 1, 200)
const isShortOrAbsent = (value: unknown): boolean => isAbsent(value) || isShort(value)

/** Step 10: types, lengths, and the instant of the consent. */
export const judgeValues = (body: Members, now: number): Finding | null => {
  const [applicant, consent, charge] = ['solicitante', 'consentimiento', 'cobro'].map((name) => body.get(name))
  if (!isObject(applicant) || !isObject(consent)) return refused('peticion_invalida')
  const names = ['nombre', 'apellido_paterno', 'apellido_materno'].map((name) => applicant.get(name))
  const ip = consent.get('ip')
  const when = consent.get('otorgado_en')
  const fits =
    isShort(body.get('solicitud_id')) &&
    isText(body.get('webhook_url'), 1, 2_000) &&
    isShortOrAbsent(body.get('propiedad_id')) &&
    typeof applicant.get('curp') === 'string' &&
    names.every(isShortOrAbsent) &&
    isShort(consent.get('version_aviso')) &&
    isShort(consent.get('evidencia_id')) &&
    isShortOrAbsent(ip) &&
    (isAbsent(charge) || (isObject(charge) && isCharge(charge)))
  if (!fits || typeof when !== 'string') return refused('peticion_invalida')
  return judgeInstant(when, now)
}

const isCharge = (charge: Members): boolean =>
  (charge.get('modo') === 'connect' || charge.get('modo') === 'consumo') &&
  isShortOrAbsent(charge.get('payment_intent_id'))

/** A text of the body; empty where there is none. */
export const textOf = (body: Members, ...path: ReadonlyArray<string>): string => {
  const value = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner.get(name) : undefined), body)
  return typeof value === 'string' ? value : ''
}

/** Clocks of two processes, and the time between judging and being judged. */
const slack = minute / 2

/** `otorgado_en` is at most five minutes ahead (contract 2.5). */
const judgeInstant = (text: string, now: number): Finding | null => {
  const instant = Option.getOrNull(parseInstant(text))
  const ahead = instant === null ? Number.POSITIVE_INFINITY : DateTime.toEpochMillis(instant) - now - 5 * minute
  if (ahead > slack) return refused('peticion_invalida')
  return ahead > -slack ? doubtful('peticion_invalida') : null
}

/** Step 11; while a day of birth begins in Mexico City, six hours behind UTC, either answer will do. */
export const judgeCurp = (body: Members, now: number): Finding | null => {
  const curp = Option.getOrNull(parse(textOf(body, 'solicitante', 'curp')))
  if (curp === null) return refused('curp_invalida')
  const { year, month, day } = curp.birthDate
  const begins = Date.UTC(year, month - 1, day) + 6 * hour
  return begins > now - hour ? (begins > now + hour ? refused('curp_invalida') : doubtful('curp_invalida')) : null
}
