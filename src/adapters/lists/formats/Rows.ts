import { CsvError, parse } from 'csv-parse/sync'
import { listRows } from '#domain/Limits.ts'
import { FormatRefused, refuse, textOf } from './ListFile.ts'

/** Old MS-DOS programs end a text with it. */
const endOfText = '\u001a'

/** The largest part of a file's rows that may be unreadable. */
const mostUnreadable = 0.001

/** The problem that csv-parse found, without content of the file. */
const problemOf = ({ code, lines }: CsvError, line = lines): string =>
  `${code.toLowerCase().replaceAll('_', ' ')}, line ${line}`

const options = { bom: true, relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] }

type ReadRow<A> = (row: ReadonlyArray<string>, line: number) => A | null

const hasContent = (row: ReadonlyArray<string>): boolean => row.some((cell) => cell.trim() !== '' && cell !== endOfText)

/**
 * Parses CSV and keeps what `read` returns for each row. `line` is the line where the row ends. Blank rows are skipped.
 */
export const rowsOf = <A>(bytes: Uint8Array, file: string, read: ReadRow<A>): ReadonlyArray<A> => {
  const kept: Array<A> = []
  let rows = 0
  const onRecord = (row: Array<string>, { lines }: { readonly lines: number }) => {
    rows += 1
    if (rows > listRows) refuse(`${file} has more than ${listRows} rows.`)
    const made = hasContent(row) ? read(row, lines) : null
    if (made !== null) kept.push(made)
    return null
  }
  const text = textOf(bytes)
  try {
    parse(text, { ...options, on_record: onRecord })
  } catch (error) {
    throw error instanceof CsvError
      ? new FormatRefused({ reason: `${file} is not valid CSV: ${problemOf(error)}.` })
      : error
  }
  return kept
}

interface Line {
  readonly row: ReadonlyArray<string>
  readonly line: number
}

/** All rows of a text; fails at the first that cannot be read. */
const wholeText = (text: string): ReadonlyArray<Line> => {
  const rows: Array<Line> = []
  const onRecord = (row: Array<string>, { lines }: { readonly lines: number }) => {
    rows.push({ row, line: lines })
    return null
  }
  parse(text, { ...options, on_record: onRecord })
  return rows
}

/** The rows of a text with a row in each line, and what is wrong with those that cannot be read. */
const eachLine = (text: string) => {
  const rows: Array<Line> = []
  const problems: Array<{ readonly problem: string; readonly line: number }> = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    try {
      rows.push(...wholeText(line).map(({ row }) => ({ row, line: index + 1 })))
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      problems.push({ problem: problemOf(error, index + 1), line: index + 1 })
    }
  }
  return { rows, problems }
}

/**
 * The same for a file with one row in each line, of which a few may be unreadable, for example because of a quote. The
 * last row must be readable: otherwise the file may be cut off.
 *
 * @param leaveOut called with what is wrong with a row
 */
export const lineRowsOf = <A>(
  bytes: Uint8Array,
  file: string,
  read: ReadRow<A>,
  leaveOut: (problem: string) => void,
): ReadonlyArray<A> => {
  const text = textOf(bytes)
  const rowsIn = (): ReadonlyArray<Line> => {
    try {
      return wholeText(text)
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const { rows, problems } = eachLine(text)
      const last = problems.at(-1)?.line ?? 0
      const isCut = !rows.some(({ row, line }) => line > last && hasContent(row))
      if (isCut || problems.length > rows.length * mostUnreadable) {
        refuse(`${file} is not valid CSV: ${problemOf(error)}. Rows that cannot be read: ${problems.length}.`)
      }
      for (const { problem } of problems) leaveOut(`unreadable in ${file}: ${problem}`)
      return rows
    }
  }
  const rows = rowsIn().filter(({ row }) => hasContent(row))
  if (rows.length > listRows) refuse(`${file} has more than ${listRows} rows.`)
  return rows.map(({ row, line }) => read(row, line)).filter((made) => made !== null)
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
