/** A JSON value as it was decoded. */
type Decoded =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Decoded>
  | { readonly [name: string]: Decoded | undefined }

/**
 * The canonical text of a decoded body: two bodies are "the same" exactly when their canonical texts
 * are. Member order does not matter, and an absent member is the same as null (contract 4.26).
 */
export const canonical = (value: Decoded): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value)
    .filter((member): member is [string, Decoded] => member[1] !== undefined && member[1] !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
