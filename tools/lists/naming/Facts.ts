import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { rfcDigits, swappedDay } from '#domain/screening/Screening.ts'
import { capitals } from '#tools/lists/labelled/Spelling.ts'
import type { Row } from './Row.ts'

/** The facts that an entry may have in addition to the name. */

const part = (day: string, from: number, until: number): number => Number(day.slice(from, until))
const dayOf = (year: number, month: number, day: number): string =>
  [year, month, day].map((number) => String(number).padStart(2, '0')).join('-')
/** Moves a date by years, months and days. Month and day wrap within their own ranges. */
const moved = (born: string, years: number, months: number, days: number): string =>
  dayOf(part(born, 0, 4) + years, ((part(born, 5, 7) - 1 + months) % 12) + 1, ((part(born, 8, 10) - 1 + days) % 28) + 1)
const exact = (day: string) => [`${day}/${day}`]
const years = (day: string, from = 0, until = 0) => {
  const year = part(day, 0, 4)
  return [`${year + from}-01-01/${year + until}-12-31`]
}
const month = (day: string) => [`${day.slice(0, 7)}-01/${day.slice(0, 7)}-28`]

const vowel = /[AEIOUÜ]/
const passedOver = /^(?:DE|DEL|LA|LAS|LOS|Y|MC|MAC|VON|VAN)$/
const words = (text: string) =>
  text
    .toUpperCase()
    .replaceAll('Ñ', '\u0001')
    .normalize('NFD')
    .replace(/[\p{M}'.]/gu, '')
    .replaceAll('\u0001', 'Ñ')
    .split(/[ -]+/)
    .filter((word) => !passedOver.test(word))

/**
 * The letters of an RFC by the tax authority's rules, which differ for one surname and for a surname of two letters.
 */
const rfcLetters = ({ name, rfc }: Pick<Row, 'name' | 'rfc'>): string => {
  if (rfc.length === 4) return rfc
  const [first = ''] = words(name.primerApellido)
  const [second = ''] = words(name.segundoApellido ?? '')
  const [one = '', other] = words(name.nombres)
  const given = other !== undefined && /^(?:MARIA|MA|JOSE|J)$/.test(one) ? other : one
  if (second === '') return first.slice(0, 2) + given.slice(0, 2)
  if (first.length <= 2) return first.charAt(0) + second.charAt(0) + given.slice(0, 2)
  const inside = vowel.exec(first.slice(1))?.[0] ?? 'X'
  return first.charAt(0) + inside + second.charAt(0) + (rfc === '' ? given.charAt(0) : rfc)
}

/** The other sex. */
const otherSex = { H: 'M', M: 'H' } as const

const taxpayer = (row: Row, born: string): Partial<ListEntry> => ({
  names: row.names.map((name) => capitals(name.replaceAll(',', ''))),
  rfc: rfcLetters(row) + rfcDigits(born),
  situation: 'definitivo',
})

const another = (born: string): string => moved(born, 7, 5, 11)
/** Changes one of the three date fields. The rows alternate between the fields. */
const oneFieldOff = (born: string): string => {
  const turn = part(born, 8, 10) % 3
  return moved(born, turn === 0 ? 1 : 0, turn === 1 ? 1 : 0, turn === 2 ? 13 : 0)
}

/** A CURP that belongs to no person: the last characters are the same for all. */
export const curpOf = ({ name, born, sex }: Row): string =>
  `${rfcLetters({ name, rfc: '' }).padEnd(4, 'X')}${rfcDigits(born)}${sex}DFXXX09`

export const facts: Readonly<Record<string, (row: Row) => Partial<ListEntry>>> = {
  day: ({ born }) => ({ births: exact(born) }),
  several: ({ born }) => ({ births: [...exact(another(born)), ...years(born, -9, -9), ...exact(born)] }),
  swapped: ({ born }) => ({ births: exact(swappedDay(born)) }),
  month: ({ born }) => ({ births: month(born) }),
  year: ({ born }) => ({ births: years(born) }),
  approximate: ({ born }) => ({ births: years(born, -1, 3) }),
  nothing: () => ({}),
  taxpayer: (row) => taxpayer(row, row.born),
  curp: (row) => ({ births: exact(another(row.born)), curps: [curpOf(row)] }),
  foreignDay: ({ born }) => ({ births: exact(born), foreign: true }),
  foreignYear: ({ born }) => ({ births: years(born), foreign: true }),
  foreignNothing: () => ({ foreign: true }),
  dayOtherSex: ({ born, sex }) => ({ births: exact(born), sex: otherSex[sex] }),
  yearOtherSex: ({ born, sex }) => ({ births: years(born), sex: otherSex[sex] }),
  other: ({ born }) => ({ births: exact(another(born)) }),
  otherYear: ({ born }) => ({ births: years(born, 23, 23) }),
  otherTaxpayer: (row) => taxpayer(row, another(row.born)),
  off: ({ born }) => ({ births: exact(oneFieldOff(born)) }),
  offTaxpayer: (row) => taxpayer(row, oneFieldOff(row.born)),
}
