import { Effect, Layer, Option, Redacted, Schema } from 'effect'
import { AccountUnknown } from '#ports/AccountAdministration.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { Secrets } from '#ports/Secrets.ts'
import { Database } from './connection/Database.ts'
import { Bytes, rowOf } from './rows/Columns.ts'
import { processorKeyContext } from './rows/Rows.ts'

const rowIn = rowOf(Schema.Struct({ destination: Schema.String, key_id: Schema.String, sealed: Bytes }))

export const layer = Layer.effect(
  ProcessorAccounts,
  Effect.gen(function* () {
    const { api: sql, answering } = yield* Database
    const secrets = yield* Secrets

    return ProcessorAccounts.of({
      credentialsOf: (accountId) =>
        answering(sql`
          SELECT destination, key_id, sealed FROM processor_accounts WHERE account_id = ${accountId}`).pipe(
          Effect.map(rowIn),
          Effect.map(
            Option.flatMap(({ destination, key_id: keyId, sealed: bytes }) =>
              Option.map(secrets.open({ keyId, bytes }, processorKeyContext(accountId)), (key) => ({
                restrictedKey: Redacted.make(key),
                destination,
              })),
            ),
          ),
        ),
      put: (accountId, { restrictedKey, destination }) => {
        const { keyId, bytes } = secrets.seal(Redacted.value(restrictedKey), processorKeyContext(accountId))
        return Effect.flatMap(
          answering(sql`
            INSERT INTO processor_accounts (account_id, destination, key_id, sealed)
            SELECT account_id, ${destination}, ${keyId}, ${bytes} FROM accounts WHERE account_id = ${accountId}
            ON CONFLICT (account_id) DO UPDATE
               SET destination = excluded.destination, key_id = excluded.key_id, sealed = excluded.sealed,
                   changed_at = now()
            RETURNING 1`),
          (rows) => (rows.length > 0 ? Effect.void : Effect.fail(new AccountUnknown({ accountId }))),
        )
      },
    })
  }),
)
