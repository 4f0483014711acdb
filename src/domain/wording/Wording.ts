import { compile } from './Lexicon.ts'
import { introductions, person } from './lexicon/common.ts'
import { descriptive } from './lexicon/descriptive.ts'
import { places } from './lexicon/places.ts'
import { rating } from './lexicon/rating.ts'
import { layoutOf, mentions } from './Mentions.ts'
import type { Reading } from './Reading.ts'

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
