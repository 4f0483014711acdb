import { hits } from '#adapters/lists/Matching.ts'
import type { Verdict } from '#domain/screening/Rules.ts'
import { birthOf } from '#domain/screening/Screening.ts'
import type { Pair } from './Pair.ts'

/** The quality of the matching on labelled pairs. */
export interface Quality {
  /** Pairs of one person that match. */
  readonly found: number
  /** Pairs of one person that are possible. */
  readonly possible: number
  /** Pairs of one person with less than the data of the entry allows. */
  readonly lost: number
  /** Pairs of two people that match. */
  readonly falseMatches: number
  /** Pairs of two people that are possible. */
  readonly falsePossible: number
}

export const verdictOf = ({ person, entry }: Pair): Verdict | null =>
  hits(person, [{ list: 'vigilancia', entry }])[0]?.judged.verdict ?? null

/** Without a date, or with a wide one, a name alone cannot tell two people apart: a pair of one person is possible. */
const isUndated = ({ person, entry }: Pair): boolean => ['wide', 'unknown'].includes(birthOf(entry, person))

/** Whether the verdict is the best that the data of the pair allows. */
export const isRight = (pair: Pair): boolean => {
  const verdict = verdictOf(pair)
  if (!pair.isSame) return verdict !== 'match'
  return verdict === 'match' || (verdict === 'possible' && isUndated(pair))
}

export const qualityOf = (pairs: ReadonlyArray<Pair>): Quality => {
  const [same, other] = [pairs.filter(({ isSame }) => isSame), pairs.filter(({ isSame }) => !isSame)]
  const count = (some: ReadonlyArray<Pair>, verdict: Verdict) =>
    some.filter((pair) => verdictOf(pair) === verdict).length
  return {
    found: count(same, 'match'),
    possible: count(same, 'possible'),
    lost: same.filter((pair) => !isRight(pair)).length,
    falseMatches: count(other, 'match'),
    falsePossible: count(other, 'possible'),
  }
}
