import { Option, Predicate, Result } from 'effect'
import { listRows } from '#domain/Limits.ts'
import { parse } from '#domain/person/Curp.ts'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { isForeign } from './Countries.ts'
import { anyTime, spanOf } from './Dates.ts'
import { beginningOf, linesOf, type Source } from './Lines.ts'
import { folded, type LongFile, plain, refuse, tally } from './ListFile.ts'

/**
 * OpenSanctions' `entities.ftm.json`: one entity of the model FollowTheMoney in each line. People, positions, and who
 * held which position are entities of their own, in any order. All values are lists of texts. The file may be larger
 * than memory, so it is read several times, line by line.
 */

export type EntityList = Extract<ListName, 'personas_expuestas' | 'vigilancia'>

export const isOpenSanctions = (main: Source): boolean =>
  /^(?:\xef\xbb\xbf)?\s*\{/.test(Buffer.from(beginningOf(main, 16)).toString('latin1'))

interface Entity {
  readonly id: string
  readonly schema: string
  /** When the publisher last saw it; empty if it does not say. */
  readonly seen: string
  readonly of: (property: string) => ReadonlyArray<string>
}

const textsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter(Predicate.isString).map(plain) : []

const entityIn = (text: string, line: number): Entity => {
  const value = Result.getOrElse(
    Result.try((): unknown => JSON.parse(text)),
    () => refuse(`Line ${line} is not JSON: the file may have been cut off.`),
  )
  if (!Predicate.isObject(value) || !('id' in value && 'schema' in value && 'properties' in value)) {
    return refuse(`Line ${line} has no id, schema or properties: it is not an entity of FollowTheMoney.`)
  }
  const { id, schema, properties } = value
  if (!Predicate.isString(id) || !Predicate.isString(schema) || !Predicate.isObject(properties)) {
    return refuse(`Line ${line} has an id, schema or properties of another type.`)
  }
  const seen = 'last_seen' in value && Predicate.isString(value.last_seen) ? value.last_seen : ''
  const values: Readonly<Record<string, unknown>> = { ...properties }
  return { id, schema, seen, of: (property) => textsIn(values[property]) }
}

/** The entities of one type. Most lines are of another type, and are not parsed. */
const entitiesOf = function* (main: Source, schema: string): Generator<Entity> {
  const form = new RegExp(`"schema":\\s*"${schema}"`)
  let line = 0
  for (const text of linesOf(main)) {
    line += 1
    if (form.test(text)) yield entityIn(text, line)
  }
}

/** A day as a number such as 20260131, which takes less memory than a text. */
const numberOf = (day: string): number => Number(day.replaceAll('-', ''))

/** A position without a known end. */
const lasting = 99_991_231

/**
 * The last day of a position: its own end, or else the end of the term. A term that has not ended yet says nothing about
 * the person. Of a month or a year, the last day counts.
 */
const endOf = ({ of }: Entity): number => {
  if (of('status').includes('current')) return lasting
  const [own, term] = [of('endDate'), of('periodEnd')]
  const ends = (own.length > 0 ? own : term).map((date) => spanOf(date.slice(0, 10))?.split('/')[1])
  return ends.length === 0 ? lasting : Math.max(...ends.map((day) => (day === undefined ? lasting : numberOf(day))))
}

/** The number of years after the end of a position in which a person still counts as exposed. */
const yearsAfter = 5

/** The people all of whose known positions ended too long ago. */
const formerlyExposed = (main: Source, cutOff: string): ReadonlySet<string> => {
  const limit = numberOf(cutOff) - yearsAfter * 10_000
  const former = new Set<string>()
  for (const occupancy of entitiesOf(main, 'Occupancy')) {
    if (endOf(occupancy) < limit) for (const holder of occupancy.of('holder')) former.add(holder)
  }
  if (former.size === 0) return former
  for (const occupancy of entitiesOf(main, 'Occupancy')) {
    if (endOf(occupancy) >= limit) for (const holder of occupancy.of('holder')) former.delete(holder)
  }
  return former
}

const isExposed = (topic: string): boolean => topic === 'role.pep' || topic.startsWith('role.pep.')

/**
 * Topics of measures or accusations by an authority against the person. Others, such as `poi` and `sanction.linked`, say
 * nothing about the person's own conduct.
 */
const watched: ReadonlySet<string> = new Set([
  'sanction',
  'debarment',
  'wanted',
  'reg.action',
  'reg.warn',
  'corp.disqual',
  'export.control',
])
const isWatched = (topic: string): boolean => watched.has(topic) || topic === 'crime' || topic.startsWith('crime.')

/** Why a person does not belong in the list; null if the person does. */
const exclusionFrom = (list: EntityList, { id, of }: Entity, former: ReadonlySet<string>): string | null => {
  const topics = of('topics')
  if (list === 'vigilancia') return topics.some(isWatched) ? null : 'people without a topic of watch lists'
  if (!topics.some(isExposed)) {
    return topics.includes('role.rca') ? 'relatives and associates' : 'people who are not politically exposed'
  }
  return former.has(id) ? 'people whose position ended over five years ago' : null
}

const latin = /\p{Script=Latin}/u
const nameProperties = ['name', 'alias', 'previousName']
const countryProperties = ['nationality', 'citizenship', 'country', 'birthCountry']
const numberProperties = ['idNumber', 'taxNumber', 'registrationNumber', 'socialSecurityNumber']

/** Weak aliases are left out, and names that differ only in case or accents from one before. */
const namesOf = ({ of }: Entity): ReadonlyArray<string> => {
  const names = nameProperties.flatMap(of).map((name) => plain(name.replaceAll(',', ' ')))
  const seen = new Set<string>()
  return names.filter((name) => {
    const letters = folded(name)
    if (!latin.test(name) || seen.has(letters)) return false
    seen.add(letters)
    return true
  })
}

const sexOf = ({ of }: Entity): ListEntry['sex'] => {
  const [gender, ...others] = new Set(of('gender'))
  if (others.length > 0) return null
  if (gender === 'male') return 'H'
  return gender === 'female' ? 'M' : null
}

const entryOf = (entity: Entity, names: ReadonlyArray<string>): ListEntry => ({
  id: entity.id,
  names,
  births: entity.of('birthDate').map((date) => spanOf(date.slice(0, 10)) ?? anyTime),
  sex: sexOf(entity),
  foreign: isForeign(countryProperties.flatMap(entity.of), []),
  curps: numberProperties.flatMap(entity.of).flatMap((text) => Option.toArray(parse(text)).map(({ value }) => value)),
  rfc: null,
  situation: null,
})

const people = function* (
  main: Source,
  list: EntityList,
  former: ReadonlySet<string>,
  leaveOut: (reason: string) => unknown,
): Generator<ListEntry> {
  for (const person of entitiesOf(main, 'Person')) {
    const names = namesOf(person)
    const exclusion = exclusionFrom(list, person, former) ?? (names.length === 0 ? 'without a name' : null)
    if (exclusion === null) yield entryOf(person, names)
    else leaveOut(exclusion)
  }
}

/** Checks that each line is an entity, and finds the last day on which the publisher saw any of them. */
const surveyed = (main: Source): { readonly cutOff: string | null; readonly others: number } => {
  let cutOff = ''
  let line = 0
  let others = 0
  for (const text of linesOf(main)) {
    line += 1
    const { schema, seen } = entityIn(text, line)
    const day = seen.slice(0, 10)
    if (day > cutOff && isDay(day)) cutOff = day
    if (schema !== 'Person') others += 1
  }
  return { cutOff: cutOff === '' ? null : cutOff, others }
}

export const readOpenSanctions = (list: EntityList, main: Source): LongFile => {
  const { cutOff, others } = surveyed(main)
  const former = list === 'vigilancia' || cutOff === null ? new Set<string>() : formerlyExposed(main, cutOff)
  const { counts, leaveOut } = tally()
  let [entries, names] = [0, 0]
  for (const entry of people(main, list, former, leaveOut)) {
    entries += 1
    names += entry.names.length
    if (entries > listRows) refuse(`The file has more than ${listRows} people.`)
  }
  return {
    cutOff,
    leftOut: { ...counts, ...(others > 0 ? { 'of other types': others } : {}) },
    doubts: [],
    isClosed: false,
    counts: { entries, names },
    entries: { [Symbol.iterator]: () => people(main, list, former, () => null) },
  }
}
