import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { entryOf, inYear, on, type Pair, screened, surnamesFirst, taxpayer } from './Pair.ts'
import type { Person } from './People.ts'
import { capitals, respelled, slips, withoutTilde } from './Spelling.ts'

/** The same person as a list may write the name; null if the name does not allow this kind of difference. */
type Variant = (person: Person) => ListEntry | null

const exact = ({ born }: Person): Partial<ListEntry> => ({ births: [on(born)] })
/** A span from `years` before the day to `years` after it. */
const around = (day: string, years: number): string => {
  const born = Number(day.slice(0, 4))
  return `${born - years}-01-01/${born + years}-12-31`
}
const year = ({ born }: Person): Partial<ListEntry> => ({ births: [inYear(born)] })

/** The first word of a text. */
const firstOf = (text: string): string => text.split(' ')[0] ?? ''
const restOf = (text: string): string => text.split(' ').slice(1).join(' ')

const changed =
  (pattern: RegExp, replacement: string, facts: (person: Person) => Partial<ListEntry>): Variant =>
  (person) => {
    const before = surnamesFirst(person)
    const after = before.replace(pattern, replacement)
    return after === before ? null : entryOf(after, facts(person))
  }

const tilde = (person: Person, letter: string, facts: (one: Person) => Partial<ListEntry>) => {
  const { nombres, primerApellido, segundoApellido } = person
  const surnames = withoutTilde(`${primerApellido} ${segundoApellido}`, letter)
  return /ñ/i.test(primerApellido + segundoApellido) ? entryOf(`${surnames}, ${nombres}`, facts(person)) : null
}

