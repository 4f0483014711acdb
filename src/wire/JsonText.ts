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

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Index of the quote that closes the string opened at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escape = end - 1
    while (text.charCodeAt(escape) === backslash) escape -= 1
    if ((end - escape) % 2 === 1) return end
  }
}

/** The name that stands between these quotes. */
const nameOf = (text: string, start: number, end: number): string => {
  const name = text.slice(start + 1, end)
  return name.includes('\\') ? JSON.parse(text.slice(start, end + 1)) : name
}

const blanks = /[ \t\n\r]+/y
const blank = 0x20

/** Where a run of blanks ends. */
const endOfBlanks = (text: string, start: number): number => {
  blanks.lastIndex = start
  return blanks.test(text) ? blanks.lastIndex : start
}

/** 1 for what makes the structure of a text; all else is skipped quickly. */
const isStructure = Uint8Array.from({ length: 128 }, (_, code) => Number('"{}[],'.includes(String.fromCharCode(code))))

/** Walks a text that is known to be JSON. Each open object keeps its member names, an array none. */
const isUnambiguous = (text: string, maximumDepth: number): boolean => {
  const open: Array<Set<string> | null> = []
  let expectsName = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code <= blank) index = endOfBlanks(text, index) - 1
    if (isStructure[code] !== 1) continue
    if (code === quote) {
      const end = endOfString(text, index)
      const names = open.at(-1)
      if (expectsName && names) {
        const name = nameOf(text, index, end)
        if (names.has(name)) return false
        names.add(name)
      }
      expectsName = false
      index = end
    } else if (code === openBrace || code === openBracket) {
      if (open.length === maximumDepth) return false
      open.push(code === openBrace ? new Set() : null)
      expectsName = code === openBrace
    } else if (code === closeBrace || code === closeBracket) {
      open.pop()
      expectsName = false
    } else if (code === comma) {
      expectsName = open.at(-1) !== null
    }
  }
  return true
}
