import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { OptionalInstant, onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { transferIn, transfersIn } from '#adapters/postgres/rows/TransferRecordRow.ts'
import { alarmingAttempts } from '#domain/delivery/Transfer.ts'
import { TransferRecords } from '#ports/TransferRecords.ts'
import { chosenTransfers } from './ChosenTransfers.ts'

const countsIn = onlyRowOf(Schema.Struct({ queued: Schema.Int, alarming: Schema.Int, oldest: OptionalInstant }))

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
      count: (now) =>
        Effect.map(
          dispatching(sql`
            SELECT count(*)::integer AS queued,
                   (count(*) FILTER (WHERE attempts >= ${alarmingAttempts}))::integer AS alarming,
                   min(due_at) FILTER (WHERE replica_id IS NULL AND due_at <= ${DateTime.toDate(now)}) AS oldest
              FROM transfers WHERE due_at IS NOT NULL`),
          (rows) => {
            const { oldest, ...counts } = countsIn(rows)
            return { ...counts, oldestDueAt: Option.fromNullOr(oldest) }
          },
        ),
    })
  }),
)
