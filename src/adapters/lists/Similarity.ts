import leven from 'leven'
import { isSwap } from '#domain/person/Slips.ts'

/**
 * The number of edits between two texts: letters inserted, removed or changed (Levenshtein). One swap of neighbouring
 * letters counts as 1 if it is the only difference.
 */
export const editsBetween = (one: string, other: string): number => (isSwap(one, other) ? 1 : leven(one, other))

/** From 0 to 1, where 1 means equal. */
export const similarity = (one: string, other: string): number => {
  const longest = Math.max(one.length, other.length)
  return longest === 0 ? 1 : 1 - editsBetween(one, other) / longest
}
