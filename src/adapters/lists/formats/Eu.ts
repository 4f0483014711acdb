import { Option, Schema } from 'effect'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { isForeign } from './Countries.ts'
import { anyTime, circaSpan, spanOf, yearsSpan } from './Dates.ts'
import { plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { readXml } from './Xml.ts'

/**
 * The European Union's consolidated list of financial sanctions, in XML (`xmlFullSanctionsList`, version 1.1). All
 * values are in attributes. Names are given whole and mostly also in parts; weak aliases are nicknames.
 */

const Text = Schema.optionalKey(Schema.String)
const Country = { '@countryIso2Code': Text, '@countryDescription': Text }
const many = <S extends Schema.Top>(content: S) =>
  Schema.optionalKey(Schema.Array(Schema.Union([content, Schema.String])))

const Entity = Schema.Struct({
  '@euReferenceNumber': Text,
  '@logicalId': Schema.String,
  subjectType: Schema.Struct({ '@code': Schema.String }),
  nameAlias: many(
    Schema.Struct({
      '@firstName': Text,
      '@middleName': Text,
      '@lastName': Text,
      '@wholeName': Text,
      '@gender': Text,
      '@strong': Text,
    }),
  ),
  citizenship: many(Schema.Struct(Country)),
  birthdate: many(
    Schema.Struct({
      ...Country,
      '@circa': Text,
      '@calendarType': Text,
      '@birthdate': Text,
      '@year': Text,
      '@monthOfYear': Text,
      '@yearRangeFrom': Text,
      '@yearRangeTo': Text,
    }),
  ),
  address: many(Schema.Struct(Country)),
})
type Entity = typeof Entity.Type
type Alias = Extract<NonNullable<Entity['nameAlias']>[number], object>
type Birth = Extract<NonNullable<Entity['birthdate']>[number], object>

const Document = Schema.Struct({
  export: Schema.Struct({ '@generationDate': Schema.String, sanctionEntity: Schema.Array(Schema.Unknown) }),
})
const decodeDocument = Schema.decodeUnknownOption(Document)
const decodeEntity = Schema.decodeUnknownOption(Entity)

const form = {
  repeated: new Set(['sanctionEntity', 'nameAlias', 'citizenship', 'birthdate', 'address']),
  passedOver: new Set(['remark', 'regulation', 'regulationSummary', 'identification']),
}

const filled = <A>(elements: ReadonlyArray<A | string> | undefined): ReadonlyArray<A> =>
  (elements ?? []).flatMap((element) => (typeof element === 'string' ? [] : [element]))

const latin = /\p{Script=Latin}/u

const nameOf = (alias: Alias): string => {
  const [first, middle, last, whole] = [
    alias['@firstName'],
    alias['@middleName'],
    alias['@lastName'],
    alias['@wholeName'],
  ].map((text = '') => plain(text.replaceAll(',', ' ')))
  const given = plain(`${first} ${middle}`)
  return last !== '' && given !== '' ? `${last}, ${given}` : (whole ?? '')
}

const isYear = (text: string): boolean => /^\d{4}$/.test(text) && Number(text) > 0

const birthOf = (birth: Birth): string => {
  const { '@birthdate': day = '', '@year': year = '', '@monthOfYear': month = '' } = birth
  const { '@yearRangeFrom': from = '', '@yearRangeTo': to = from, '@calendarType': calendar = 'GREGORIAN' } = birth
  if (calendar !== 'GREGORIAN') return anyTime
  if (birth['@circa'] === 'true') {
    const about = [from, year, day.slice(0, 4)].find(isYear)
    return about === undefined ? anyTime : circaSpan(Number(about), Number(isYear(to) ? to : about))
  }
  if (isDay(day)) return `${day}/${day}`
  if (isYear(from)) return yearsSpan(Number(from), Number(isYear(to) ? to : from))
  if (!isYear(year)) return anyTime
  return spanOf(`${year}-${month.padStart(2, '0')}`) ?? yearsSpan(Number(year))
}

const sexes = new Map<string, 'H' | 'M'>([
  ['M', 'H'],
  ['F', 'M'],
])

const countriesIn = (elements: ReadonlyArray<{ readonly '@countryIso2Code'?: string | undefined }>) =>
  elements.flatMap(({ '@countryIso2Code': code = '' }) => (/^[A-Z]{2}$/.test(code) ? [code] : []))

const entryOf = (entity: Entity): ListEntry => {
  const aliases = filled(entity.nameAlias)
  const names = aliases
    .filter(({ '@strong': strong }) => strong !== 'false')
    .map(nameOf)
    .filter((name) => latin.test(name))
  const births = filled(entity.birthdate)
  const [sex = null] = aliases.flatMap(({ '@gender': gender = '' }) => sexes.get(gender) ?? [])
  return {
    id: entity['@euReferenceNumber'] || entity['@logicalId'],
    names: [...new Set(names)],
    births: [...new Set(births.map(birthOf))],
    sex,
    foreign: isForeign(countriesIn([...filled(entity.citizenship), ...births]), countriesIn(filled(entity.address))),
    curps: [],
    rfc: null,
    situation: null,
  }
}

const entityIn = (element: unknown, index: number): Entity =>
  Option.getOrElse(decodeEntity(element), () =>
    refuse(`sanctionEntity number ${index + 1} of the file does not have the European Union form.`),
  )

export const readEu = (bytes: Uint8Array): Read =>
  reading(() => {
    const document = Option.getOrElse(decodeDocument(readXml(bytes, form)), () =>
      refuse('The file is not a list of the European Union. Expected: export with generationDate and sanctionEntity.'),
    )
    const { '@generationDate': generated, sanctionEntity } = document.export
    const cutOff = generated.slice(0, 10)
    if (!isDay(cutOff)) refuse('The attribute generationDate of export is not a date.')
    const { counts, leaveOut } = tally()
    const entries = sanctionEntity.flatMap((element, index) => {
      const entity = entityIn(element, index)
      const { '@code': code } = entity.subjectType
      const entry = entryOf(entity)
      if (code === 'person' && entry.names.length > 0) return [entry]
      if (code === 'person') leaveOut('without a name')
      else leaveOut(code === 'enterprise' ? 'organisations' : `of type ${code}`)
      return []
    })
    return { cutOff, entries, leftOut: counts, doubts: [], isClosed: true }
  })
