import { readingOf } from '#domain/wording/Tokens.ts'
import { wordingOf } from '#domain/wording/Wording.ts'
import { descriptions } from './descriptions.ts'
import { identifiers } from './identifiers.ts'
import { machineMakers, randomFrom } from './machineMade.ts'

const isRefused = (text: string): boolean => {
  const { describes, rates } = wordingOf(readingOf(text))
  return describes || rates
}

export interface Figure {
  readonly texts: number
  readonly refused: ReadonlyArray<string>
  readonly passed: ReadonlyArray<string>
}

const figureOf = (texts: ReadonlyArray<string>): Figure => ({
  texts: texts.length,
  refused: texts.filter(isRefused),
  passed: texts.filter((text) => !isRefused(text)),
})

/** How the words of steps 14 and 15 judge texts that people wrote and that machines made. */
export const figures = (seed: number, machineMade: number) => {
  const makers = machineMakers(randomFrom(seed))
  return {
    identifiers: figureOf(identifiers),
    machineMade: figureOf(Array.from({ length: machineMade }, (_, at) => makers[at % makers.length]?.() ?? '')),
    descriptions: figureOf(descriptions),
  }
}

/** The most wrong refusals in 1,000 identifiers, and the least refusals in 100 descriptions. */
export const aims = { wrongIn1000: 2, refusedIn100: 85 }
