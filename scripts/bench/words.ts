/** How often the words of steps 14 and 15 refuse honest identifiers, and clear descriptions of a person. */

import { readingOf } from '#domain/wording/Tokens.ts'
import { wordingOf } from '#domain/wording/Wording.ts'
import { round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { aims, type Figure, figures } from '#tools/wording/figures.ts'
import { sized } from './sized.ts'

const row = ({ texts, refused, passed }: Figure) => ({ texts, refused: refused.length, passed: passed.length })

const lengths = [1_000, 10_000, 100_000]

/** The time for a text of many words that begin phrases and end none. */
const microsecondsOf = (length: number): number => {
  const text = 'con-de-la-no-'.repeat(length / 10).slice(0, length)
  const began = performance.now()
  wordingOf(readingOf(text))
  return round((performance.now() - began) * 1_000, 0)
}

export const words = async (): Promise<void> => {
  const { identifiers, machineMade, descriptions } = figures(1, sized(100_000, 1_000))
  report('Texts judged by the words of steps 14 and 15', {
    'identifiers written by hand': row(identifiers),
    'identifiers made by machines': row(machineMade),
    'descriptions and ratings of a person': row(descriptions),
  })
  console.log(`Identifiers that are refused: ${[...identifiers.refused, ...machineMade.refused].join(' ') || 'none'}`)
  console.log(`Descriptions that pass: ${descriptions.passed.join(' ')}`)
  for (const length of lengths) microsecondsOf(length)
  report(
    'Time for one long text',
    Object.fromEntries(lengths.map((length) => [`${length} characters`, { microseconds: microsecondsOf(length) }])),
  )
  judge('words', {
    'wrong refusals in 1,000 identifiers': {
      value: (1_000 * identifiers.refused.length) / identifiers.texts,
      atMost: aims.wrongIn1000,
    },
    'wrong refusals in 1,000 of machines': {
      value: (1_000 * machineMade.refused.length) / machineMade.texts,
      atMost: 0,
    },
    'refused of 100 descriptions': {
      value: (100 * descriptions.refused.length) / descriptions.texts,
      atLeast: aims.refusedIn100,
    },
  })
}
