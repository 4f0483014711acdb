import { DateTime, Option } from 'effect'
import { mexicoCity } from '#domain/MexicoCity.ts'

/**
 * The CURP, the identifier of Mexico's population registry, in its official form (contract 2.4). Also scanners that
 * find a CURP or an RFC in a text that must not contain one.
 */

const sexes = ['H', 'M', 'X'] as const

export interface Curp {
  readonly value: string
  /** First four letters; in the sandbox they choose the scenario. */
  readonly prefix: string
  readonly birthDate: { readonly year: number; readonly month: number; readonly day: number }
  readonly sex: (typeof sexes)[number]
  /** Code of the federal entity of birth; `NE` if born abroad. */
  readonly entity: string
  /** It is not part of the form: sandbox CURPs have a wrong digit on purpose. */
  readonly checkDigitIsRight: boolean
}

const entities = 'AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE'

/** Prefix, year, month, day, sex, entity, internal consonants, homonym mark, check digit. */
const groups = [
  '[A-Z][AEIOUX][A-Z]{2}',
  '\\d{2}',
  '\\d{2}',
  '\\d{2}',
  '[HMX]',
  entities,
  '[B-DF-HJ-NP-TV-Z]{3}',
  '[0-9A-Z]',
  '\\d',
].map((group) => `(${group})`)

const form = new RegExp(`^${groups.join('')}$`)
const curpLength = 18

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const daysIn = (year: number, month: number): number => {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isRealDate = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)

const checkAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** The digit that the registry puts after these seventeen characters (letters in upper case). */
export const checkDigit = (first17: string): string => {
  const sum = [...first17].reduce((total, char, index) => total + checkAlphabet.indexOf(char) * (18 - index), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Parses a CURP in the official form. It is in upper case; lower case is refused. */
export const parse = (text: string): Option.Option<Curp> => {
  const parts = form.exec(text)
  if (parts === null) return Option.none()
  const [value, prefix = '', yy = '', mm = '', dd = '', sexLetter = '', entity = '', , mark = '', digit = ''] = parts
  // Position 17 gives the century: a digit before 2000, a letter from then on.
  const year = Number(yy) + (/\d/.test(mark) ? 1900 : 2000)
  const month = Number(mm)
  const day = Number(dd)
  const sex = sexes.find((one) => one === sexLetter)
  if (sex === undefined || !isRealDate(year, month, day)) return Option.none()
  const checkDigitIsRight = checkDigit(value.slice(0, -1)) === digit
  return Option.some({ value, prefix, birthDate: { year, month, day }, sex, entity, checkDigitIsRight })
}

/** Whether the day of birth has begun in Mexico City. */
export const isBorn = ({ birthDate: { year, month, day } }: Curp, now: DateTime.Utc): boolean => {
  // Almost every CURP has an earlier year, and time zone arithmetic is slow.
  if (year < DateTime.toPartsUtc(now).year - 1) return true
  const today = DateTime.toParts(DateTime.setZone(now, mexicoCity))
  return dayNumber(year, month, day) <= dayNumber(today.year, today.month, today.day)
}

/** A number for a day; later days have larger numbers. */
const dayNumber = (year: number, month: number, day: number): number => (year * 100 + month) * 100 + day

const ascii = /^[\x00-\x7f]*$/

/** A text as a reader sees it: compatibility forms folded, without invisible characters. */
const asRead = (text: string): string => (ascii.test(text) ? text : text.normalize('NFKC').replace(/\p{Cf}/gu, ''))

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 0x30 && code <= 0x39

/** The position of the date in a CURP. */
const dateAt = { from: 4, to: 10 }

/** Maximum number of signs between two characters of a CURP. */
const widestGap = 2
const sign = -1

/** A capital letter or a digit; anything else is a sign. */
const characterAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (isDigit(code) || (code >= 0x41 && code <= 0x5a)) return code
  return code >= 0x61 && code <= 0x7a ? code - 0x20 : sign
}

/** Whether there are enough digits for a date. Most texts have too few and are not examined further. */
const mayHoldDate = (text: string): boolean => {
  let digits = 0
  for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) digits += 1
  return digits >= dateAt.to - dateAt.from
}

