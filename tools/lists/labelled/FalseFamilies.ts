import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { entryOf, inYear, on, type Pair, screened, surnamesFirst, taxpayer } from './Pair.ts'
import type { Person } from './People.ts'
import { capitals } from './Spelling.ts'

/** Another person with a similar name; null if the name does not allow this kind of difference. */
type NearMiss = (person: Person, index: number) => ListEntry | null

const shifted = (day: string, change: { readonly years?: number; readonly days?: number }): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + (change.years ?? 0))
  date.setUTCDate(date.getUTCDate() + (change.days ?? 0))
  return date.toISOString().slice(0, 10)
}

const otherGiven = { H: ['Anselmo', 'Fabricio', 'Gilberto'], M: ['Ofelia', 'Rebeca', 'Micaela'] }
const otherSurnames = ['Castañón', 'Robledo', 'Iturbe', 'Monroy']
const pick = <A>(list: ReadonlyArray<A>, index: number): A => {
  const one = list[index % list.length]
  if (one === undefined) throw new Error('an empty list')
  return one
}

/** A sibling: the same surnames, and another given name. */
const sibling = (person: Person, index: number): Person => ({ ...person, nombres: pick(otherGiven[person.sex], index) })
/** A cousin: the same first surname and given names. */
const cousin = (person: Person, index: number): Person => ({ ...person, segundoApellido: pick(otherSurnames, index) })

const nearMisses: Readonly<Record<string, NearMiss>> = {
  'of the same name, born on another day': (person) =>
    entryOf(surnamesFirst(person), { births: [on(shifted(person.born, { years: 7, days: 40 }))] }),
  'of the same name, a year later': (person) =>
    entryOf(surnamesFirst(person), { births: [on(shifted(person.born, { years: 1 }))] }),
  'of the same name, two days earlier': (person) =>
    entryOf(surnamesFirst(person), { births: [on(shifted(person.born, { days: -2 }))] }),
  'of the same name, born in another year': (person) =>
    entryOf(surnamesFirst(person), { births: [inYear(shifted(person.born, { years: -12 }))] }),
  'of the same name, some years of which none is right': (person) =>
    entryOf(surnamesFirst(person), {
      births: [`${shifted(person.born, { years: 3 })}/${shifted(person.born, { years: 8 })}`],
    }),
  'taxpayer of the same name, born on another day': (person) =>
    taxpayer(capitals(`${person.primerApellido} ${person.segundoApellido} ${person.nombres}`), {
      ...person,
      born: shifted(person.born, { years: 4, days: 100 }),
    }),
  'taxpayer of the same ten characters, with other names': (person, index) => {
    const { nombres, primerApellido, segundoApellido } = person
    const other = `${primerApellido.slice(0, 2)}zcona ${segundoApellido.charAt(0)}illegas ${nombres.charAt(0)}ermes`
    return { ...taxpayer(capitals(other), person), situation: index % 2 === 0 ? 'definitivo' : 'presunto' }
  },
  'of the same name and year, and the other sex': (person) =>
    entryOf(surnamesFirst(person), { births: [inYear(person.born)], sex: person.sex === 'H' ? 'M' : 'H' }),
  'of the same name and year, and another nationality': (person) =>
    entryOf(surnamesFirst(person), { births: [inYear(person.born)], foreign: true }),
  'of the same name and another nationality, the birth unknown': (person) =>
    entryOf(surnamesFirst(person), { foreign: true }),
  'a sibling, the birth unknown': (person, index) => entryOf(surnamesFirst(sibling(person, index))),
  'a twin': (person, index) => entryOf(surnamesFirst(sibling(person, index)), { births: [on(person.born)] }),
  'a twin who shares the first given name': (person, index) => {
    const [first = '', ...rest] = person.nombres.split(' ')
    if (rest.length === 0) return null
    const nombres = `${first} ${pick(otherGiven[person.sex], index)}`
    return entryOf(surnamesFirst({ ...person, nombres }), { births: [on(person.born)] })
  },
  'a cousin, the birth unknown': (person, index) => entryOf(surnamesFirst(cousin(person, index))),
  'a cousin born in the same year': (person, index) =>
    entryOf(surnamesFirst(cousin(person, index)), { births: [inYear(person.born)] }),
  'a cousin born on the day': (person, index) =>
    entryOf(surnamesFirst(cousin(person, index)), { births: [on(person.born)] }),
  'another first surname, born in the same year': (person, index) =>
    entryOf(surnamesFirst({ ...person, primerApellido: pick(otherSurnames, index) }), {
      births: [inYear(person.born)],
    }),
  'of the same name, another CURP and another day': (person) =>
    entryOf(surnamesFirst(person), {
      births: [on(shifted(person.born, { years: 2, days: 50 }))],
      curps: ['XEXX010101HNEXXX00'],
    }),
  'surnames the other way round, the birth unknown': ({ nombres, primerApellido, segundoApellido }) =>
    entryOf(`${capitals(segundoApellido)} ${capitals(primerApellido)}, ${nombres}`),
  'one surname, the birth unknown': ({ nombres, primerApellido }) => entryOf(`${capitals(primerApellido)}, ${nombres}`),
  'one surname, the year alone': ({ nombres, primerApellido, born }) =>
    entryOf(`${capitals(primerApellido)}, ${nombres}`, { births: [inYear(born)] }),
  'one surname and some of the given names, born on the day': ({ nombres, primerApellido, born }) => {
    const [first = '', ...rest] = nombres.split(' ')
    return rest.length === 0 ? null : entryOf(`${capitals(primerApellido)}, ${first}`, { births: [on(born)] })
  },
  'one of the given names, the birth unknown': (person) => {
    const [first = '', ...rest] = person.nombres.split(' ')
    return rest.length === 0 ? null : entryOf(surnamesFirst({ ...person, nombres: first }))
  },
  "the husband's name in place of the second, the year alone": ({ nombres, primerApellido, born, sex }) =>
    sex === 'H' ? null : entryOf(`${capitals(primerApellido)} DE ARRIOLA, ${nombres}`, { births: [inYear(born)] }),
  'a nickname and the first surname': ({ primerApellido, born }) =>
    entryOf(`${capitals(primerApellido)}, Chuy`, { births: [on(born)] }),
}

