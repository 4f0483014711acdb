import { decoded, type Reading } from './Tokens.ts'

/**
 * Searches for a person's names. One of the three fields may also be a street, a colony or the partner's own name; two
 * different fields in a text name the person (contract 4.22).
 */

/** Whether a text names the person. */
export type NameSearch = (reading: Reading) => boolean

/** Words that join names and are not names. */
const joiners = 'de del la las el los y e san santa von van da do dos di'.split(' ')
const shortestName = 3
/** Words that are searched for, and letters of each: more than any person's name has. */
const mostWords = 12
const longestWord = 30

/** The field of each significant word; for a word in two fields, the first. */
const fieldsOf = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const fields = new Map<string, number>()
  for (const [field, name] of names.entries()) {
    for (const word of decoded(name)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []) {
      const isTelling = word.length >= shortestName && !joiners.includes(word)
      if (isTelling && fields.size < mostWords && !fields.has(word)) fields.set(word.slice(0, longestWord), field)
    }
  }
  return fields
}

/** Searches for words of two different names (`nombre`, `apellido_paterno`, `apellido_materno`) of a person. */
export const searchFor = (names: ReadonlyArray<string>): NameSearch => {
  const fields = fieldsOf(names)
  if (new Set(fields.values()).size < 2) return () => false
  const pieces = [
    ...[...fields].map(([word, field]) => [word, 1 << field] as const),
    ...joiners.map((word) => [word, 0] as const),
  ]
  const words = [...fields.keys()]
  /**
   * The fields, as bits, whose words make up the whole token with only joining words between them (`perezdelacruz`).
   */
  const joinedIn = (token: string): number => {
    if (words.filter((word) => token.includes(word)).length < 2) return 0
    const reached = new Map([[0, 0]])
    for (let at = 0; at < token.length; at++) {
      const before = reached.get(at)
      if (before === undefined) continue
      for (const [piece, field] of pieces) {
        const end = at + piece.length
        if (token.startsWith(piece, at)) reached.set(end, (reached.get(end) ?? 0) | before | field)
      }
    }
    return reached.get(token.length) ?? 0
  }
  return ({ tokens }) => {
    let found = 0
    for (const { kind, text, joined } of tokens) {
      if (kind !== 'word') continue
      const field = fields.get(text)
      found |= field === undefined ? joinedIn(joined ?? text) : 1 << field
    }
    return (found & (found - 1)) !== 0
  }
}