const simple: Readonly<Record<string, Variant>> = {
  'in capitals, born on the day': (person) => entryOf(surnamesFirst(person), exact(person)),
  'in capitals, the year alone': (person) => entryOf(surnamesFirst(person), year(person)),
  'in capitals, the birth unknown': (person) => entryOf(surnamesFirst(person)),
  'as the registry has it': ({ nombres, primerApellido, segundoApellido, ...person }) =>
    entryOf(`${primerApellido} ${segundoApellido}, ${nombres}`, { births: [on(person.born)], sex: person.sex }),
  'some years of which one is right': (person) => entryOf(surnamesFirst(person), { births: [around(person.born, 2)] }),
  'many years of which one is right': (person) => entryOf(surnamesFirst(person), { births: [around(person.born, 6)] }),
  'two birth dates of which one is right': (person) =>
    entryOf(surnamesFirst(person), { births: [on('1900-01-01'), on(person.born)] }),
  'day and month swapped': (person) => {
    const [y = '', m = '', d = ''] = person.born.split('-')
    return d > '12' || d === m ? null : entryOf(surnamesFirst(person), { births: [on(`${y}-${d}-${m}`)] })
  },
  'an alias is the name': (person) =>
    entryOf(['EL COYAMEÑO, Tío', 'ROBLEDO ESTEVANÉ, Donato', surnamesFirst(person)], exact(person)),
  'hyphenated surnames': ({ nombres, primerApellido, segundoApellido, born }) =>
    entryOf(`${capitals(primerApellido)}-${capitals(segundoApellido)}, ${nombres}`, { births: [on(born)] }),
  'surnames swapped': ({ nombres, primerApellido, segundoApellido, born }) =>
    entryOf(`${capitals(segundoApellido)} ${capitals(primerApellido)}, ${nombres}`, { births: [on(born)] }),
  'one surname and every given name': ({ nombres, primerApellido, born }) =>
    entryOf(`${capitals(primerApellido)}, ${nombres}`, { births: [on(born)] }),
  "the husband's name in place of the second": ({ nombres, primerApellido, born, sex }) =>
    sex === 'H' ? null : entryOf(`${capitals(primerApellido)} DE ARRIOLA, ${nombres}`, { births: [on(born)] }),
  'given names in another order': (person) => {
    const { nombres } = person
    // José María is a different name from María José.
    if (restOf(nombres) === '' || /\b(?:de|del|los|Ma)\b|^José María$/.test(nombres)) return null
    return entryOf(surnamesFirst({ ...person, nombres: `${restOf(nombres)} ${firstOf(nombres)}` }), year(person))
  },
  'a given name missing': (person) => {
    if (restOf(person.nombres) === '') return null
    return entryOf(surnamesFirst({ ...person, nombres: firstOf(person.nombres) }), exact(person))
  },
  'a given name too many': (person) =>
    entryOf(surnamesFirst({ ...person, nombres: `${person.nombres} Telmo` }), exact(person)),
  'a given name as an initial': (person) => {
    const rest = restOf(person.nombres)
    if (rest === '' || /\b(?:de|del)\b/.test(rest)) return null
    return entryOf(
      surnamesFirst({ ...person, nombres: `${firstOf(person.nombres)} ${rest.charAt(0)}.` }),
      exact(person),
    )
  },
  'given names joined': (person) => {
    if (restOf(person.nombres) === '' || /\b(?:de|del|Ma)\b/.test(person.nombres)) return null
    return entryOf(surnamesFirst({ ...person, nombres: person.nombres.replaceAll(' ', '') }), year(person))
  },
  'without María or José': changed(/, (?:María|José|Ma\.) (?:del? )?(?:los |la )?(?!María)/, ', ', year),
  'Ma. for María': changed(/, María /, ', Ma. ', year),
  'J. for José': changed(/, José /, ', J. ', exact),
  'J. for José, the year alone': changed(/, José /, ', J. ', year),
  'M. for María, the year alone': changed(/, María /, ', M. ', year),
  'without particles': changed(/\b(?:DE|DEL|LOS|LA) /g, '', year),
  'particles joined on': changed(/\b(DE|DEL) (LA |LOS )?(?=\w)/, '$1$2', (person) => exact(person)),
  'San joined on': changed(/\b(SAN|SANTA) /, '$1', year),
  'Mc apart': changed(/\bMC(?=\w)/, 'MC ', exact),
  'Ñ as NI': (person) => tilde(person, 'ni', exact),
  'Ñ as NY': (person) => tilde(person, 'ny', exact),
  'Ñ as N, the year alone': (person) => tilde(person, 'n', year),
  'taxpayer, surnames first': (person) =>
    taxpayer(capitals(`${person.primerApellido} ${person.segundoApellido} ${person.nombres}`), person),
  'taxpayer, given names first': (person) =>
    taxpayer(capitals(`${person.nombres} ${person.primerApellido} ${person.segundoApellido}`), person),
  'taxpayer, María shortened': (person) =>
    /^María /.test(person.nombres)
      ? taxpayer(
          `${capitals(`${person.primerApellido} ${person.segundoApellido}`)} MA ${capitals(restOf(person.nombres))}`,
          person,
        )
      : null,
  'taxpayer, with the letter of María or José': (person) => {
    if (!/^(?:María|José|Ma\.) /.test(person.nombres)) return null
    const entry = taxpayer(capitals(`${person.primerApellido} ${person.segundoApellido} ${person.nombres}`), person)
    const rfc = entry.rfc ?? ''
    return { ...entry, rfc: rfc.slice(0, 3) + person.nombres.charAt(0) + rfc.slice(4) }
  },
  'taxpayer, J. for José with its letter': (person) => {
    if (!/^José /.test(person.nombres)) return null
    const entry = taxpayer(
      capitals(`${person.primerApellido} ${person.segundoApellido} J. ${restOf(person.nombres)}`),
      person,
    )
    const rfc = entry.rfc ?? ''
    return { ...entry, rfc: `${rfc.slice(0, 3)}J${rfc.slice(4)}` }
  },
  'four parts in no told order': (person) =>
    entryOf(capitals(`${person.nombres} ${person.primerApellido} ${person.segundoApellido}`), {
      ...exact(person),
      sex: person.sex,
    }),
  'four parts, the year alone': (person) =>
    entryOf(capitals(`${person.nombres} ${person.primerApellido} ${person.segundoApellido}`), year(person)),
  'of another nationality too, born on the day': (person) =>
    entryOf(surnamesFirst(person), { ...exact(person), foreign: true }),
}

const pair = (family: string, person: Person, entry: ListEntry | null): ReadonlyArray<Pair> =>
  entry === null ? [] : [{ family, person: screened(person), entry, isSame: true }]

