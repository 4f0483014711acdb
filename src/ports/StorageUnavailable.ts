import { Schema } from 'effect'

/** The database could not be reached or did not answer in time; nothing is known to have been done. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()('StorageUnavailable', {
  /** What failed, without any value of a statement. */
  reason: Schema.String,
}) {}

/** Why the storage did nothing, although it answered. */
export const blockedReasons = {
  Locked: 'locked by another session',
  KeyMissing: 'the database lacks the data key',
  Unreadable: 'a verification is sealed by a key that this replica lacks',
} as const
