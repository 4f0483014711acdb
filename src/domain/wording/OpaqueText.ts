import { containsCurp, containsRfc } from '#domain/person/Curp.ts'
import { holdsCredential } from './CredentialForms.ts'
import { compile, mentions, split } from './Lexicon.ts'
import { articles, person } from './lexicon/common.ts'
import { descriptive } from './lexicon/descriptive.ts'
import { knownWordsOf, randomPiece, readingsOf, remembering, wordsOf } from './Words.ts'

const lexicon = compile(descriptive)

/** Whether an identifier, or a path or parameter of a URL, describes a person (contract 4.22). */
export const describesPerson = remembering((text) => mentions(lexicon, knownWordsOf(text)))

const people: ReadonlySet<string> = new Set(person)
const particles: ReadonlySet<string> = new Set([
  ...articles,
  'y',
  'e',
  'san',
  'santa',
  'von',
  'van',
  'da',
  'do',
  'dos',
  'di',
])

const shortestName = 3
/** Shorter names are found among random pieces, and in joined tokens, by accident. */
const tellingName = 4

/** Whether a text holds one of a request's names. */
export type NameSearch = (text: string) => boolean

const nobody: NameSearch = () => false

/**
 * Looks for a request's names: each as a word of its own, or in a token made wholly of names, an initial
 * and words such as `cliente`. Words of one or two letters and particles do not count. The names are
 * read once, and kept as long as the search.
 */
export const searchFor = (names: ReadonlyArray<string>): NameSearch => {
  const given = new Set(names.flatMap(wordsOf).filter((word) => /^\p{L}+$/u.test(word)))
  const told = new Set([...given].filter((word) => word.length >= shortestName && !particles.has(word)))
  if (told.size === 0) return nobody
  const initials = new Set([...told].map((word) => word.charAt(0)))
  const isPart = (part: string) => given.has(part) || initials.has(part) || people.has(part)
  const isMadeOfNames = (word: string) => {
    const parts = split(word, isPart).filter((part) => told.has(part))
    return parts.length > 1 || parts.some((name) => name.length >= tellingName)
  }
  return (text) => {
    const words = knownWordsOf(text)
    const hasPieces = words.includes(randomPiece)
    const isTold = (word: string) => told.has(word) && (word.length > tellingName || !hasPieces)
    return words.some((word) => isTold(word) || isMadeOfNames(word))
  }
}

/** Whether a text holds a CURP, an RFC, or a key or signing secret of ours, also percent-encoded. */
export const holdsIdentifier = remembering((text) =>
  [...new Set([text, ...readingsOf(text)])].some(
    (reading) => containsCurp(reading) || containsRfc(reading) || holdsCredential(reading),
  ),
)

/**
 * Whether `solicitud_id`, `propiedad_id`, or path and parameters of `webhook_url` are opaque
 * (step 14): they do not describe the person, hold no CURP or RFC, none of this request's
 * names, and no key or signing secret of ours.
 */
export const isOpaque = (text: string, holdsName: NameSearch = nobody): boolean =>
  !holdsIdentifier(text) && !describesPerson(text) && !holdsName(text)
