import { holdsCredential } from './CredentialForms.ts'
import { containsCurp, containsRfc } from './Curp.ts'
import { compile, mentions, split } from './Lexicon.ts'
import { articles, person } from './lexicon/common.ts'
import { descriptive } from './lexicon/descriptive.ts'
import { knownWordsOf, randomPiece, readingsOf, wordsOf } from './Words.ts'

const lexicon = compile(descriptive)

/** Whether an identifier, or a path or parameter of a URL, describes a person (specification section 4). */
export const describesPerson = (text: string): boolean => mentions(lexicon, knownWordsOf(text))

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

const holdsNames = (words: ReadonlyArray<string>, names: ReadonlyArray<string>): boolean => {
  const given = new Set(names.flatMap(wordsOf).filter((word) => /^\p{L}+$/u.test(word)))
  const told = new Set([...given].filter((word) => word.length >= shortestName && !particles.has(word)))
  if (told.size === 0) return false
  const initials = new Set([...told].map((word) => word.charAt(0)))
  const isPart = (part: string) => given.has(part) || initials.has(part) || people.has(part)
  const hasPieces = words.includes(randomPiece)
  const isTold = (word: string) => told.has(word) && (word.length > tellingName || !hasPieces)
  return words.some((word) => {
    if (isTold(word)) return true
    const names = split(word, isPart).filter((part) => told.has(part))
    return names.length > 1 || names.some((name) => name.length >= tellingName)
  })
}

/**
 * Whether a text holds one of the request's names: as a word of its own, or in a token made wholly of
 * names, an initial and words such as `cliente`. Words of one or two letters and particles do not count.
 */
export const holdsName = (text: string, names: ReadonlyArray<string>): boolean => holdsNames(knownWordsOf(text), names)

const holdsIdentifier = (text: string): boolean => containsCurp(text) || containsRfc(text) || holdsCredential(text)

/**
 * Whether `solicitud_id`, `propiedad_id`, or path and parameters of `webhook_url` are opaque
 * (decisions, step 14): they do not describe the person, hold no CURP or RFC, none of this request's
 * names, and no key or signing secret of ours.
 */
export const isOpaque = (text: string, context: { readonly names: ReadonlyArray<string> }): boolean => {
  if ([...new Set([text, ...readingsOf(text)])].some(holdsIdentifier)) return false
  const words = knownWordsOf(text)
  return !mentions(lexicon, words) && !holdsNames(words, context.names)
}
