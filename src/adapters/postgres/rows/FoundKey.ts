import type { DataKey } from '#ports/Secrets.ts'

/** What a name stands for. `unreadable`: sealed by a key of the service that this replica does not know. */
export type FoundKey = DataKey | 'destroyed' | 'unreadable'
