import type { BillingMode } from '#domain/verification/Terms.ts'

/** The price and the limits of an account. */
export interface Plan {
  readonly priceCentavos: number
  readonly requestsPerMinute: number
  /** Verifications created per calendar month of Mexico City; null if the plan has no quota. */
  readonly monthlyQuota: number | null
}

/** A partner's account. `id` is the `tenant` of the interface. */
export interface Account {
  readonly id: string
  readonly mode: BillingMode
  readonly plan: Plan
}

/** The caller: an active account and the key that it presented. */
export interface Principal {
  readonly account: Account
  /** Unique within the account. */
  readonly keyId: string
}

/**
 * An account's prepaid money. `settledCentavos` is the `saldo` that partners see. Every verification `en_proceso` holds
 * its price until it ends. 0 ≤ held ≤ settled at all times.
 */
export interface Balance {
  readonly settledCentavos: number
  readonly heldCentavos: number
}
