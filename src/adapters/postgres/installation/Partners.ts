import { Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { named, OptionalInstant, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type Partner, Partners } from '#ports/Partners.ts'

const rowsIn = named(
  rowsOf<Partner>(
    Schema.Struct({
      accountId: Schema.String,
      mode: Schema.Literals(['consumo', 'connect']),
      verificationsLeft: Schema.NullOr(Schema.Finite),
      keyExpiresAt: OptionalInstant,
    }),
  ),
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
                        THEN ((a.settled_centavos - a.held_centavos) / a.price_centavos)::float8 END AS verifications_left,
                   (SELECT min(k.expires_at) FROM api_keys k JOIN api_key_uses u USING (account_id, key_id)
                     WHERE k.account_id = a.account_id AND k.revoked_at IS NULL AND k.expires_at > now()
                       AND u.last_at > now() - interval '7 days') AS key_expires_at
              FROM accounts a
              LEFT JOIN LATERAL (
                SELECT v.created_at FROM verifications v WHERE v.account_id = a.account_id AND v.retired_at IS NULL
                 ORDER BY v.created_at DESC LIMIT 1) AS latest ON true
             ORDER BY latest.created_at DESC NULLS LAST, a.account_id LIMIT ${most}`),
          rowsIn,
        ),
    })
  }),
)
