import { compile, mentions } from './Lexicon.ts'
import { rating } from './lexicon/rating.ts'
import { knownWordsOf, remembering } from './Words.ts'

const lexicon = compile(rating)

/**
 * Whether a text uses a word that the channel never emits because it rates a person (step 15,
 * contract 4.37). It serves partners' identifiers and whole sentences of our answers alike.
 */
export const usesForbiddenWord = remembering((text) => mentions(lexicon, knownWordsOf(text)))
