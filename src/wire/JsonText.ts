import { Option } from 'effect'

/**
 * Strict JSON: what `JSON.parse` accepts, less objects with two members of one name (of which it
 * silently keeps the last) and nesting deeper than `maximumDepth`.
 */
export const parse = (text: string, maximumDepth: number): Option.Option<unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return isUnambiguous(text, maximumDepth) ? Option.some(value) : Option.none()
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

/** Index of the quote that closes the string opened at `start`. */
const endOfString = (text: string, start: number): number => {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}

/** Walks a text that is known to be JSON. Each open object keeps its member names, an array none. */
const isUnambiguous = (text: string, maximumDepth: number): boolean => {
  const open: Array<Set<string> | null> = []
  let expectsName = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') {
      const end = endOfString(text, index)
      const names = open.at(-1)
      if (expectsName && names) {
        const name: string = JSON.parse(text.slice(index, end + 1))
        if (names.has(name)) return false
        names.add(name)
      }
      expectsName = false
      index = end
    } else if (character === '{' || character === '[') {
      if (open.length === maximumDepth) return false
      open.push(character === '{' ? new Set() : null)
      expectsName = character === '{'
    } else if (character === '}' || character === ']') {
      open.pop()
      expectsName = false
    } else if (character === ',') {
      expectsName = open.at(-1) !== null
    }
  }
  return true
}
