import { containsCurp } from '#domain/person/Curp.ts'
import * as common from '#domain/wording/lexicon/common.ts'
import { holdsOwnCredential } from './CredentialForms.ts'
import { decoded, gaps, type Reading, type Token } from './Tokens.ts'
import type { Wording } from './Wording.ts'

/**
 * Searches for a person's names. One of the three fields may also be a street, a colony or the partner's own name; two
 * different fields in a text name the person (contract 4.22).
 */

/** Whether a text names the person. */
export type NameSearch = (reading: Reading) => boolean

/** Words that join names and are not names. */
const joiners = 'de del la las el los y e san santa von van da do dos di'.split(' ')
const shortestName = 3
/** Words that are searched for, and letters of each: more than any person's name has. */
const mostWords = 12
const longestWord = 30

/** The field of each significant word; for a word in two fields, the first. */
const fieldsOf = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const fields = new Map<string, number>()
  for (const [field, name] of names.entries()) {
    for (const word of decoded(name)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []) {
      const isTelling = word.length >= shortestName && !joiners.includes(word)
      if (isTelling && fields.size < mostWords && !fields.has(word)) fields.set(word.slice(0, longestWord), field)
    }
  }
  return fields
}

/** Searches for words of two different names (`nombre`, `apellido_paterno`, `apellido_materno`) of a person. */
export const searchFor = (names: ReadonlyArray<string>): NameSearch => {
  const fields = fieldsOf(names)
  if (new Set(fields.values()).size < 2) return () => false
  const pieces = [
    ...[...fields].map(([word, field]) => [word, 1 << field] as const),
    ...joiners.map((word) => [word, 0] as const),
  ]
  const words = [...fields.keys()]
  /**
   * The fields, as bits, whose words make up the whole token with only joining words between them (`perezdelacruz`).
   */
  const joinedIn = (token: string): number => {
    if (words.filter((word) => token.includes(word)).length < 2) return 0
    const reached = new Map([[0, 0]])
    for (let at = 0; at < token.length; at++) {
      const before = reached.get(at)
      if (before === undefined) continue
      for (const [piece, field] of pieces) {
        const end = at + piece.length
        if (token.startsWith(piece, at)) reached.set(end, (reached.get(end) ?? 0) | before | field)
      }
    }
    return reached.get(token.length) ?? 0
  }
  return ({ tokens }) => {
    let found = 0
    for (const { kind, text, joined } of tokens) {
      if (kind !== 'word') continue
      const field = fields.get(text)
      found |= field === undefined ? joinedIn(joined ?? text) : 1 << field
    }
    return (found & (found - 1)) !== 0
  }
}

/** Finds e-mail addresses, and numbers that are announced as a person's (contract 4.22). */

/** `juan.perez@example.com`: the last character of a mailbox name, and a domain with its suffix. */
const mailAddress = /[a-z0-9._%+-]@[a-z0-9-][a-z0-9.-]*\.[a-z0-9-]*[a-z]{2}/i

export const holdsMailAddress = (text: string): boolean => text.includes('@') && mailAddress.test(text)

/**
 * `rfc-VECJ880326XXX`, also partial or without separators: four letters and a date, which begin an RFC and a CURP;
 * three letters for a legal person.
 */
const registration = /(?<![a-z])(?:rfc|curp)[^a-z0-9]{0,3}[a-z&]{3,4}[^a-z0-9]?[0-9]{6}/i

/** `elector-GMVLMR80070501M100`, the voter key of a credential: six letters, a date, the state and the sex. */
const votersKey = /(?<![a-z])(?:elector|ine|ife)[^a-z0-9]{0,3}[a-z]{6}[^a-z0-9]?[0-9]{8}[^a-z0-9]?[hm]/i

export const announcesRegistration = (text: string): boolean => registration.test(text) || votersKey.test(text)

interface Announcement {
  readonly isPhone: boolean
  readonly isPaper: boolean
  /** Minimum digits of an announced number. */
  readonly least: number
}

