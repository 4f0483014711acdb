import { Schema } from 'effect'

/** The database could not be reached or did not answer in time; nothing is known to have been done. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()('StorageUnavailable', {
  /** What failed, without any value of a statement. */
  reason: Schema.String,
}) {}
