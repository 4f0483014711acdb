import leven from 'leven'

/** Whether two neighbouring letters stand in each other's place, and all else is the same. */
export const isSwap = (one: string, other: string): boolean => {
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  const swapped = one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2)
  return at >= 0 && one.length === other.length && swapped === other
}

/**
 * Edits that turn one text into another: letters put in, left out or changed (Levenshtein), or two
 * neighbours swapped, where that is all.
 */
export const editsBetween = (one: string, other: string): number => (isSwap(one, other) ? 1 : leven(one, other))

/** From 0 to 1, where nothing is to be edited. */
export const similarity = (one: string, other: string): number => {
  const longest = Math.max(one.length, other.length)
  return longest === 0 ? 1 : 1 - editsBetween(one, other) / longest
}
