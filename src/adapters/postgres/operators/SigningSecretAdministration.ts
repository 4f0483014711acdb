import { Effect, Layer, Redacted, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { Instant, onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { signingSecretContext } from '#adapters/postgres/rows/Rows.ts'
import { AccountUnknown } from '#ports/AccountAdministration.ts'
import { Secrets } from '#ports/Secrets.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'

const issuedIn = onlyRowOf(Schema.Struct({ known: Schema.Boolean, issued: Schema.Boolean }))
const secretsIn = rowsOf(Schema.Struct({ role: Schema.Literals(['actual', 'siguiente']), issued_at: Instant }))

export const layer = Layer.effect(
  SigningSecretAdministration,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const secrets = yield* Secrets

    const seal = (accountId: string, secret: Redacted.Redacted) =>
      secrets.seal(Redacted.value(secret), signingSecretContext(accountId))
    const some = (rows: ReadonlyArray<unknown>) => rows.length > 0

    return SigningSecretAdministration.of({
      issue: Effect.fnUntraced(function* (accountId, secret) {
        const { keyId, bytes } = seal(accountId, secret)
        const rows = yield* working(sql`
          WITH issued AS (
            INSERT INTO signing_secrets (account_id, role, key_id, sealed)
            SELECT account_id, 'actual', ${keyId}, ${bytes} FROM accounts WHERE account_id = ${accountId}
            ON CONFLICT DO NOTHING RETURNING 1
          )
          SELECT EXISTS (SELECT 1 FROM accounts WHERE account_id = ${accountId}) AS known,
                 EXISTS (SELECT 1 FROM issued) AS issued`)
        const { known, issued } = issuedIn(rows)
        return known ? issued : yield* new AccountUnknown({ accountId })
      }),
      rotate: (accountId, next) => {
        const { keyId, bytes } = seal(accountId, next)
        return Effect.map(
          working(sql`
            INSERT INTO signing_secrets (account_id, role, key_id, sealed)
            SELECT account_id, 'siguiente', ${keyId}, ${bytes} FROM signing_secrets
             WHERE account_id = ${accountId} AND role = 'actual'
            ON CONFLICT (account_id, role)
              DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed, issued_at = now()
            RETURNING 1`),
          some,
        )
      },
      // One statement copies the next secret into the current row: two statements could leave the account without one.
      activate: (accountId) =>
        Effect.map(
          working(sql`
            WITH next AS (
              DELETE FROM signing_secrets WHERE account_id = ${accountId} AND role = 'siguiente' RETURNING *
            )
            UPDATE signing_secrets s SET key_id = next.key_id, sealed = next.sealed, issued_at = next.issued_at
              FROM next WHERE s.account_id = next.account_id AND s.role = 'actual'
            RETURNING 1`),
          some,
        ),
      abort: (accountId) =>
        Effect.map(
          working(sql`
            DELETE FROM signing_secrets WHERE account_id = ${accountId} AND role = 'siguiente' RETURNING 1`),
          some,
        ),
      isTried: (accountId) =>
        Effect.map(
          working(sql`
            SELECT 1 FROM signing_secrets s JOIN delivery_attempts a USING (account_id)
             WHERE s.account_id = ${accountId} AND s.role = 'siguiente' AND a.started_at > s.issued_at
               AND a.status BETWEEN 200 AND 299 LIMIT 1`),
          some,
        ),
      list: (accountId) =>
        working(sql`SELECT role, issued_at FROM signing_secrets WHERE account_id = ${accountId} ORDER BY role`).pipe(
          Effect.map(secretsIn),
          Effect.map((rows) => rows.map(({ role, issued_at }) => ({ role, issuedAt: issued_at }))),
        ),
    })
  }),
)
