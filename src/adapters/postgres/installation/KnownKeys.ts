import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type GivenKey, Secrets } from '#ports/Secrets.ts'

/** This process was given another key than the one that the database's content was made with. */
class KeyRefused extends Schema.TaggedError<KeyRefused>()('KeyRefused', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

const unlike = ({ use, keyId, fingerprint }: GivenKey, known: string): string => {
  const marks = `fingerprint ${fingerprint}, known is ${known}`
  return use === 'digest'
    ? `COTEJO_DIGEST_KEY is not the key that this database was begun with (${marks}): no API key would be recognised. Put the right one back`
    : `COTEJO_SEALING_KEYS has another value for "${keyId}" than this database was used with (${marks}). Put the right one back: a new key has a new name`
}

const knownIn = rowsOf(Schema.Struct({ use: Schema.String, key_id: Schema.String, fingerprint: Schema.String }))

/** Notes the keys that nobody has noted before. Fails when one is not the key that was noted under its name. */
export const checkKeys = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  const { givenKeys } = yield* Secrets
  const given = JSON.stringify(givenKeys)
  const known = yield* working(sql`
    WITH given AS (
      SELECT use, "keyId" AS key_id, fingerprint
        FROM jsonb_to_recordset(${given}::jsonb) AS k(use text, "keyId" text, fingerprint text)
    ), unlike AS (
      SELECT FROM known_keys k JOIN given g USING (use, key_id) WHERE k.fingerprint <> g.fingerprint
    ), noted AS (
      INSERT INTO known_keys (use, key_id, fingerprint)
      SELECT use, key_id, fingerprint FROM given g
       WHERE NOT EXISTS (SELECT FROM unlike) OR EXISTS (SELECT FROM known_keys k WHERE k.use = g.use AND k.key_id = g.key_id)
      ON CONFLICT (use, key_id) DO UPDATE SET use = excluded.use
      RETURNING use, key_id, fingerprint
    )
    SELECT use, key_id, fingerprint FROM noted`).pipe(Effect.map(knownIn))
  for (const key of givenKeys) {
    const row = known.find(({ use, key_id }) => use === key.use && key_id === key.keyId)
    if (row !== undefined && row.fingerprint !== key.fingerprint) {
      return yield* new KeyRefused({ reason: unlike(key, row.fingerprint) })
    }
  }
})

const usedIn = rowsOf(Schema.Struct({ key_id: Schema.String }))

/** The sealing keys that what is stored needs, and this process was not given. */
export const missingKeys = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  const { givenKeys } = yield* Secrets
  const used = yield* working(sql`
    SELECT DISTINCT key_id FROM data_keys UNION SELECT key_id FROM signing_secrets
     UNION SELECT key_id FROM processor_accounts ORDER BY key_id`).pipe(Effect.map(usedIn))
  return used.map(({ key_id }) => key_id).filter((name) => givenKeys.every(({ keyId }) => keyId !== name))
})

/** It works with what it can open, and leaves the rest to others: whoever started it is told. */
const tellMissing = Effect.flatMap(missingKeys, (names) =>
  names.length === 0
    ? Effect.void
    : Effect.logError('what is stored needs sealing keys that this replica lacks', { keys: names.join(',') }),
)

/** Why this process must not work with its keys; null when it may. */
export const refusedKey = checkKeys.pipe(
  Effect.andThen(tellMissing),
  Effect.as(null),
  Effect.catchTag('KeyRefused', (refused) => Effect.succeed(refused)),
  Effect.tapCause((cause) => Effect.logDebug('the keys cannot be compared yet', cause)),
)
