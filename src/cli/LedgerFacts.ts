import type { Discrepancy } from '#ports/Ledger.ts'
import type { Facts } from './Output.ts'

/** What does not agree, as the operator sees it. */
export const factsOf = ({ promise, accountId, subject, found, expected }: Discrepancy): Facts => ({
  account: accountId,
  promise,
  subject,
  found,
  expected,
})
