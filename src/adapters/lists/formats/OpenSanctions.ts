import { Option } from 'effect'
import { parse } from '#domain/person/Curp.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { isForeign } from './Countries.ts'
import { anyTime, spanOf } from './Dates.ts'
import { plain, type Read, reading, refuse, tally } from './ListFile.ts'
import { rowsOf, widths } from './Rows.ts'

/**
 * OpenSanctions' simplified CSV (`targets.simple.csv`), with a heading, of persons and others. Multiple values are
 * separated by semicolons. Names are words in unknown order; dates are days, months or years; countries are codes.
 */
const needed = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'identifiers'] as const
const latin = /\p{Script=Latin}/u

type Column = (typeof needed)[number] | 'last_seen'

export const isOpenSanctions = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?"?id"?,"?schema"?,/.test(Buffer.from(bytes.slice(0, 32)).toString('latin1'))

const cellsUnder =
  (heading: ReadonlyArray<string>) =>
  (row: ReadonlyArray<string>) =>
  (column: Column): ReadonlyArray<string> =>
    (row[heading.indexOf(column)] ?? '')
      .split(';')
      .map(plain)
      .filter((text) => text !== '')

export const readOpenSanctions = (bytes: Uint8Array): Read =>
  reading(() => {
    const { counts, leaveOut } = tally()
    const { count, doubts } = widths()
    let cellsOf: ReturnType<typeof cellsUnder> | null = null
    let cutOff: string | null = null
    const entries = rowsOf(bytes, 'The file', (row, line): ListEntry | null => {
      count(row, line)
      if (cellsOf === null) {
        const missing = needed.filter((column) => !row.includes(column))
        if (missing.length > 0) refuse(`The heading lacks: ${missing.join(', ')}.`)
        cellsOf = cellsUnder(row)
        return null
      }
      const cells = cellsOf(row)
      const [[id], [schema], seen] = [cells('id'), cells('schema'), cells('last_seen').join().slice(0, 10)]
      if (id === undefined || schema === undefined) return refuse(`Line ${line} has no id, or no schema.`)
      // The cut-off is the last day on which the publisher saw any entry.
      if (isDay(seen) && (cutOff === null || seen > cutOff)) cutOff = seen
      if (schema !== 'Person') return leaveOut(`of type ${schema}`)
      const names = [...cells('name'), ...cells('aliases')]
        .map((name) => plain(name.replaceAll(',', ' ')))
        .filter((name) => latin.test(name))
      if (names.length === 0) return leaveOut('without a name')
      return {
        id,
        names: [...new Set(names)],
        births: cells('birth_date').map((date) => spanOf(date) ?? anyTime),
        sex: null,
        foreign: isForeign(cells('countries'), []),
        curps: cells('identifiers').flatMap((text) => Option.toArray(parse(text)).map(({ value }) => value)),
        rfc: null,
        situation: null,
      }
    })
    return { cutOff, entries, leftOut: counts, doubts: doubts(), isClosed: false }
  })
