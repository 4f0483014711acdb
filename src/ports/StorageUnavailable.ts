import { Effect, Schema } from 'effect'

/** What an operator can do about it depends on this alone; the words of the reason may change. */
const StorageFault = Schema.Literals(['unreached', 'no_answer', 'role', 'schema', 'unfit'])

/**
 * The database could not be reached or did not answer in time; nothing is known to have been done. With `role` and
 * `schema` the database refused, and did nothing.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()('StorageUnavailable', {
  kind: StorageFault.pipe(Schema.withConstructorDefault(Effect.succeed('unreached'))),
  /** What failed, without any value of a statement. */
  reason: Schema.String,
  /** What the database or Node calls it, as `55P03`; null where nothing does. */
  code: Schema.NullOr(Schema.String).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
}) {
  override get message() {
    return this.code === null ? this.reason : `${this.reason} ${this.code}`
  }
}

/** Why the storage did nothing, although it answered. */
export const blockedReasons = {
  Locked: 'locked by another session',
  KeyMissing: 'the database lacks the data key',
  Unreadable: 'a verification is sealed by a key that this replica lacks',
} as const