const respellings = (person: Person): ReadonlyArray<Pair> => {
  const { nombres, primerApellido, segundoApellido } = person
  const [first, second] = [capitals(primerApellido), capitals(segundoApellido)]
  const written = [
    ...respelled(first).map((one) => `${one} ${second}`),
    ...respelled(second).map((one) => `${first} ${one}`),
  ]
  return written.flatMap((surnames, index) =>
    pair(
      'another spelling of one sound',
      person,
      entryOf(`${surnames}, ${nombres}`, index % 2 === 0 ? exact(person) : {}),
    ),
  )
}

const slipped = (person: Person): ReadonlyArray<Pair> => {
  const { primerApellido, segundoApellido, nombres } = person
  return Object.entries(slips).flatMap(([slip, write], index) => {
    const [first, second, given] = [capitals(primerApellido), capitals(segundoApellido), capitals(nombres)]
    // If a word is short or has only one long part, a different letter makes a different name.
    const isLong = (word: string) => word.length >= 7 && !word.includes(' ')
    return [
      ...(isLong(second)
        ? pair(`${slip} in a surname`, person, entryOf(`${first} ${write(second)}, ${given}`, exact(person)))
        : []),
      ...(isLong(first) && index < 2
        ? pair(
            `${slip} in a surname, the year alone`,
            person,
            entryOf(`${write(first)} ${second}, ${given}`, year(person)),
          )
        : []),
      ...(isLong(firstOf(given)) && index >= 2
        ? pair(
            `${slip} in a given name`,
            person,
            entryOf(`${first} ${second}, ${write(firstOf(given))} ${restOf(given)}`, exact(person)),
          )
        : []),
    ]
  })
}

/** A CURP for the person. It only matters that both sides have the same one. */
const curpOf = ({ born, sex }: Person): string => `XEXX${born.slice(2).replaceAll('-', '')}${sex}NEXXX00`

const stated = (person: Person): ReadonlyArray<Pair> => {
  const curp = curpOf(person)
  const entry = { births: [on('1901-02-03')], curps: [curp], foreign: true }
  return [surnamesFirst(person), 'LA OTRA, Nadie'].map((name) => ({
    family: 'the CURP alone',
    person: screened(person, { curp }),
    entry: entryOf(name, entry),
    isSame: true,
  }))
}

const single = (person: Person): ReadonlyArray<Pair> => {
  const { primerApellido, nombres, born } = person
  const surname = capitals(primerApellido)
  const known = screened(person, { bornAbroad: true, name: { nombres, primerApellido, segundoApellido: null } })
  const of = (family: string, name: string, facts: Partial<ListEntry>): Pair => ({
    family: `one registered surname, ${family}`,
    person: known,
    entry: entryOf(name, { ...facts, foreign: true }),
    isSame: true,
  })
  const isLong = surname.length >= 7 && !surname.includes(' ')
  return [
    of('born on the day', `${surname}, ${nombres}`, exact(person)),
    of('the year alone', `${surname}, ${nombres}`, year(person)),
    of('some years', `${surname}, ${nombres}`, { births: [around(born, 2)] }),
    of('in no told order', capitals(`${nombres} ${primerApellido}`), year(person)),
    of('a given name missing', `${surname}, ${firstOf(nombres)}`, exact(person)),
    ...(isLong
      ? Object.entries(slips).map(([slip, write]) => of(slip, `${write(surname)}, ${nombres}`, exact(person)))
      : []),
  ]
}

/** Pairs about one person. */
export const truePairs = (person: Person): ReadonlyArray<Pair> => [
  ...Object.entries(simple).flatMap(([family, variant]) => pair(family, person, variant(person))),
  ...respellings(person),
  ...slipped(person),
  ...stated(person),
  ...single(person),
  {
    family: 'born abroad, of another nationality',
    person: screened(person, { bornAbroad: true }),
    entry: entryOf(surnamesFirst(person), { ...year(person), foreign: true }),
    isSame: true,
  },
  {
    family: 'sex X in the registry',
    person: screened(person, { sex: 'X' }),
    entry: entryOf(surnamesFirst(person), { ...exact(person), sex: person.sex }),
    isSame: true,
  },
]
