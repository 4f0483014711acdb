/** Forgets what was noted longest ago, beyond so many. */
export const forgetOldest = <A>(most: number, noted: Map<string, A> | Set<string>): void => {
  // To look for the oldest passes whatever was deleted before it, thousands where each comes again and again.
  if (noted.size <= most) return
  for (const oldest of noted.keys()) {
    if (noted.size <= most) return
    noted.delete(oldest)
  }
}
