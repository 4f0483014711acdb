import { Effect, Layer, Option, Redacted, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { Bytes, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { processorKeyContext } from '#adapters/postgres/rows/Rows.ts'
import { AccountUnknown } from '#ports/AccountAdministration.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { Secrets } from '#ports/Secrets.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

const unreadable = 'a processor key is sealed with a key that this replica does not have'
const accountsIn = rowsOf(Schema.Struct({ account_id: Schema.String }))
const rowIn = rowOf(Schema.Struct({ destination: Schema.String, key_id: Schema.String, sealed: Bytes }))

export const layer = Layer.effect(
  ProcessorAccounts,
  Effect.gen(function* () {
    const { api: sql, answering } = yield* Database
    const secrets = yield* Secrets

    return ProcessorAccounts.of({
      credentialsOf: Effect.fnUntraced(function* (accountId) {
        const rows = yield* answering(sql`
          SELECT destination, key_id, sealed FROM processor_accounts WHERE account_id = ${accountId}`)
        const row = Option.getOrNull(rowIn(rows))
        if (row === null) return Option.none()
        const { destination, key_id: keyId, sealed: bytes } = row
        const key = Option.getOrNull(secrets.open({ keyId, bytes }, processorKeyContext(accountId, destination)))
        // Another replica may have the sealing key, so the payment is not refused and can be asked for again.
        if (key === null) return yield* new StorageUnavailable({ kind: 'unfit', reason: unreadable })
        return Option.some({ restrictedKey: Redacted.make(key), destination })
      }),
      accounts: Effect.map(answering(sql`SELECT account_id FROM processor_accounts ORDER BY account_id`), (rows) =>
        accountsIn(rows).map(({ account_id }) => account_id),
      ),
      put: (accountId, { restrictedKey, destination }) => {
        const { keyId, bytes } = secrets.seal(
          Redacted.value(restrictedKey),
          processorKeyContext(accountId, destination),
        )
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
