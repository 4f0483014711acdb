import { Schema } from 'effect'
import type { Account } from '#domain/account/Account.ts'

export const AccountRow = Schema.Struct({
  account_id: Schema.String,
  mode: Schema.Literals(['consumo', 'connect']),
  price: Schema.Int,
  requests_per_minute: Schema.Int,
  monthly_quota: Schema.NullOr(Schema.Int),
})

export const accountOf = (row: typeof AccountRow.Type): Account => ({
  id: row.account_id,
  mode: row.mode,
  plan: {
    priceCentavos: row.price,
    requestsPerMinute: row.requests_per_minute,
    monthlyQuota: row.monthly_quota,
  },
})
