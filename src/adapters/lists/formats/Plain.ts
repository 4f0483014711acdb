import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { isForeign } from './Countries.ts'
import { yearsSpan } from './Dates.ts'
import { plain, type Read, reading, refuse } from './ListFile.ts'
import { rowsOf } from './Rows.ts'

/**
 * Cotejo's own format for politically exposed persons and watch lists: CSV in UTF-8 with this heading. `nacimiento` is
 * a day (1970-12-31), a year or empty; `sexo` is H, M or empty. Nationalities and aliases (`Apellidos, Nombres`) are
 * separated by semicolons.
 */
const heading = [
  'identificador',
  'nombres',
  'primer_apellido',
  'segundo_apellido',
  'nacimiento',
  'sexo',
  'nacionalidades',
  'alias',
]

const listOf = (cell: string): ReadonlyArray<string> =>
  cell
    .split(';')
    .map(plain)
    .filter((text) => text !== '')

const birthsOf = (text: string, line: number): ReadonlyArray<string> => {
  if (text === '') return []
  if (isDay(text)) return [`${text}/${text}`]
  if (/^\d{4}$/.test(text)) return [yearsSpan(Number(text))]
  return refuse(`The birth date in line ${line} is neither a day such as 1970-12-31 nor a year.`)
}

const sexOf = (text: string, line: number): ListEntry['sex'] => {
  if (text === 'H' || text === 'M') return text
  return text === '' ? null : refuse(`The sex in line ${line} is neither H nor M.`)
}

/** In a name, the comma separates surnames from given names. */
const withoutComma = (text: string): string => plain(text.replaceAll(',', ' '))

const entryOf = (row: ReadonlyArray<string>, line: number): ListEntry => {
  if (row.length !== heading.length) refuse(`Line ${line} has ${row.length} columns and not ${heading.length}.`)
  const [id = '', given = '', first = '', second = '', birth = '', sex = '', countries = '', aliases = ''] =
    row.map(plain)
  if (id === '' || given === '' || first === '') {
    refuse(`Line ${line} needs identificador, nombres and primer_apellido.`)
  }
  const nationalities = listOf(countries)
  return {
    id,
    names: [`${withoutComma(`${first} ${second}`)}, ${given}`, ...listOf(aliases)],
    births: birthsOf(birth, line),
    sex: sexOf(sex, line),
    foreign: isForeign(nationalities, []),
    curps: [],
    rfc: null,
    situation: null,
  }
}

export const readPlain = (bytes: Uint8Array): Read =>
  reading(() => {
    let isHeaded = false
    const entries = rowsOf(bytes, 'The file', (row, line): ListEntry | null => {
      if (isHeaded) return entryOf(row, line)
      if (row.map(plain).join() !== heading.join()) refuse(`The first line is not: ${heading.join()}`)
      isHeaded = true
      return null
    })
    if (!isHeaded) refuse(`The first line is not: ${heading.join()}`)
    return { cutOff: null, entries, leftOut: {}, doubts: [], isClosed: false }
  })
