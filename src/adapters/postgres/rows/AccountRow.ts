import type { Account, BillingMode } from '#domain/account/Account.ts'

/** The columns of `accounts` that make up an account. */
export interface AccountRow {
  readonly account_id: string
  readonly mode: BillingMode
  readonly price: number
  readonly requests_per_minute: number
  readonly monthly_quota: number | null
}

export const accountOf = (row: AccountRow): Account => ({
  id: row.account_id,
  mode: row.mode,
  plan: {
    priceCentavos: row.price,
    requestsPerMinute: row.requests_per_minute,
    monthlyQuota: row.monthly_quota,
  },
})
