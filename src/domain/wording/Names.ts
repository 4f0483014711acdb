import { spelledAs } from './Disguise.ts'
import { fold } from './Reading.ts'
import { gaps, type Scan } from './Scan.ts'

/**
 * Looks for the names of a person. One of them alone may be a street, a colony or the partner's own
 * name; two different ones in a text name the person (contract 4.22).
 */

/** Whether a text, in its readings, names the person. */
export type NameSearch = (scans: ReadonlyArray<Scan>) => boolean

/** What joins names, and is no name. */
const joiners = 'de del la las el los y e san santa von van da do dos di'.split(' ')
const noNames = new Set(joiners)

const shortestName = 3
/** Shorter names are found in joined letters by accident. */
const tellingName = 4
/** Names that are looked for, and letters of each: more than a person has. */
const mostNames = 12
const longestName = 30
/** Single letters that may spell a name (`P-E-R-E-Z`). */
const shortestSpelled = 3

/** The parts of a person's names that tell something, each once. */
const partsOf = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words = names.flatMap(
    (name) =>
      fold(name)
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [],
  )
  const telling = words.filter((word) => word.length >= shortestName && !noNames.has(word))
  return [...new Set(telling)].slice(0, mostNames).map((word) => word.slice(0, longestName))
}

/**
 * The names that stand in these letters one behind the other (`juanperez`, `perezdelacruz`), as bits;
 * none when there are no two. Two short ones must be all of it.
 */
const joinedIn = (parts: ReadonlyArray<string>, letters: string): number => {
  /** Names that end before each letter, joiners aside. */
  const ended = new Uint16Array(letters.length)
  const end = (at: number, bits: number): void => {
    ended[at] = (ended[at] ?? 0) | bits
  }
  for (let at = 0; at < letters.length; at++) {
    const before = ended[at] ?? 0
    if (before !== 0) for (const joiner of joiners) if (letters.startsWith(joiner, at)) end(at + joiner.length, before)
    for (const [index, part] of parts.entries()) {
      if (!letters.startsWith(part, at)) continue
      const own = 1 << index
      const others = before & ~own
      const isOther = (other: string, bit: number) => (others & (1 << bit)) !== 0 && other.length >= tellingName
      const isTelling = others !== 0 && (part.length >= tellingName || parts.some(isOther))
      const isAll =
        at + part.length === letters.length && parts.some((one, i) => (others & (1 << i)) !== 0 && one.length === at)
      if (isTelling || isAll) return own | others
      end(at + part.length, own)
    }
  }
  return 0
}

const isSeveral = (bits: number): boolean => (bits & (bits - 1)) !== 0

/** Words that stand in a reading, with those that are cut, in lower case. */
const wordsIn = ({ pieces, alternatives }: Scan, lower: string): ReadonlyArray<string> => {
  const words = alternatives.map(({ from, to }) => lower.slice(from, to))
  let spelled = ''
  for (const { kind, from, to, gap } of pieces) {
    const isLetter = kind === 'word' && to - from === 1
    if (!isLetter || gap >= gaps.equals) {
      words.push(spelled)
      spelled = ''
    }
    if (isLetter) spelled += lower.charAt(from)
    else if (kind === 'word') words.push(lower.slice(from, to))
  }
  return [...words, spelled]
}

/** Whether letters are spelled out between signs. */
const isSpelledOut = ({ pieces }: Scan): boolean => {
  let letters = 0
  for (const { kind, from, to } of pieces) {
    letters = kind === 'word' && to - from === 1 ? letters + 1 : 0
    if (letters >= shortestSpelled) return true
  }
  return false
}

/** Looks for two different names of a person. They are read once, and kept as long as the search. */
export const searchFor = (names: ReadonlyArray<string>): NameSearch => {
  const parts = partsOf(names)
  const bitsOf = (words: ReadonlyArray<string>): number => {
    let bits = 0
    for (const word of words) {
      const index = parts.indexOf(word)
      if (index !== -1) bits |= 1 << index
      else if (parts.filter((part) => word.includes(part)).length > 1) bits |= joinedIn(parts, word)
    }
    return bits
  }
  return (scans) => {
    let found = 0
    for (const scan of scans) {
      const lower = scan.text.toLowerCase()
      // Few texts hold the letters of two names at all; of one, where another may be disguised.
      const least = scan.disguised.length > 0 ? 1 : 2
      const isPossible = parts.filter((part) => lower.includes(part)).length >= least
      if (isPossible || isSpelledOut(scan)) found |= bitsOf(wordsIn(scan, lower))
      for (const token of scan.disguised) found |= bitsOf(spelledAs(scan.text, token))
      if (isSeveral(found)) return true
    }
    return false
  }
}
