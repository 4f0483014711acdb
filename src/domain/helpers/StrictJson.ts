import { Option, Predicate } from 'effect'

/**
 * Strict JSON: like `JSON.parse`, but it refuses objects with two members of one name (`JSON.parse` silently keeps the
 * last) and nesting deeper than `maximumDepth`.
 */
export const parse = (text: string, maximumDepth: number): Option.Option<unknown> => {
  const members = countMembers(text, maximumDepth)
  if (members === null) return Option.none()
  try {
    const value: unknown = JSON.parse(text)
    // Of two members of one name, the value keeps only one.
    return membersOf(value) === members ? Option.some(value) : Option.none()
  } catch {
    return Option.none()
  }
}

const decodeUtf8 = Option.liftThrowable((bytes: Uint8Array) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
)

/** Strict JSON in strict UTF-8 without byte order mark. */
export const parseBytes = (bytes: Uint8Array, maximumDepth: number): Option.Option<unknown> =>
  Option.flatMap(decodeUtf8(bytes), (text) => parse(text, maximumDepth))

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts the members of all objects in a text, if it is JSON. Null if it nests too deep. */
const countMembers = (text: string, maximumDepth: number): number | null => {
  let members = 0
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      for (index += 1; index < text.length; index++) {
        const inside = text.charCodeAt(index)
        if (inside === quote) break
        if (inside === backslash) index += 1
      }
    } else if (code === colon) {
      members += 1
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > maximumDepth) return null
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1
    }
  }
  return members
}

/** Counts the members of all objects in a value. `for` builds no list of values, however many an object has. */
const membersOf = (value: unknown): number => {
  let members = 0
  if (Array.isArray(value)) {
    for (const one of value) if (typeof one === 'object') members += membersOf(one)
  } else if (Predicate.isObject(value)) {
    for (const name in value) {
      members += 1
      const held: unknown = value[name]
      if (typeof held === 'object') members += membersOf(held)
    }
  }
  return members
}
