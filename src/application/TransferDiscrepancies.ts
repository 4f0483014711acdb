import type { Discrepancy } from '#ports/Ledger.ts'
import type { MadeTransfer } from '#ports/Payments.ts'
import type { FoundTransfer } from '#ports/Recovery.ts'
import type { PaymentUse } from '#ports/TransferAdministration.ts'

const told = ({ transferId, amountCentavos, isReversed }: MadeTransfer): string =>
  `${transferId} of ${amountCentavos}${isReversed ? ', taken back' : ''}`
const toldWhole = (transfer: MadeTransfer): string => `${told(transfer)} for ${transfer.verificationId}`

/** The processor did not answer. */
export const unanswered = (accountId: string, subject: string | null, found: string): Discrepancy => ({
  promise: 'the processor can be asked for every transfer',
  accountId,
  subject,
  found,
  expected: 'an answer',
})

/** A transfer of a payment that backs no verification. */
export const unknown = (transfer: FoundTransfer): Discrepancy => ({
  promise: 'every transfer at the processor is recorded',
  accountId: transfer.accountId,
  subject: transfer.paymentIntentId,
  found: toldWhole(transfer),
  expected: 'a verification that it pays',
})

/** More than one transfer of a payment, whatever is recorded. Reversed transfers do not count. */
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

/** A recorded transfer that the processor does not have, or has with a different amount. */
export const different = (
  { accountId, verificationId, transfer }: PaymentUse,
  made: ReadonlyArray<MadeTransfer>,
): ReadonlyArray<Discrepancy> => {
  // A pending transfer may exist already: its answer was lost, or the database was restored from before it.
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
