import { matching } from '#adapters/lists/Matching.ts'
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
