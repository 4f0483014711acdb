import type { FiscalSituation, ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { folded, plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { rowsOf, widths } from './Rows.ts'

/** Signs that a file of the tax authority was cut off or is another list. */

export type TaxList = Extract<ListName, 'sat_69b' | 'sat_69b_bis'>

/** Each list names its article in its titles. */
const ofAnotherArticle = (list: TaxList, titles: string): ReadonlyArray<string> => {
  const isOfBis = /69-b bis/.test(titles)
  if (list === 'sat_69b' && isOfBis) return ['The titles of the file name article 69-B Bis: it is another list.']
  return list === 'sat_69b_bis' && /69-b/.test(titles) && !isOfBis
    ? ['The titles of the file name article 69-B, without Bis: it is another list.']
    : []
}

/**
 * Among this many RFCs, at least one starts with this letter or a later one. Of 1,000 RFCs about 100 start with T to Z,
 * and 13 with Z.
 */
const lastInitials = [
  { letter: 'T', rows: 200 },
  { letter: 'Z', rows: 1_000 },
] as const

/** The publisher sorts by RFC. If more than one row in this many is out of order, another program rewrote the file. */
const unsortedOneIn = 100

/** Tracks the order of the RFCs. If a sorted file was cut off, its last RFC starts early in the alphabet. */
const rfcOrder = () => {
  let last = ''
  let rows = 0
  let unsorted = 0
  return {
    /** Counts an RFC, except those that start with X: a court may have ordered it crossed out. */
    count: (rfc: string): void => {
      if (!/^[A-WYZ]/.test(rfc)) return
      const initial = rfc.charAt(0)
      rows += 1
      if (initial < last) unsorted += 1
      last = initial
    },
    doubts: (): ReadonlyArray<string> => {
      const isEarly = lastInitials.some((one) => rows >= one.rows && last < one.letter)
      return isEarly && unsorted * unsortedOneIn <= rows
        ? [`The file is sorted by RFC, and the last begins with ${last}: it may have been cut off after ${rows} rows.`]
        : []
    },
  }
}

/**
 * The tax authority's `Listado_Completo_69-B.csv`: titles, one with the cut-off, then a heading, then one row for each
 * proceeding against a taxpayer, who may have several. An RFC has 13 characters for people and 12 for organisations; a
 * court may have ordered it crossed out. `Listado_69_B_Bis_Completo.csv` has the same form and few rows: taxpayers who
 * unduly transferred tax losses.
 */

const situations: ReadonlyArray<readonly [beginning: string, FiscalSituation]> = [
  ['presunto', 'presunto'],
  ['definitivo', 'definitivo'],
  ['desvirtuado', 'desvirtuado'],
  ['sentencia favorable', 'sentencia_favorable'],
]

const spanishMonths = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
  ' ',
)

/** Parses `Información actualizada al 30 de septiembre de 2025; …`. */
const cutOffIn = (title: string): string | null => {
  const [, day = '', month = '', year = ''] = /al (\d{1,2}) de ([a-z]+) de (\d{4})/.exec(folded(title)) ?? []
  const number = spanishMonths.indexOf(month.replace('setiembre', 'septiembre')) + 1
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(date) ? date : null
}

interface Columns {
  readonly rfc: number
  readonly name: number
  readonly situation: number
}

const columnsIn = (row: ReadonlyArray<string>): Columns | null => {
  const cells = row.map(folded)
  const columns = {
    rfc: cells.indexOf('rfc'),
    name: cells.findIndex((cell) => cell.startsWith('nombre del contribuyente')),
    situation: cells.findIndex((cell) => cell.startsWith('situacion del contribuyente')),
  }
  return Object.values(columns).every((index) => index >= 0) ? columns : null
}

/** The heading is within this many rows. */
const mostTitles = 10
const personal = /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/
const corporate = /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/
const expected = 'RFC, Nombre del Contribuyente and Situación del contribuyente'
const unreadable = 'with an unreadable RFC'
/** If more than one row in this many has a malformed RFC, the file has another format. */
const oneIn = 100

/** Names do not mark where surnames end. Some have a remark in brackets or after `//`. */
const nameIn = (text: string): string => plain(text.replace(/\([^)]*\)|,|\/\/.*/g, ' '))

const entryReader =
  (columns: Columns, count: (rfc: string) => void, leaveOut: (reason: string) => null) =>
  (row: ReadonlyArray<string>, line: number) => {
    const cell = (column: keyof Columns) => plain(row[columns[column]] ?? '')
    const [, situation] = situations.find(([beginning]) => folded(cell('situation')).startsWith(beginning)) ?? []
    if (situation === undefined)
      return refuse(`The situation in line ${line} is not one of the four: "${cell('situation')}".`)
    const rfc = cell('rfc').replace(/[ -]/g, '').toUpperCase()
    count(rfc)
    if (/^X{12,13}$/.test(rfc)) return leaveOut('crossed out by a court')
    if (corporate.test(rfc)) return leaveOut('organisations')
    if (!personal.test(rfc)) return leaveOut(unreadable)
    if (cell('name') === '') return leaveOut('without a name')
    return {
      id: rfc,
      names: [nameIn(cell('name'))],
      births: [],
      sex: null,
      foreign: false,
      curps: [],
      rfc: rfc.slice(0, 10),
      situation,
    }
  }

export const readSat69b = (list: TaxList, bytes: Uint8Array): Read =>
  reading(() => {
    const { counts, leaveOut } = tally()
    const { count, doubts } = widths()
    const order = rfcOrder()
    const titles: Array<string> = []
    let cutOff: string | null = null
    let rows = 0
    let read: ReturnType<typeof entryReader> | null = null
    const entries = rowsOf(bytes, 'The file', (row, line): ListEntry | null => {
      rows += 1
      const columns = read === null ? columnsIn(row) : null
      if (read !== null || columns !== null) count(row, line)
      if (read !== null) return read(row, line)
      titles.push(folded(row.join(' ')))
      if (columns !== null) read = entryReader(columns, order.count, leaveOut)
      else if (rows > mostTitles) refuse(`The file has no heading up to line ${line}: ${expected}.`)
      else cutOff ??= cutOffIn(row.join(' '))
      return null
    })
    if (read === null) refuse(`The file has no heading: ${expected}.`)
    const unread = counts[unreadable] ?? 0
    if (unread * oneIn > rows) refuse(`The file has no readable RFC in ${unread} of ${rows} rows.`)
    return {
      cutOff,
      entries,
      leftOut: counts,
      doubts: [...doubts(), ...ofAnotherArticle(list, titles.join(' ')), ...order.doubts()],
      isClosed: false,
    }
  })
