import { Effect, Layer, Schema } from 'effect'
import { Partners } from '#ports/Partners.ts'
import { Database } from './connection/Database.ts'
import { rowsOf } from './rows/Columns.ts'

const rowsIn = rowsOf(
  Schema.Struct({
    account_id: Schema.String,
    mode: Schema.Literals(['consumo', 'connect']),
    verifications_left: Schema.NullOr(Schema.Finite),
  }),
)

export const layer = Layer.effect(
  Partners,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    return Partners.of({
      recent: (most) =>
        Effect.map(
          working(sql`
            SELECT a.account_id, a.mode,
                   CASE WHEN a.mode = 'consumo' AND a.status = 'activa' AND a.price_centavos > 0
                        THEN ((a.settled_centavos - a.held_centavos) / a.price_centavos)::float8 END AS verifications_left
              FROM accounts a
              LEFT JOIN LATERAL (
                SELECT v.created_at FROM verifications v WHERE v.account_id = a.account_id AND v.retired_at IS NULL
                 ORDER BY v.created_at DESC LIMIT 1) AS latest ON true
             ORDER BY latest.created_at DESC NULLS LAST, a.account_id LIMIT ${most}`),
          (rows) =>
            rowsIn(rows).map(({ account_id: accountId, mode, verifications_left: verificationsLeft }) => ({
              accountId,
              mode,
              verificationsLeft,
            })),
        ),
    })
  }),
)
