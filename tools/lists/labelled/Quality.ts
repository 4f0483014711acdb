import { matching } from '#adapters/lists/Matching.ts'
import { disqualificationsOf } from '#domain/screening/Screening.ts'
import type { Pair } from './Pair.ts'

/** The quality of a matching method on labelled pairs. */
export interface Quality {
  readonly found: number
  readonly lost: number
  /** Pairs of two people that it matches as one. */
  readonly falseMatches: number
  readonly precision: number
  readonly recall: number
}

export const qualityOf = (pairs: ReadonlyArray<Pair>, isMatch: (pair: Pair) => boolean): Quality => {
  const matches = pairs.filter(isMatch)
  const found = matches.filter(({ isSame }) => isSame).length
  const all = pairs.filter(({ isSame }) => isSame).length
  const falseMatches = matches.length - found
  return {
    found,
    lost: all - found,
    falseMatches,
    precision: matches.length === 0 ? 1 : found / matches.length,
    recall: found / all,
  }
}

export const isOurMatch = ({ person, entry }: Pair): boolean =>
  matching(person, [{ list: 'vigilancia', entry }]).length > 0

const f1 = ({ precision, recall }: Quality): number => (2 * precision * recall) / (precision + recall || 1)

/** Plain Jaro-Winkler at every threshold that changes the result. */
const atThresholds = (pairs: ReadonlyArray<Pair>, score: (pair: Pair) => number) => {
  const scores = new Map(pairs.map((pair) => [pair, score(pair)]))
  return [...new Set(scores.values())].map((threshold) => ({
    threshold,
    quality: qualityOf(pairs, (pair) => (scores.get(pair) ?? 0) >= threshold),
  }))
}

/** The same score, but 0 if birth date, sex or country contradict each other. */
export const withFacts =
  (score: (pair: Pair) => number) =>
  (pair: Pair): number =>
    disqualificationsOf(pair.entry, pair.person).length > 0 ? -1 : score(pair)

/** The best thresholds of a score: for precision and recall together, and for not missing any match. */
export const bestThresholds = (pairs: ReadonlyArray<Pair>, score: (pair: Pair) => number) => {
  const all = atThresholds(pairs, score)
  const atMost = (falseMatches: number) =>
    all
      .filter(({ quality }) => quality.falseMatches <= falseMatches)
      .toSorted((one, other) => other.quality.found - one.quality.found)[0]
  const [best] = all.toSorted((one, other) => f1(other.quality) - f1(one.quality))
  const [complete] = all
    .filter(({ quality }) => quality.lost === 0)
    .toSorted((one, other) => other.threshold - one.threshold)
  if (best === undefined || complete === undefined) throw new Error('no pairs')
  return { best, complete, atMost }
}
