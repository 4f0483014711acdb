/** Columns of a terminal: what is wider is hard to read, and breaks its lines. */
const widest = 100
const gap = '  '

export interface Cells {
  readonly heading: string
  readonly texts: ReadonlyArray<string>
  readonly isNumeric: boolean
}

const longest = (texts: ReadonlyArray<string>): number => Math.max(...texts.map(({ length }) => length))
const textsOf = ({ heading, texts }: Cells): ReadonlyArray<string> => [heading, ...texts]
const wordsOf = (column: Cells): ReadonlyArray<string> => textsOf(column).flatMap((text) => text.split(' '))
const totalOf = (widths: ReadonlyArray<number>): number =>
  widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))

const broken = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** How wide each column is so that a line fits: texts are broken at their spaces. Null where that is not enough. */
const fitted = (columns: ReadonlyArray<Cells>): ReadonlyArray<number> | null => {
  const most = columns.map((column) => longest(textsOf(column)))
  const widths = columns.map((column) => longest(wordsOf(column)))
  if (totalOf(widths) > widest) return null
  for (let left = widest - totalOf(widths); left > 0; left -= 1) {
    const growing = widths.filter((width, index) => width < (most[index] ?? 0))
    if (growing.length === 0) break
    const narrowest = widths.findIndex((width, index) => width === Math.min(...growing) && width < (most[index] ?? 0))
    widths[narrowest] = (widths[narrowest] ?? 0) + 1
  }
  return widths
}

const lineOf = (cells: ReadonlyArray<string>, columns: ReadonlyArray<Cells>, widths: ReadonlyArray<number>): string => {
  const parts = cells.map((cell, index) => broken(cell, widths[index] ?? 0))
  const height = Math.max(...parts.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) =>
    parts
      .map((lines, index) => {
        const [text, width] = [lines[line] ?? '', widths[index] ?? 0]
        return columns[index]?.isNumeric ? text.padStart(width) : text.padEnd(width)
      })
      .join(gap)
      .trimEnd(),
  ).join('\n')
}

/** Each row beneath the one before, a line for each column. */
const beneath = (columns: ReadonlyArray<Cells>, rows: number): string => {
  const width = longest(columns.map(({ heading }) => heading))
  return Array.from({ length: rows }, (_, row) =>
    columns.map(({ heading, texts }) => `${heading.toLowerCase().padEnd(width)}${gap}${texts[row] ?? ''}`).join('\n'),
  ).join('\n\n')
}

/**
 * A table that fits a terminal. Where its columns do not, the rows stand one beneath the other.
 *
 * @param isWide whether a line may be as long as it comes
 */
export const layout = (columns: ReadonlyArray<Cells>, isWide: boolean): string => {
  const rows = columns[0]?.texts.length ?? 0
  const widths = isWide ? columns.map((column) => longest(textsOf(column))) : fitted(columns)
  if (widths === null) return beneath(columns, rows)
  const lines = [
    columns.map(({ heading }) => heading),
    ...Array.from({ length: rows }, (_, row) => columns.map(({ texts }) => texts[row] ?? '')),
  ]
  return lines.map((cells) => lineOf(cells, columns, widths)).join('\n')
}
