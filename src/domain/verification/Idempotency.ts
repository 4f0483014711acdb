/** A decoded JSON value. */
type Decoded =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Decoded>
  | { readonly [name: string]: Decoded | undefined }

/**
 * The canonical text of a decoded body. Two bodies are the same if and only if their canonical texts are equal. The
 * order of members does not matter, and an absent member equals null (contract 4.26).
 */
export const canonical = (value: Decoded): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value)
    .filter((member): member is [string, Decoded] => member[1] !== undefined && member[1] !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
