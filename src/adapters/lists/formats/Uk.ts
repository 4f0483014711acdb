import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { isForeign } from './Countries.ts'
import { anyTime, spanOf } from './Dates.ts'
import { folded, plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { rowsOf, widths } from './Rows.ts'

/**
 * The sanctions list of the United Kingdom (`UK-Sanctions-List.csv`): the report date, a heading, then one row for each
 * name, address and date of an entry. `Name 6` is the last name. Names marked as low quality are ignored.
 */

const columns = {
  id: 'unique id',
  last: 'name 6',
  one: 'name 1',
  two: 'name 2',
  three: 'name 3',
  four: 'name 4',
  five: 'name 5',
  strength: 'alias strength',
  type: 'designation type',
  residence: 'address country',
  birth: 'd.o.b',
  nationality: 'nationality(/ies)',
  gender: 'gender',
  birthplace: 'country of birth',
} as const
type Column = keyof typeof columns

/** The heading is within this many rows. */
const mostTitles = 5

/** Parses `Report Date: 13-Feb-2026`. */
const cutOffIn = (title: string): string | null => {
  const [, date = ''] = /report date: *(\S+)/i.exec(title) ?? []
  return spanOf(date.replaceAll('-', ' '))?.slice(0, 10) ?? null
}

/** Parses `15/03/1980`. Unknown parts are letters, as in `dd/mm/1958`. */
const birthOf = (text: string): string => {
  const [day = '', month = '', year = ''] = text.split('/')
  const known = (part: string) => /^\d{2}$/.test(part) && part !== '00'
  if (!known(month)) return spanOf(year) ?? anyTime
  return spanOf([year, month, ...(known(day) ? [day] : [])].join('-')) ?? anyTime
}

const sexes = new Map<string, 'H' | 'M'>([
  ['male', 'H'],
  ['female', 'M'],
])

type Row = (column: Column) => string

const givenNames = ['one', 'two', 'three', 'four', 'five'] as const

const nameIn = (row: Row): ReadonlyArray<string> => {
  const given = plain(givenNames.map(row).join(' ').replaceAll(',', ' '))
  const name = plain(row('last').replaceAll(',', ' '))
  if (/^low/i.test(row('strength')) || !/\p{Script=Latin}/u.test(name + given)) return []
  return [name === '' || given === '' ? name + given : `${name}, ${given}`]
}

/** Multiple values in a cell are separated by `|`. */
const partsOf = (cells: ReadonlyArray<string>): ReadonlyArray<string> =>
  cells.flatMap((cell) => cell.split('|').map(plain)).filter((part) => part !== '')

const entryOf = (id: string, rows: ReadonlyArray<Row>): ListEntry => {
  const all = (column: Column) => partsOf(rows.map((row) => row(column)))
  const [sex = null] = all('gender').flatMap((gender) => sexes.get(gender.toLowerCase()) ?? [])
  return {
    id,
    names: [...new Set(rows.flatMap(nameIn))],
    births: [...new Set(all('birth').map(birthOf))],
    sex,
    foreign: isForeign([...all('nationality'), ...all('birthplace')], all('residence')),
    curps: [],
    rfc: null,
    situation: null,
  }
}

const rowReader = (heading: ReadonlyArray<string>) => {
  const titles = heading.map(folded)
  const missing = Object.values(columns).filter((title) => !titles.includes(title))
  if (missing.length > 0) refuse(`The heading lacks: ${missing.join(', ')}.`)
  return (row: ReadonlyArray<string>): Row =>
    (column) =>
      plain(row[titles.indexOf(columns[column])] ?? '')
}

export const readUk = (bytes: Uint8Array): Read =>
  reading(() => {
    let cutOff: string | null = null
    let read: ReturnType<typeof rowReader> | null = null
    const { count, doubts } = widths()
    const rows = rowsOf(bytes, 'The file', (row, line): Row | null => {
      const isHeading = read === null && row.map(folded).includes(columns.id)
      if (read !== null || isHeading) count(row, line)
      if (read !== null) return read(row)
      if (isHeading) read = rowReader(row)
      else if (line > mostTitles) refuse(`The file has no heading up to line ${line}: Unique ID, Name 6 and others.`)
      else cutOff ??= cutOffIn(row.join(' '))
      return null
    })
    if (read === null) refuse('The file has no heading: Unique ID, Name 6 and others.')
    const { counts, leaveOut } = tally()
    const entries = [...Map.groupBy(rows, (row) => row('id'))].flatMap(([id, some]) => {
      if (id === '') refuse('The file has rows without a Unique ID.')
      const type = some[0]?.('type') ?? ''
      const entry = entryOf(id, some)
      if (type === 'Individual' && entry.names.length > 0) return [entry]
      if (type === 'Individual') leaveOut('without a name')
      else leaveOut(type === 'Entity' ? 'organisations' : `of type ${type}`)
      return []
    })
    return { cutOff, entries, leftOut: counts, doubts: doubts(), isClosed: false }
  })
