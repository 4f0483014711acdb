import { DateTime, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { DeliveryAdministration, type ResendFilter } from '#ports/DeliveryAdministration.ts'

const countIn = onlyRowOf(Schema.Struct({ count: Schema.Int }))

export const layer = Layer.effect(
  DeliveryAdministration,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database

    const resendable = (accountId: string, { state, host, since, until }: ResendFilter, most: number) => sql`
      SELECT o.account_id, o.verification_id
        FROM deliveries o JOIN verifications v USING (account_id, verification_id)
       WHERE ${sql.and([
         sql`o.account_id = ${accountId} AND o.state = ${state} AND o.resend_at IS NULL`,
         ...(host === null ? [] : [sql`o.host = ${host}`]),
         ...(since === null ? [] : [sql`v.resolved_at >= ${DateTime.toDate(since)}`]),
         ...(until === null ? [] : [sql`v.resolved_at < ${DateTime.toDate(until)}`]),
       ])}
       ORDER BY o.sequence LIMIT ${most}`

    return DeliveryAdministration.of({
      resendable: (accountId, which, most) =>
        Effect.map(
          dispatching(sql`SELECT count(*)::integer AS count FROM (${resendable(accountId, which, most)}) AS chosen`),
          (rows) => countIn(rows).count,
        ),
      resendAll: (accountId, which, at, most) =>
        Effect.map(
          dispatching(sql`
            UPDATE deliveries d SET resend_at = ${DateTime.toDate(at)}
             WHERE (d.account_id, d.verification_id) IN (${resendable(accountId, which, most)}) RETURNING 1`),
          (rows) => rows.length,
        ),
    })
  }),
)
