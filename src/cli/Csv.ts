type Cell = string | number | null

/** A spreadsheet takes such a beginning for a formula, unless it is an amount. */
const isFormula = /^[=+\-@\t\r](?!\d+\.\d\d$)/

const cell = (value: Cell): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = isFormula.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** One line (RFC 4180), without its end. */
export const csvLine = (cells: ReadonlyArray<Cell>): string => cells.map(cell).join(',')
