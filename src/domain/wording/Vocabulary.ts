import { readingOf } from './Reading.ts'
import { wordingOf } from './Wording.ts'

/**
 * Whether a text uses a word that the channel never emits because it rates a person (step 15, contract 4.37). It judges
 * partners' identifiers and the sentences of answers.
 */
export const usesForbiddenWord = (text: string): boolean => wordingOf(readingOf(text)).rates
