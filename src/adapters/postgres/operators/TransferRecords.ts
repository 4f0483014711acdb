import { Effect, Layer } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { transferIn, transfersIn } from '#adapters/postgres/rows/TransferRecordRow.ts'
import { TransferRecords } from '#ports/TransferRecords.ts'
import { chosenTransfers } from './ChosenTransfers.ts'

export const layer = Layer.effect(
  TransferRecords,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database
    const { records, chosen } = chosenTransfers(sql)

    return TransferRecords.of({
      find: (accountId, verificationId) =>
        Effect.map(
          dispatching(sql`${records} WHERE t.account_id = ${accountId} AND t.verification_id = ${verificationId}`),
          transferIn,
        ),
      list: ({ state, ...filter }, limit) =>
        Effect.map(
          dispatching(sql`${records}
             WHERE ${sql.and([...chosen(filter), ...(state === null ? [] : [sql`t.state = ${state}`])])}
             ORDER BY t.sequence DESC LIMIT ${limit}`),
          transfersIn,
        ),
    })
  }),
)
