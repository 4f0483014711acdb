import { CsvError, parse } from 'csv-parse/sync'
import { listRows } from '#domain/Limits.ts'
import { FormatRefused, refuse, textOf } from './ListFile.ts'

/** Old MS-DOS programs end a text with it. */
const endOfText = '\u001a'

/** The problem that csv-parse found, without content of the file. */
const problemOf = ({ code, lines }: CsvError): string => `${code.toLowerCase().replaceAll('_', ' ')}, line ${lines}`

/**
 * Parses CSV and keeps what `read` returns for each row. `line` is the line where the row ends. Blank rows are skipped.
 */
export const rowsOf = <A>(
  bytes: Uint8Array,
  file: string,
  read: (row: ReadonlyArray<string>, line: number) => A | null,
): ReadonlyArray<A> => {
  const kept: Array<A> = []
  let rows = 0
  const onRecord = (row: Array<string>, { lines }: { readonly lines: number }) => {
    rows += 1
    if (rows > listRows) refuse(`${file} has more than ${listRows} rows.`)
    const hasContent = row.some((cell) => cell.trim() !== '' && cell !== endOfText)
    const made = hasContent ? read(row, lines) : null
    if (made !== null) kept.push(made)
    return null
  }
  const text = textOf(bytes)
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] }
  try {
    parse(text, { ...options, on_record: onRecord })
  } catch (error) {
    throw error instanceof CsvError
      ? new FormatRefused({ reason: `${file} is not valid CSV: ${problemOf(error)}.` })
      : error
  }
  return kept
}

/** Checks the number of columns, for files in which every row has as many columns as the heading. */
export const widths = () => {
  let columns = 0
  let last = { columns: 0, line: 0 }
  return {
    /** Counts the columns of a row. Call it with the heading first. */
    count: (row: ReadonlyArray<string>, line: number): void => {
      if (columns === 0) columns = row.length
      last = { columns: row.length, line }
    },
    doubts: (): ReadonlyArray<string> =>
      last.columns < columns
        ? [`The file ends in line ${last.line} after ${last.columns} of ${columns} columns: it may have been cut off.`]
        : [],
  }
}
