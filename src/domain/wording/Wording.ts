import { compile } from './Lexicon.ts'
import { descriptive } from './lexicon/descriptive.ts'
import { places } from './lexicon/places.ts'
import { rating } from './lexicon/rating.ts'
import { mentionedIn } from './Mentions.ts'
import { announcesNumber } from './PersonalData.ts'
import { readingsOf } from './Reading.ts'
import { type Scan, scan } from './Scan.ts'
import { Finder } from './Sequence.ts'

/** The two lists, looked for together. */
const lexicon = compile([descriptive, rating], places)

/** What the words of a text say. */
export interface Wording {
  /** It describes a person (contract 4.22). */
  readonly describes: boolean
  /** It uses a word that the channel never emits, because it rates a person (contract 4.24). */
  readonly rates: boolean
  /** It announces a telephone number, or the number of a paper of identity. */
  readonly announces: boolean
  /** Letters, words and phrases that were looked at: at most so many for each character, whatever the text. */
  readonly steps: number
}

/** A text in each way in which it may be read, cut into pieces. */
export const scansOf = (text: string): ReadonlyArray<Scan> => readingsOf(text).map(scan)

/**
 * What the words of a text say, in any of its readings.
 *
 * @param isName whether the text is the name of somebody's company, of which no word stands alone
 */
export const wordingOf = (scans: ReadonlyArray<Scan>, isName = false): Wording => {
  const finder = new Finder(lexicon)
  let mentioned = 0
  let announces = false
  for (const one of scans) {
    const words = finder.sequenceOf(one)
    mentioned |= mentionedIn(finder, one, words, !isName)
    announces ||= announcesNumber(finder, one.text, words)
  }
  return { describes: (mentioned & 1) !== 0, rates: (mentioned & 2) !== 0, announces, steps: finder.steps }
}
