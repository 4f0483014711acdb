import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import { isForeign } from './Countries.ts'
import { plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { doubtsOfAddresses, doubtsOfAliases, endsOf, files, type OfacFile, ofTheOtherList } from './OfacDoubts.ts'
import { factsOf } from './OfacRemarks.ts'
import { rowsOf } from './Rows.ts'

/**
 * OFAC's CSV files without headings: SDN.CSV, ALT.CSV and ADD.CSV, or CONS_PRIM.CSV, CONS_ALT.CSV and CONS_ADD.CSV.
 * `-0-` means empty. Names of people are `SURNAMES, Given names`. Aliases have their own rows, except weak aliases,
 * which are in the remarks.
 */
export interface OfacFiles {
  readonly primary: Uint8Array
  readonly aliases: Uint8Array
  /** Used only for countries. */
  readonly addresses: Uint8Array | null
}

export type OfacList = Extract<ListName, 'ofac_sdn' | 'ofac_consolidada'>

const columns = { primary: 12, aliases: 5, addresses: 6 }

const contentOf = (cell: string): string => {
  const content = plain(cell)
  return content === '-0-' ? '' : content
}

/** The rows of one file, by the number of their entry. */
const entryRows = <A>(
  bytes: Uint8Array,
  file: OfacFile,
  read: (cells: ReadonlyArray<string>) => A | null,
): ReadonlyArray<A> =>
  rowsOf(bytes, files[file], (row, line) => {
    if (row.length !== columns[file]) {
      refuse(`${files[file]} has ${row.length} columns in line ${line}, where OFAC's has ${columns[file]}.`)
    }
    const cells = row.map(contentOf)
    if (!/^\d+$/.test(cells[0] ?? '')) refuse(`${files[file]} has no entry number in line ${line}.`)
    return read(cells)
  })

/** The values of a column, by entry. */
const valuesByEntry = (bytes: Uint8Array, file: OfacFile, column: number) => {
  const values = new Map<string, Array<string>>()
  entryRows(bytes, file, ({ 0: id = '', [column]: value = '' }) => {
    const known = values.get(id)
    if (known === undefined) values.set(id, [value])
    else known.push(value)
    return null
  })
  return values
}

/** Splits `SDNTK] [SDGT`. */
const programmesIn = (cell: string): ReadonlyArray<string> => cell.split('] [').map(plain)

export const readOfac = (list: OfacList, { primary, aliases, addresses }: OfacFiles): Read =>
  reading(() => {
    const aliasesOf = valuesByEntry(aliases, 'aliases', 3)
    const countriesOf = addresses === null ? null : valuesByEntry(addresses, 'addresses', 4)
    const { counts, leaveOut } = tally()
    const ids: Array<string> = []
    const programmes: Array<ReadonlyArray<string>> = []
    const entries = entryRows(primary, 'primary', (cells): ListEntry | null => {
      const { 0: id = '', 1: name = '', 2: type = '', 3: programme = '', 11: remarks = '' } = cells
      ids.push(id)
      programmes.push(programmesIn(programme))
      if (type !== 'individual') return leaveOut(type === '' ? 'organisations' : `of type ${type}`)
      if (name === '') return leaveOut('without a name')
      const { countries, ...facts } = factsOf(remarks)
      const names = [name, ...(aliasesOf.get(id) ?? [])].filter((one) => one !== '')
      const foreign = isForeign(countries, countriesOf?.get(id) ?? [])
      return { id, names, ...facts, foreign, rfc: null, situation: null }
    })
    const ends = endsOf({ primary, aliases, addresses })
    const doubts = [
      ...ofTheOtherList(list, programmes),
      ...ends.doubts,
      ...doubtsOfAliases(aliasesOf, ids),
      ...(countriesOf === null ? [] : doubtsOfAddresses(countriesOf, ids)),
    ]
    return { cutOff: null, entries, leftOut: counts, doubts, isClosed: ends.areClosed }
  })