const announcements = new Map<string, Announcement>([
  ...common.phones.map((word) => [word, { isPhone: true, isPaper: false, least: 7 }] as const),
  ...common.papers.map((word) => [word, { isPhone: false, isPaper: true, least: 6 }] as const),
  ...common.offices.map((word) => [word, { isPhone: false, isPaper: false, least: 6 }] as const),
])

/** In a path, the number of a record may follow, unless it is as long as a telephone number. */
const phoneInPath = 10
/** Some letters, a number, and an optional letter: papers are numbered like this, and random IDs are not. */
const numberOfPaper = /^([a-z]{0,5})[0-9]+[a-z]?$/
/** After letters, this many digits are more than a contract's number has (`NSS12345678901`). */
const leastInSeries = 8
/** The longest prefix of letters that belongs to a number (`G12345678`), and a prefix with enough digits after it. */
const longestSeries = 4
const serial = /^[a-z]{1,4}[0-9]{3,}$/
/** The year or date of a dated folio, and month and day after a year, are not a person's number. */
const dated = /^(?:19|20)[0-9]{2}(?:[01][0-9](?:[0-3][0-9])?)?$/
const monthOrDay = /^[0-9]{1,2}$/
/** Tokens that are examined after an announcing word. */
const lookedAt = 8
const fillers = new Set([...common.particles, ...common.records])

const digitsOf = ({ text }: Token): number => (numberOfPaper.test(text) ? text.replace(/[a-z]/g, '').length : 0)

/** `pasaporte-G123`, `tel-55-1234-5678`: a word that announces a person's number, followed by the number. */
export const announcesNumber = ({ tokens }: Reading): boolean =>
  tokens.some((token, index) => {
    const series = token.kind === 'word' ? token.text : (numberOfPaper.exec(token.text)?.[1] ?? '')
    const announced = announcements.get(series)
    if (announced === undefined) return false
    let digits = digitsOf(token)
    if (digits >= leastInSeries) return true
    let isInPath = false
    let isDate = false
    for (const next of tokens.slice(index + 1, index + 1 + lookedAt)) {
      isInPath ||= next.gap === gaps.slash
      if (next.gap === gaps.parameter || (isInPath && !announced.isPhone)) return false
      if (next.kind === 'word' && !fillers.has(next.text) && next.text.length > longestSeries) return false
      isDate = dated.test(next.text) || (isDate && monthOrDay.test(next.text))
      if (isDate) continue
      if (announced.isPaper && serial.test(next.text)) return true
      digits += digitsOf(next)
      if (digits >= (isInPath ? phoneInPath : announced.least)) return true
    }
    return false
  })

export interface Applicant {
  readonly curp: string
  readonly isNamedIn: NameSearch
}

/** Whether a text contains what no identifier may contain: a CURP, or a key or signing secret of this service. */
export const holdsIdentifier = ({ text }: Reading): boolean => containsCurp(text) || holdsOwnCredential(text)

type Disclosure =
  | 'describe_a_la_persona'
  | 'lleva_numero'
  | 'lleva_curp'
  | 'lleva_credencial'
  | 'lleva_correo'
  | 'lleva_nombre'

/**
 * What `solicitud_id`, `propiedad_id`, or path and parameters of `webhook_url` disclose although they must be opaque
 * (step 14, contract 4.22); null if they are opaque. The first ten characters of the CURP count too, because they
 * begin the RFC.
 */
export const disclosedBy = (reading: Reading, { describes }: Wording, applicant: Applicant): Disclosure | null => {
  const { text } = reading
  if (describes) return 'describe_a_la_persona'
  if (announcesNumber(reading) || announcesRegistration(text)) return 'lleva_numero'
  if (containsCurp(text, applicant.curp)) return 'lleva_curp'
  if (holdsOwnCredential(text)) return 'lleva_credencial'
  if (holdsMailAddress(text)) return 'lleva_correo'
  return applicant.isNamedIn(reading) ? 'lleva_nombre' : null
}
