import type { ListEntry } from '#domain/screening/ListEntry.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import type { Person } from './People.ts'
import { capitals, letters } from './Spelling.ts'

/** A person, a list entry, and whether the entry is about the person. */
export interface Pair {
  /** How the two names differ. */
  readonly family: string
  readonly person: ScreenedPerson
  readonly entry: ListEntry
  readonly isSame: boolean
}

export const screened = (person: Person, changes: Partial<ScreenedPerson> = {}): ScreenedPerson => {
  const { nombres, primerApellido, segundoApellido, born, sex } = person
  return {
    name: { nombres, primerApellido, segundoApellido },
    born,
    sex,
    bornAbroad: false,
    letters: letters(nombres, primerApellido, segundoApellido),
    curp: null,
    ...changes,
  }
}

export const on = (day: string): string => `${day}/${day}`
export const inYear = (day: string): string => `${day.slice(0, 4)}-01-01/${day.slice(0, 4)}-12-31`

export const entryOf = (names: string | ReadonlyArray<string>, facts: Partial<ListEntry> = {}): ListEntry => ({
  id: '1',
  names: typeof names === 'string' ? [names] : names,
  births: [],
  sex: null,
  foreign: false,
  curps: [],
  rfc: null,
  situation: null,
  ...facts,
})

/** The name in OFAC's form. */
export const surnamesFirst = ({ nombres, primerApellido, segundoApellido }: Person): string =>
  `${capitals(`${primerApellido} ${segundoApellido}`)}, ${nombres}`

/** An entry of the tax authority's list, with an RFC from the birth date and a name. */
export const taxpayer = (name: string, { nombres, primerApellido, segundoApellido, born }: Person): ListEntry =>
  entryOf(name, {
    rfc: letters(nombres, primerApellido, segundoApellido) + born.slice(2).replaceAll('-', ''),
    situation: 'definitivo',
  })
