/** Billing mode configured on the partner's account; it governs, whatever a request says (contract 1.10). */
export type BillingMode = 'consumo' | 'connect'

/** What was agreed when the verification was created; later changes of the account do not touch it. */
export interface Terms {
  readonly mode: BillingMode
  readonly priceCentavos: number
  /** The applicant's payment that backs the verification, in mode `connect`. */
  readonly paymentIntentId: string | null
}
