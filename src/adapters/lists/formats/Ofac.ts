import { Option } from 'effect'
import { parse } from '#domain/person/Curp.ts'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import { countryOfPlace, isForeign } from './Countries.ts'
import { anyTime, spanOf } from './Dates.ts'
import { plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { doubtsOfAddresses, doubtsOfAliases, endsOf, files, type OfacFile, ofTheOtherList } from './OfacDoubts.ts'
import { lineRowsOf } from './Rows.ts'

/**
 * Parses OFAC's remarks about a person: `DOB 05 Sep 1966; alt. DOB circa 1965; POB Xalapa, Veracruz, Mexico;
 * nationality Mexico; Gender Male; R.F.C. … (Mexico); C.U.R.P. … (Mexico); a.k.a. 'EL TAL'.`
 */
export interface OfacFacts extends Pick<ListEntry, 'births' | 'sex' | 'curps'> {
  /** Countries of nationalities, identity documents and places of birth. */
  readonly countries: ReadonlyArray<string>
}

/** A date that cannot be read may be any date; `unknown` is not a date. */
const birthIn = (text: string): ReadonlyArray<string> => [spanOf(text) ?? (/\d/.test(text) ? anyTime : [])].flat()

export const sexes = new Map<string | undefined, 'H' | 'M'>([
  ['Male', 'H'],
  ['Female', 'M'],
  ['H', 'H'],
  ['M', 'M'],
])

/** The values of remarks with one of these labels, with or without `alt.` before it. */
const valuesIn = (remarks: ReadonlyArray<string>, label: RegExp): ReadonlyArray<string> =>
  remarks.flatMap((remark) => {
    const value = remark.replace(/^alt\. /, '')
    return label.test(value) ? [value.replace(label, '').trim()] : []
  })

/** Identity documents that a country issues to its own nationals. */
const papers =
  /^(?:C\.U\.R\.P\.|R\.F\.C\.|I\.F\.E\.|D\.N\.I\.|C\.I\.|N\.I\.T\.|NIT|RUT|CPF|Cedula|Passport|National ID|Personal ID|Identification Number|Numero de Identidad|Cartilla|Credencial|Electoral Registry|Birth Certificate|Citizen)/

/** The country in `Cedula No. 12345678 (Colombia) issued 31 Oct 1994`. */
const issuersOf = (remarks: ReadonlyArray<string>): ReadonlyArray<string> =>
  remarks.flatMap((remark) => {
    const value = remark.replace(/^alt\. /, '')
    const [, country] = /\(([^()]+)\)/.exec(value) ?? []
    return country === undefined || !papers.test(value) ? [] : [country]
  })

export const factsOf = (text: string): OfacFacts => {
  const remarks = text.split(';').map((remark) => remark.trim().replace(/\.$/, ''))
  const curps = valuesIn(remarks, /^C\.U\.R\.P\. /).flatMap((value) =>
    Option.toArray(parse(value.slice(0, 18).toUpperCase())),
  )
  const stated = valuesIn(remarks, /^DOB /).flatMap(birthIn)
  const ofCurps = curps.map(({ birthDate: { year, month, day } }) => {
    const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'))
    return `${year}-${mm}-${dd}/${year}-${mm}-${dd}`
  })
  const [gender] = [...valuesIn(remarks, /^Gender /), ...curps.map(({ sex }) => sex)]
  const places = valuesIn(remarks, /^POB /).flatMap((place) => countryOfPlace(place) ?? [])
  return {
    births: [...new Set([...stated, ...ofCurps])],
    sex: sexes.get(gender) ?? null,
    curps: [...new Set(curps.map(({ value }) => value))],
    countries: [...valuesIn(remarks, /^(?:nationality|citizen) /), ...issuersOf(remarks), ...places],
  }
}

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

const entryRows = <A>(
  bytes: Uint8Array,
  file: OfacFile,
  leaveOut: (reason: string) => null,
  read: (cells: ReadonlyArray<string>) => A | null,
): ReadonlyArray<A> => {
  const readRow = (row: ReadonlyArray<string>, line: number): A | null => {
    if (row.length !== columns[file]) {
      refuse(`${files[file]} has ${row.length} columns in line ${line}, where OFAC's has ${columns[file]}.`)
    }
    const cells = row.map(contentOf)
    if (!/^\d+$/.test(cells[0] ?? '')) refuse(`${files[file]} has no entry number in line ${line}.`)
    return read(cells)
  }
  return lineRowsOf(bytes, files[file], readRow, leaveOut)
}

const valuesByEntry = (bytes: Uint8Array, file: OfacFile, column: number, leaveOut: (reason: string) => null) => {
  const values = new Map<string, Array<string>>()
  entryRows(bytes, file, leaveOut, ({ 0: id = '', [column]: value = '' }) => {
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
    const { counts, leaveOut } = tally()
    const aliasesOf = valuesByEntry(aliases, 'aliases', 3, leaveOut)
    const countriesOf = addresses === null ? null : valuesByEntry(addresses, 'addresses', 4, leaveOut)
    const ids: Array<string> = []
    const programmes: Array<ReadonlyArray<string>> = []
    const entries = entryRows(primary, 'primary', leaveOut, (cells): ListEntry | null => {
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
