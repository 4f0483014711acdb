/** Names that get a label of their own in one process; all that come later share one. */
export const most = 50
const rest = 'otros'

/** Limits the values of a label: later ones share one, so that they do not fill the memory of the collector. */
export const boundedLabel = (): ((name: string) => string) => {
  const known = new Set<string>()
  return (name) => {
    if (known.size < most) known.add(name)
    return known.has(name) ? name : rest
  }
}
