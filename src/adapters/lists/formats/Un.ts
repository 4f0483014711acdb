import { Option, Schema } from 'effect'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { isForeign } from './Countries.ts'
import { anyTime, birthsIn, circaSpan, spanOf, yearsSpan } from './Dates.ts'
import { plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { readXml } from './Xml.ts'

/**
 * The Security Council's consolidated list, in XML. A name has up to four parts, with or without a comma, and it is
 * unknown which are surnames. Low-quality aliases are nicknames. Birth dates are in the entry, in its aliases, and
 * sometimes in a note.
 */

/** Elements as the parser returns them: an element without content is an empty text. */
const Text = Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
const many = <S extends Schema.Top>(content: S) =>
  Schema.optionalKey(Schema.Array(Schema.Union([content, Schema.String])))

const Individual = Schema.Struct({
  DATAID: Schema.String,
  FIRST_NAME: Text,
  SECOND_NAME: Text,
  THIRD_NAME: Text,
  FOURTH_NAME: Text,
  GENDER: Text,
  NATIONALITY: many(Schema.Struct({ VALUE: Text })),
  INDIVIDUAL_ALIAS: many(Schema.Struct({ QUALITY: Text, ALIAS_NAME: Text, DATE_OF_BIRTH: Text, NOTE: Text })),
  INDIVIDUAL_DATE_OF_BIRTH: many(
    Schema.Struct({ TYPE_OF_DATE: Text, DATE: Text, YEAR: Text, FROM_YEAR: Text, TO_YEAR: Text, NOTE: Text }),
  ),
  INDIVIDUAL_DOCUMENT: many(Schema.Struct({ ISSUING_COUNTRY: Text, COUNTRY_OF_ISSUE: Text, NOTE: Text })),
  INDIVIDUAL_PLACE_OF_BIRTH: many(Schema.Struct({ COUNTRY: Text })),
  INDIVIDUAL_ADDRESS: many(Schema.Struct({ COUNTRY: Text })),
})
type Individual = typeof Individual.Type

const Document = Schema.Struct({
  CONSOLIDATED_LIST: Schema.Struct({
    '@dateGenerated': Schema.String,
    INDIVIDUALS: Schema.Struct({ INDIVIDUAL: Schema.Array(Schema.Unknown) }),
    ENTITIES: Schema.optionalKey(
      Schema.Union([Schema.String, Schema.Struct({ ENTITY: Schema.optionalKey(Schema.Array(Schema.Unknown)) })]),
    ),
  }),
})
const decodeDocument = Schema.decodeUnknownOption(Document)
const decodeIndividual = Schema.decodeUnknownOption(Individual)

const repeated: ReadonlySet<string> = new Set([
  ...['INDIVIDUAL', 'ENTITY', 'NATIONALITY', 'INDIVIDUAL_ALIAS', 'INDIVIDUAL_DATE_OF_BIRTH'],
  ...['INDIVIDUAL_PLACE_OF_BIRTH', 'INDIVIDUAL_ADDRESS', 'INDIVIDUAL_DOCUMENT'],
])

const passedOver: ReadonlySet<string> = new Set()

type Content = string | ReadonlyArray<string> | undefined

const texts = (content: Content): ReadonlyArray<string> =>
  (typeof content === 'string' ? [content] : (content ?? [])).map(plain).filter((text) => text !== '')
const textIn = (content: Content): string => texts(content).join(' ')

const filled = <A>(elements: ReadonlyArray<A | string> | undefined): ReadonlyArray<A> =>
  (elements ?? []).flatMap((element) => (typeof element === 'string' ? [] : [element]))

const strong = /^(?:good|[afn]\.?k\.?a\.?)$/i

type DateOfBirth = Extract<NonNullable<Individual['INDIVIDUAL_DATE_OF_BIRTH']>[number], object>

const birthOf = (birth: DateOfBirth): ReadonlyArray<string> => {
  // A day may be followed by a time zone.
  const day = textIn(birth.DATE).slice(0, 10)
  const years = [birth.FROM_YEAR, birth.TO_YEAR].map(textIn).filter((year) => /^\d{4}$/.test(year))
  const [year = isDay(day) ? day.slice(0, 4) : ''] = [birth.YEAR].map(textIn).filter((text) => /^\d{4}$/.test(text))
  const isApproximate = /^approx/i.test(textIn(birth.TYPE_OF_DATE))
  if (years.length > 0) return [yearsSpan(Number(years[0]), Number(years.at(-1)))]
  if (isApproximate && year !== '') return [circaSpan(Number(year))]
  if (isDay(day)) return [`${day}/${day}`]
  if (year !== '') return [yearsSpan(Number(year))]
  const note = textIn(birth.NOTE)
  return [note, day].some((text) => text !== '') ? [spanOf(note) ?? anyTime] : []
}

const birthsOf = (individual: Individual): ReadonlyArray<string> => {
  const aliases = filled(individual.INDIVIDUAL_ALIAS)
  const notes = [...aliases, ...filled(individual.INDIVIDUAL_DOCUMENT)].map(({ NOTE }) => textIn(NOTE))
  return [
    ...filled(individual.INDIVIDUAL_DATE_OF_BIRTH).flatMap(birthOf),
    ...aliases.flatMap(({ DATE_OF_BIRTH }) => texts(DATE_OF_BIRTH)).flatMap((date) => spanOf(date) ?? anyTime),
    ...[...notes, ...aliases.map(({ ALIAS_NAME }) => textIn(ALIAS_NAME))].flatMap(birthsIn),
  ]
}

const latin = /\p{Script=Latin}/u

/**
 * The name in `Ana Prueba (birth name)` and `Ana Prueba, born 1 Jan. 1953`. For a name in another script, the Latin
 * names in brackets. A comma does not separate surnames.
 */
const namesIn = (text: string): ReadonlyArray<string> => {
  const outside = text.replace(/\([^()]*\)/g, ' ')
  const written = latin.test(outside) ? [outside] : [...text.matchAll(/\(([^()]*)\)/g)].map(([, inside = '']) => inside)
  return written
    .flatMap((part) => part.split(';'))
    .map((part) => plain(part.replace(/,? (?:born|son of|daughter of) .*/, '').replaceAll(',', ' ')))
    .filter((name) => latin.test(name))
}

const sexes = new Map<string, 'H' | 'M'>([
  ['male', 'H'],
  ['female', 'M'],
])

const entryOf = (individual: Individual): ListEntry => {
  const { FIRST_NAME, SECOND_NAME, THIRD_NAME, FOURTH_NAME } = individual
  const name = [FIRST_NAME, SECOND_NAME, THIRD_NAME, FOURTH_NAME].map(textIn).filter(Boolean).join(' ')
  const aliases = filled(individual.INDIVIDUAL_ALIAS)
    .filter(({ QUALITY }) => strong.test(textIn(QUALITY)))
    .map(({ ALIAS_NAME }) => textIn(ALIAS_NAME))
  const nationalities = filled(individual.NATIONALITY).flatMap(({ VALUE }) => texts(VALUE))
  const papers = filled(individual.INDIVIDUAL_DOCUMENT)
  const issuers = papers.flatMap(({ ISSUING_COUNTRY, COUNTRY_OF_ISSUE }) => [ISSUING_COUNTRY, COUNTRY_OF_ISSUE])
  const places = filled(individual.INDIVIDUAL_PLACE_OF_BIRTH).flatMap(({ COUNTRY }) => texts(COUNTRY))
  const residences = filled(individual.INDIVIDUAL_ADDRESS).map(({ COUNTRY }) => textIn(COUNTRY))
  return {
    id: plain(individual.DATAID),
    names: [...new Set([name, ...aliases].flatMap(namesIn))],
    births: [...new Set(birthsOf(individual))],
    sex: sexes.get(textIn(individual.GENDER).toLowerCase()) ?? null,
    foreign: isForeign([...nationalities, ...issuers.flatMap(texts), ...places], residences),
    curps: [],
    rfc: null,
    situation: null,
  }
}

const individualIn = (element: unknown, index: number): Individual =>
  Option.getOrElse(decodeIndividual(element), () =>
    refuse(`INDIVIDUAL number ${index + 1} of the file does not have the UN form.`),
  )

const expected = 'CONSOLIDATED_LIST with dateGenerated and INDIVIDUALS'

export const readUn = (bytes: Uint8Array): Read =>
  reading(() => {
    const document = Option.getOrElse(decodeDocument(readXml(bytes, { repeated, passedOver })), () =>
      refuse(`The file is not a list of the UN. Expected: ${expected}.`),
    )
    const { '@dateGenerated': generated, INDIVIDUALS, ENTITIES } = document.CONSOLIDATED_LIST
    const cutOff = generated.slice(0, 10)
    if (!isDay(cutOff)) refuse('The attribute dateGenerated of CONSOLIDATED_LIST is not a date.')
    const { counts, leaveOut } = tally()
    const read = INDIVIDUALS.INDIVIDUAL.map(individualIn).map(entryOf)
    const entries = read.filter(({ names }) => names.length > 0 || leaveOut('without a name') !== null)
    const organisations = typeof ENTITIES === 'object' ? (ENTITIES.ENTITY ?? []) : []
    for (const _ of organisations) leaveOut('organisations')
    return { cutOff, entries, leftOut: counts, doubts: [], isClosed: true }
  })
