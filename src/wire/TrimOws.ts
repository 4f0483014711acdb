const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/**
 * A header's value without the spaces and tabs around it (RFC 9110, 5.5). It reads from both ends once: a regular
 * expression would search for the end again from each space inside.
 */
export const trimOws = (value: string): string => {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value[start])) start += 1
  while (end > start && isBlank(value[end - 1])) end -= 1
  return value.slice(start, end)
}
