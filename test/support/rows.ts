/** Tables of the code, whose rows are left out one at a time while something is tried. */

type Table =
  | ReadonlySet<unknown>
  | ReadonlyMap<unknown, unknown>
  | ReadonlyArray<unknown>
  | Readonly<Record<string, unknown>>

interface Row {
  readonly name: string
  /** Takes it out, and puts the whole table back. */
  readonly leave: () => void
  readonly restore: () => void
}

const rowsOf = (table: Table): ReadonlyArray<Row> => {
  if (Array.isArray(table)) {
    const all: ReadonlyArray<unknown> = [...table]
    const fill = (rows: ReadonlyArray<unknown>) => void table.splice(0, table.length, ...rows)
    return all.map((row, place) => ({
      name: typeof row === 'string' ? row : String(place),
      leave: () => fill(all.filter((_, other) => other !== place)),
      restore: () => fill(all),
    }))
  }
  if (table instanceof Set || table instanceof Map) {
    const all = [...table.entries()]
    const fill = (rows: typeof all) => {
      table.clear()
      for (const [key, value] of rows) table instanceof Map ? table.set(key, value) : table.add(key)
    }
    return all.map((row) => ({
      name: String(row[0]),
      leave: () => fill(all.filter((other) => other !== row)),
      restore: () => fill(all),
    }))
  }
  return Object.entries(table).map(([name, value]) => ({
    name,
    leave: () => void Reflect.deleteProperty(table, name),
    restore: () => void Reflect.set(table, name, value),
  }))
}

type Examples<E> = ReadonlyArray<E> | Readonly<Record<string, E>>

/** What breaks for want of a row does not hold. */
const without = (row: Row, holds: () => boolean): boolean => {
  row.leave()
  try {
    return holds()
  } catch {
    return false
  } finally {
    row.restore()
  }
}

/**
 * What is wrong with the rows of a table: those without an example, those whose example does not hold, and those whose
 * example holds without them. Nothing is wrong when each row is needed for what it is there for.
 *
 * @param examples written out, by the names of the rows; in a list, in their order
 */
export const needless = <E>(
  table: Table,
  examples: Examples<E>,
  holds: (example: E) => boolean,
): ReadonlyArray<string> => {
  const rows = rowsOf(table)
  const given = Object.entries(examples)
  const names = Array.isArray(examples) ? rows.map((_, place) => String(place)) : rows.map(({ name }) => name)
  const strangers = given.filter(([name]) => !names.includes(name)).map(([name]) => `${name} is no row`)
  const faults = rows.flatMap((row, place) => {
    const [, example] = given.find(([name]) => name === names[place]) ?? []
    if (example === undefined) return [`${row.name} has no example`]
    if (!holds(example)) return [`${row.name}: its example does not hold`]
    return without(row, () => holds(example)) ? [`${row.name}: its example holds without it`] : []
  })
  return [...strangers, ...faults]
}

/** Words that are examples of themselves, as they are written out. */
export const themselves = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(/\s+/).flatMap((word) => (word === '' ? [] : [[word, word] as const])))
