import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { isForeign } from './Countries.ts'
import { plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { factsOf } from './OfacRemarks.ts'
import { rowsOf } from './Rows.ts'

/**
 * OFAC's files of comma-separated values: SDN.CSV, ALT.CSV and ADD.CSV, or CONS_PRIM.CSV, CONS_ALT.CSV
 * and CONS_ADD.CSV, without headings. `-0-` stands for nothing. Names of people are `SURNAMES, Given
 * names`; aliases have rows of their own, but for the weak ones, which stand in the remarks.
 */
export interface OfacFiles {
  readonly primary: Uint8Array
  readonly aliases: Uint8Array
  /** Only for the countries that it tells. */
  readonly addresses: Uint8Array | null
}

const columns = { primary: 12, aliases: 5, addresses: 6 }
const files = { primary: 'The main file', aliases: 'The file of aliases', addresses: 'The file of addresses' }

const contentOf = (cell: string): string => {
  const content = plain(cell)
  return content === '-0-' ? '' : content
}

/** Rows of one of the files, which begin with the number of the entry that they belong to. */
const entryRows = <A>(
  bytes: Uint8Array,
  file: keyof typeof columns,
  read: (cells: ReadonlyArray<string>) => A | null,
): ReadonlyArray<A> =>
  rowsOf(bytes, files[file], (row, line) => {
    if (row.length !== columns[file]) {
      refuse(`${files[file]} has ${row.length} columns in line ${line}, where OFAC's has ${columns[file]}.`)
    }
    const cells = row.map(contentOf)
    if (!/^\d+$/.test(cells[0] ?? '')) refuse(`${files[file]} has no number of an entry in line ${line}.`)
    return read(cells)
  })

/** The values that a column has for each entry. */
const valuesByEntry = (bytes: Uint8Array, file: keyof typeof columns, column: number) => {
  const values = new Map<string, Array<string>>()
  entryRows(bytes, file, ({ 0: id = '', [column]: value = '' }) => {
    const known = values.get(id)
    if (known === undefined) values.set(id, [value])
    else known.push(value)
    return null
  })
  return values
}

/** The sign at the end of a text by which old programs know it: OFAC's files have it, all of them or none. */
const endOfText = 0x1a
const isEnded = (bytes: Uint8Array): boolean => bytes.slice(-8).includes(endOfText)

const unended = (contents: ReadonlyArray<readonly [keyof typeof files, Uint8Array]>): ReadonlyArray<string> => {
  const open = contents.filter(([, bytes]) => !isEnded(bytes))
  if (open.length === contents.length) return []
  return open.map(([file]) => `${files[file]} does not end as the others do: it may have been cut off.`)
}

/** More than one row in so many belongs to nobody: the files are of two lists, or the main one is cut off. */
const oneIn = 100

const orphaned = (
  file: keyof typeof files,
  values: ReadonlyMap<string, ReadonlyArray<string>>,
  known: ReadonlySet<string>,
): ReadonlyArray<string> => {
  const rows = [...values].map(([id, { length }]) => ({ length, isKnown: known.has(id) }))
  const count = (some: typeof rows): number => some.reduce((sum, { length }) => sum + length, 0)
  const [orphans, all] = [count(rows.filter(({ isKnown }) => !isKnown)), count(rows)]
  if (orphans * oneIn <= all) return []
  return [
    `${files[file]} has ${orphans} of ${all} rows that belong to no entry of the main file: it is that of another list, or the main file was cut off.`,
  ]
}

export const readOfac = ({ primary, aliases, addresses }: OfacFiles): Read =>
  reading(() => {
    const aliasesOf = valuesByEntry(aliases, 'aliases', 3)
    const countriesOf = addresses === null ? new Map<string, Array<string>>() : valuesByEntry(addresses, 'addresses', 4)
    const { counts, leaveOut } = tally()
    const known = new Set<string>()
    const entries = entryRows(primary, 'primary', (cells): ListEntry | null => {
      const { 0: id = '', 1: name = '', 2: type = '', 11: remarks = '' } = cells
      known.add(id)
      if (type !== 'individual') return leaveOut(type === '' ? 'organisations' : `of type ${type}`)
      if (name === '') return leaveOut('without a name')
      const { countries, ...facts } = factsOf(remarks)
      const names = [name, ...(aliasesOf.get(id) ?? [])].filter((one) => one !== '')
      const foreign = isForeign(countries, countriesOf.get(id) ?? [])
      return { id, names, ...facts, foreign, rfc: null, situation: null }
    })
    const contents = [['primary', primary] as const, ['aliases', aliases] as const]
    const doubts = [
      ...unended(addresses === null ? contents : [...contents, ['addresses', addresses]]),
      ...orphaned('aliases', aliasesOf, known),
      ...orphaned('addresses', countriesOf, known),
    ]
    return { cutOff: null, entries, leftOut: counts, doubts }
  })
