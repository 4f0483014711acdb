import { compile } from './Lexicon.ts'
import { introductions, person } from './lexicon/common.ts'
import { descriptive } from './lexicon/descriptive.ts'
import { agents, gendered, nouns } from './lexicon/inflections.ts'
import { places } from './lexicon/places.ts'
import { rating } from './lexicon/rating.ts'
import { layoutOf, mentions } from './Mentions.ts'
import { decoded, type Reading, readingOf } from './Tokens.ts'

const people = [...person, ...introductions]
const lexicons = [compile(descriptive, people, places), compile(rating, people, places)] as const

/** What the words of a text say. */
export interface Wording {
  /** It describes a person (contract 4.22). */
  readonly describes: boolean
  /** It uses a word that the channel never emits, because it rates a person (contract 4.24). */
  readonly rates: boolean
}

export const wordingOf = ({ tokens }: Reading): Wording => {
  const layout = layoutOf(tokens, lexicons)
  const [describing, rating] = lexicons
  return { describes: mentions(layout, describing), rates: mentions(layout, rating) }
}

/**
 * Whether a text uses a word that the channel never emits because it rates a person (step 15, contract 4.37). It judges
 * partners' identifiers and the sentences of answers.
 */
export const usesForbiddenWord = (text: string): boolean => wordingOf(readingOf(text)).rates

/** Words that can only rate a person. A host name names a company, whose trade may be mentioned. */
const ratings = new Set([...gendered('moros'), ...agents('deudor defraudador estafador'), ...nouns('deadbeat debtor')])

/** Whether a whole label of a host, or a part of it between hyphens, rates a person (step 15). */
export const ratesInHost = (writtenHost: string): boolean =>
  decoded(writtenHost)
    .toLowerCase()
    .split(/[.-]/)
    .some((part) => ratings.has(part))
