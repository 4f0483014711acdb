/** The billing mode of the partner's account. It applies whatever a request says (contract 1.10). */
export type BillingMode = 'consumo' | 'connect'

/** The terms fixed at creation. Later changes of the account do not affect them. */
export interface Terms {
  readonly mode: BillingMode
  readonly priceCentavos: number
  /** The applicant's payment for the verification; null in mode `consumo`. */
  readonly paymentIntentId: string | null
}
