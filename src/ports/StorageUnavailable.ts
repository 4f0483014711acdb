import { Effect, Schema } from 'effect'

/** Decides what an operator can do. Code must depend on it and not on the text of `reason`. */
const StorageFault = Schema.Literals(['unreached', 'no_answer', 'role', 'schema', 'unfit'])

/**
 * The database could not be reached or did not respond in time, so it is unknown whether the statement was executed.
 * With `role` and `schema` the database refused the statement and did nothing.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()('StorageUnavailable', {
  kind: StorageFault.pipe(Schema.withConstructorDefault(Effect.succeed('unreached'))),
  /** What failed, without values of the statement. */
  reason: Schema.String,
  /** The code of the database or of Node, for example `55P03`; null if it has no code. */
  code: Schema.NullOr(Schema.String).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
}) {
  override get message() {
    return this.code === null ? this.reason : `${this.reason} ${this.code}`
  }
}

/** Why the storage responded but did nothing. */
export const blockedReasons = {
  Locked: 'locked by another session',
  KeyMissing: 'the database lacks the data key',
  Unreadable: 'a verification is sealed with a key that this replica does not have',
} as const