const isCurp = (codes: ReadonlyArray<number>, end: number): boolean => {
  const from = end - curpLength
  if (isDigit(codes[from]) || !isDigit(codes[from + dateAt.from])) return false
  for (let at = dateAt.from; at < dateAt.to; at++) if (!isDigit(codes[from + at])) return false
  return Option.isSome(parse(String.fromCharCode(...codes.slice(from, end))))
}

const isBeginning = (codes: ReadonlyArray<number>, end: number, curp: string): boolean => {
  const from = end - dateAt.to
  for (let at = dateAt.to - 1; at >= 0; at--) if (codes[from + at] !== curp.charCodeAt(at)) return false
  return true
}

/** Examines every digit that may end a CURP, or the beginning of this one. */
const holds = (text: string, curp: string | null): boolean => {
  const codes: Array<number> = []
  let begun = 0
  let gap = 0
  for (let at = 0; at < text.length; at++) {
    const code = characterAt(text, at)
    if (code === sign) {
      gap += 1
      continue
    }
    if (gap > widestGap) begun = codes.length
    gap = 0
    codes.push(code)
    if (!isDigit(code)) continue
    const length = codes.length - begun
    if (length >= curpLength && isCurp(codes, codes.length)) return true
    if (curp !== null && length >= dateAt.to && isBeginning(codes, codes.length, curp)) return true
  }
  return false
}

/**
 * Whether a text contains a CURP, in any case. Up to two separators may be between its characters, and other letters or
 * digits may be attached. The form is so narrow that random IDs do not match it.
 *
 * @param curp a CURP whose first ten characters must not be there either; the RFC begins with them too
 */
export const containsCurp = (text: string, curp: string | null = null): boolean => {
  const read = asRead(text)
  return mayHoldDate(read) && holds(read, curp)
}

const rfcToken =
  /(?<![\p{L}\p{N}])([A-ZÑ]{4}|[A-ZÑ&]{3})([-_. ]?)(\d{2})(\d{2})(\d{2})([-_. ]?)([A-Z0-9]{3})(?![\p{L}\p{N}])/giu

/** Homoclaves that the tax authority issues: without 0 and O, and with a check digit 0-9 or A. */
const issuable = /^[1-9A-NP-Z]{2}[0-9A]$/

const hex = /^[\dA-F]+$/

const rfcAlphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

const rfcCheckDigit = (withoutDigit: string): string => {
  const padded = [...withoutDigit.padStart(12)]
  const rest = padded.reduce((total, char, index) => total + rfcAlphabet.indexOf(char) * (13 - index), 0) % 11
  return rest === 1 ? 'A' : String((11 - rest) % 11)
}

const isRfc = (match: RegExpMatchArray): boolean => {
  const [, letters = '', before = '', yy = '', mm = '', dd = '', after = '', homoclave = ''] = match.map((part) =>
    part.toUpperCase(),
  )
  // The century is not written: a date that exists in 19yy also exists in 20yy.
  if (!isRealDate(2000 + Number(yy), Number(mm), Number(dd))) return false
  const oneToken = before === '' && after === ''
  const rfc = letters + yy + mm + dd + homoclave
  const digitIsRight = () => rfcCheckDigit(rfc.slice(0, -1)) === homoclave.slice(-1)
  const unlikeCounter = /[A-Z]/.test(homoclave)
  // Requests are numbered with letters, a separator and nine digits (`sol-000723156`).
  if (before !== '' && after === '' && !unlikeCounter) return false
  if (letters.length === 4) return oneToken || (issuable.test(homoclave) && (unlikeCounter || digitIsRight()))
  return issuable.test(homoclave) && !hex.test(rfc) && ((oneToken && unlikeCounter) || digitIsRight())
}

/**
 * Whether a text contains an RFC as a whole run of letters and digits, in any case. A natural person's thirteen
 * characters count by form alone. Written with separators, or for a legal person's twelve, a contract folio or a hash
 * may look the same (`CTR240115001`, a UUID's last group). Then the homoclave must be one that is issued. Where a
 * counter could look like it, its check digit must also be right.
 */
export const containsRfc = (text: string): boolean => [...asRead(text).matchAll(rfcToken)].some(isRfc)
