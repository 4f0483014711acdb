import type { Discrepancy } from '#ports/Ledger.ts'
import type { MadeTransfer } from '#ports/Payments.ts'
import type { FoundTransfer } from '#ports/Recovery.ts'
import type { PaymentUse } from '#ports/TransferRecords.ts'

const told = ({ transferId, amountCentavos, isReversed }: MadeTransfer): string =>
  `${transferId} of ${amountCentavos}${isReversed ? ', taken back' : ''}`
const toldWhole = (transfer: MadeTransfer): string => `${told(transfer)} for ${transfer.verificationId}`

/** The processor was asked, and did not tell. */
export const unanswered = (accountId: string, subject: string | null, found: string): Discrepancy => ({
  promise: 'the processor can be asked for every transfer',
  accountId,
  subject,
  found,
  expected: 'an answer',
})

/** A transfer of a payment that backs nothing here. */
export const unknown = (transfer: FoundTransfer): Discrepancy => ({
  promise: 'the books know every transfer that the processor has',
  accountId: transfer.accountId,
  subject: transfer.paymentIntentId,
  found: toldWhole(transfer),
  expected: 'a verification that it pays',
})

/** More than one transfer of a payment, whatever the books say of it. Those that were taken back do not count. */
export const doubled = (
  accountId: string,
  paymentIntentId: string,
  made: ReadonlyArray<MadeTransfer>,
): ReadonlyArray<Discrepancy> => {
  const standing = made.filter(({ isReversed }) => !isReversed)
  if (standing.length < 2) return []
  return [
    {
      promise: 'a payment is transferred once',
      accountId,
      subject: paymentIntentId,
      found: standing.map(toldWhole).join(', '),
      expected: 'one transfer',
    },
  ]
}

/** What is recorded of a payment's transfer, and the processor has not, or has otherwise. */
export const different = (
  { accountId, verificationId, transfer }: PaymentUse,
  made: ReadonlyArray<MadeTransfer>,
): ReadonlyArray<Discrepancy> => {
  // One that waits may have been made already: its answer was lost, or the books are older than it.
  if (transfer?.state !== 'ejecutada') return []
  const isRecorded = made.some(({ transferId }) => transferId === transfer.transferId)
  const isPaid = made.some((one) => !one.isReversed && one.amountCentavos === transfer.amountCentavos)
  if (isRecorded && isPaid) return []
  return [
    {
      promise: 'the processor has the transfer that is recorded',
      accountId,
      subject: verificationId,
      found: made.length === 0 ? 'none' : made.map(told).join(', '),
      expected: `${transfer.transferId} of ${transfer.amountCentavos}`,
    },
  ]
}
