/**
 * Names statements so that a list of them is readable: by what they write, or else by the function or table they read.
 */

const plain = (sql: string): string => sql.replace(/\s+/g, ' ').trim()

const nameOf = (sql: string): string => {
  const writes = [
    ...plain(sql).matchAll(
      /\b(INSERT INTO|(?<!KEY |DO |FOR )UPDATE|DELETE FROM) "?([a-z_]+)"?(?: \w)?(?: SET "?([a-z_]+))?/g,
    ),
  ].map(([, verb = '', table = '', column]) => `${verb} ${table}${column === undefined ? '' : ` (${column})`}`)
  if (writes.length > 0) return [...new Set(writes)].join(', ')
  const [, read, bracket] = /\bFROM ([a-z_]+)(\(?)/.exec(plain(sql)) ?? []
  if (read === undefined) return plain(sql).slice(0, 60)
  return bracket === '(' && !plain(sql).includes('extract(') ? `${read}()` : `SELECT FROM ${read}`
}

/** Names each statement. Statements with the same name also get a number. */
export const makeKinds = () => {
  const known = new Map<string, ReadonlyArray<string>>()
  return (sql: string): string => {
    const text = plain(sql).replace(/\$\d+(?:, ?\$\d+)*/g, '$')
    const name = nameOf(sql)
    const texts = known.get(name) ?? []
    if (!texts.includes(text)) known.set(name, [...texts, text])
    const index = (known.get(name) ?? []).indexOf(text)
    return index === 0 ? name : `${name} [${index + 1}]`
  }
}
