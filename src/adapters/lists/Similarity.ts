import leven from 'leven'

/** Whether the texts differ only by two swapped neighbouring letters. */
export const isSwap = (one: string, other: string): boolean => {
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  const swapped = one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2)
  return at >= 0 && one.length === other.length && swapped === other
}

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
