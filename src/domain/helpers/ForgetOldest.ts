/** Evicts the oldest entries beyond a limit. */
export const forgetOldest = <A>(most: number, noted: Map<string, A> | Set<string>): void => {
  // Checked first: finding the oldest passes all entries deleted before it, which may be thousands.
  if (noted.size <= most) return
  for (const oldest of noted.keys()) {
    if (noted.size <= most) return
    noted.delete(oldest)
  }
}
