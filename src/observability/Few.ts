/** Names that get a label of their own in one process; all that come later share one. */
export const most = 50
const rest = 'otros'

/** Keeps the values of a label few, so that whoever names many things does not fill the memory of what collects them. */
export const few = (): ((name: string) => string) => {
  const known = new Set<string>()
  return (name) => {
    if (known.size < most) known.add(name)
    return known.has(name) ? name : rest
  }
}
