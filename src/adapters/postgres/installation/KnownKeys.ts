import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { ProcessRefused } from '#adapters/postgres/connection/ProcessRefused.ts'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type GivenKey, Secrets } from '#ports/Secrets.ts'

const unlike = ({ use, keyId, fingerprint }: GivenKey, known: string): string => {
  const marks = `fingerprint ${fingerprint}, known is ${known}`
  return use === 'digest'
    ? `COTEJO_DIGEST_KEY is not the key that this database was created with (${marks}): no API key would be recognised`
    : `COTEJO_SEALING_KEYS has another value for "${keyId}" than this database was used with (${marks})`
}

const knownIn = rowsOf(Schema.Struct({ use: Schema.String, key_id: Schema.String, fingerprint: Schema.String }))

/** Why a process must not work with its keys; null if it may. */
export const refusedKeys = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  const { givenKeys } = yield* Secrets
  const known = knownIn(yield* working(sql`SELECT use, key_id, fingerprint FROM known_keys`))
  const wrong = givenKeys.flatMap((key) => {
    const noted = known.find(({ use, key_id }) => use === key.use && key_id === key.keyId)
    return noted === undefined || noted.fingerprint === key.fingerprint
      ? []
      : [{ use: key.use, found: unlike(key, noted.fingerprint) }]
  })
  return wrong.length === 0
    ? null
    : new ProcessRefused({
        kind: 'keys',
        found: wrong.map(({ found }) => found).join('; '),
        action: wrong.every(({ use }) => use === 'digest')
          ? 'Restore the right key.'
          : 'Restore the right key: a new sealing key needs a new name.',
      })
})

/** Records this process's keys that are not recorded yet, unless one differs from the key recorded under its name. */
export const noteKeys = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  const given = JSON.stringify((yield* Secrets).givenKeys)
  yield* working(sql`
    WITH given AS (
      SELECT use, "keyId" AS key_id, fingerprint
        FROM jsonb_to_recordset(${given}::jsonb) AS k(use text, "keyId" text, fingerprint text)
    )
    INSERT INTO known_keys (use, key_id, fingerprint)
    SELECT use, key_id, fingerprint FROM given
     WHERE NOT EXISTS (SELECT FROM known_keys k JOIN given g USING (use, key_id) WHERE k.fingerprint <> g.fingerprint)
    ON CONFLICT (use, key_id) DO UPDATE SET use = excluded.use`)
})

const usedIn = rowsOf(Schema.Struct({ key_id: Schema.String }))

/** The sealing keys that stored data needs and that this process does not have. */
export const missingKeys = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  const { givenKeys } = yield* Secrets
  const used = yield* working(sql`
    SELECT DISTINCT key_id FROM data_keys UNION SELECT key_id FROM signing_secrets
     UNION SELECT key_id FROM processor_accounts ORDER BY key_id`).pipe(Effect.map(usedIn))
  return used.map(({ key_id }) => key_id).filter((name) => givenKeys.every(({ keyId }) => keyId !== name))
})
