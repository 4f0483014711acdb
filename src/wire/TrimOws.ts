const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/**
 * A header's value without the blanks around it, which are space and tab (RFC 9110, 5.5). Read once from
 * either end: a regular expression would try the end again from every blank inside.
 */
export const trimOws = (value: string): string => {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value[start])) start += 1
  while (end > start && isBlank(value[end - 1])) end -= 1
  return value.slice(start, end)
}
