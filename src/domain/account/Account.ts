import type { BillingMode } from '#domain/verification/Terms.ts'

/** What an account pays and may ask for. */
export interface Plan {
  readonly priceCentavos: number
  /** Verifications requested per minute and key. */
  readonly requestsPerMinute: number
  /** Verifications created per calendar month of Mexico City; null when the plan has none. */
  readonly monthlyQuota: number | null
}

/** A partner's account. `id` is the `tenant` of the interface. */
export interface Account {
  readonly id: string
  readonly mode: BillingMode
  readonly plan: Plan
}

/** Who is asking: an active account through one of its keys. */
export interface Principal {
  readonly account: Account
  /** Unique within the account. */
  readonly keyId: string
}

/**
 * Prepaid money of an account: `settledCentavos` is the `saldo` partners see; every verification
 * `en_proceso` holds its price until it ends. 0 ≤ held ≤ settled at every instant.
 */
export interface Balance {
  readonly settledCentavos: number
  readonly heldCentavos: number
}