/** A person with one surname, and an entry with one surname. */
const singleMisses = (person: Person, index: number): ReadonlyArray<Pair> => {
  const { nombres, primerApellido, born } = person
  const name = { nombres, primerApellido, segundoApellido: null }
  const surname = capitals(primerApellido)
  const of = (family: string, entry: ListEntry): Pair => ({
    family: `one registered surname, ${family}`,
    person: screened(person, { bornAbroad: true, name }),
    entry: { ...entry, foreign: true },
    isSame: false,
  })
  const namesake = `${surname}, ${nombres}`
  const [first = '', ...rest] = nombres.split(' ')
  return [
    of('of the same name, born on another day', entryOf(namesake, { births: [on(shifted(born, { days: 40 }))] })),
    of('of the same name, a year later', entryOf(namesake, { births: [on(shifted(born, { years: 1 }))] })),
    of('of the same name, born in another year', entryOf(namesake, { births: [inYear(shifted(born, { years: 4 }))] })),
    of('of the same name, the birth unknown', entryOf(namesake)),
    of(
      'a sibling born in the year',
      entryOf(`${surname}, ${pick(otherGiven[person.sex], index)}`, { births: [inYear(born)] }),
    ),
    of('a twin', entryOf(`${surname}, ${pick(otherGiven[person.sex], index)}`, { births: [on(born)] })),
    of('another surname', entryOf(`${capitals(pick(otherSurnames, index))}, ${nombres}`, { births: [on(born)] })),
    of(
      'a surname too many',
      entryOf(`${surname} ${capitals(pick(otherSurnames, index))}, ${nombres}`, { births: [inYear(born)] }),
    ),
    ...(rest.length === 0
      ? []
      : [of('some of the given names', entryOf(`${surname}, ${first}`, { births: [inYear(born)] }))]),
  ]
}

/** Pairs about two different people. */
export const falsePairs = (person: Person, index: number): ReadonlyArray<Pair> =>
  Object.entries(nearMisses)
    .flatMap(([family, nearMiss]) => {
      const entry = nearMiss(person, index)
      return entry === null ? [] : [{ family, person: screened(person), entry, isSame: false }]
    })
    .concat(singleMisses(person, index))
