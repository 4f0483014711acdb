import type { DataKey } from '#ports/Secrets.ts'

/** The result of looking up a data key. `unreadable`: sealed by a service key that this replica does not have. */
export type FoundKey = DataKey | 'destroyed' | 'unreadable'
