/** How a word differs from another by a typing slip, or as the name of the other sex. */

/** Whether the texts differ only by two swapped neighbouring letters. */
export const isSwap = (one: string, other: string): boolean => {
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  const swapped = one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2)
  return at >= 0 && one.length === other.length && swapped === other
}

/** The number of letters at the start that are equal. */
const sharedStart = (one: string, other: string): number => {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

/** Whether one letter was inserted, removed or changed, or two neighbouring letters were swapped. */
export const isOneSlip = (one: string, other: string): boolean => {
  if (one === other) return false
  if (isSwap(one, other)) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const start = sharedStart(short, long)
  const isChanged = short.length === long.length && short.slice(start + 1) === long.slice(start + 1)
  return isChanged || short.slice(start) === long.slice(start + 1)
}

/** Julio and Julia, Daniel and Daniela: male and female forms are different names, not a slip. */
export const areMaleAndFemale = (one: string, other: string): boolean =>
  one.endsWith('A') !== other.endsWith('A') && one.replace(/[AO]$/, '') === other.replace(/[AO]$/, '')
