import { Schema } from 'effect'

/** An account of the simulator, with the credentials that a real service would show only once. */
const KnownAccount = Schema.Struct({
  account: Schema.Struct({
    id: Schema.String,
    mode: Schema.Literals(['consumo', 'connect']),
    plan: Schema.Struct({
      priceCentavos: Schema.Int,
      requestsPerMinute: Schema.Int,
      monthlyQuota: Schema.NullOr(Schema.Int),
    }),
  }),
  apiKey: Schema.String,
  signingSecret: Schema.String,
  /** What it was first credited with. */
  creditCentavos: Schema.Int,
})
export type KnownAccount = typeof KnownAccount.Type

/** A key as it was issued, in simulated time. */
const IssuedKey = Schema.Struct({
  name: Schema.String,
  apiKey: Schema.String,
  issuedAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
})

/** An account with all that was done with it since it was opened. */
const KeptAccount = Schema.Struct({
  ...KnownAccount.fields,
  /** Oldest first. */
  keys: Schema.Array(IssuedKey),
  /** The signing secret of a rotation in progress. */
  nextSecret: Schema.NullOr(Schema.String),
  isActive: Schema.Boolean,
})
export type KeptAccount = typeof KeptAccount.Type

/** Each account has a note of its own, with this name and its own. */
export const notePrefix = 'account '
const Note = Schema.fromJsonString(KeptAccount)
export const decodeNote = Schema.decodeUnknownOption(Note)
export const encodeNote = Schema.encodeSync(Note)
