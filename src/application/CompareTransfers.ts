import { Effect, Option } from 'effect'
import type { Discrepancy } from '#ports/Ledger.ts'
import { type MadeTransfer, Payments, type ProcessorCredentials } from '#ports/Payments.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { type FoundTransfer, Recovery } from '#ports/Recovery.ts'
import { type PaymentUse, TransferAdministration } from '#ports/TransferAdministration.ts'
import { allTransfers, type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'

const described = ({ transferId, amountCentavos, isReversed }: MadeTransfer): string =>
  `${transferId} of ${amountCentavos}${isReversed ? ', taken back' : ''}`
const describedWhole = (transfer: MadeTransfer): string => `${described(transfer)} for ${transfer.verificationId}`

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
  found: describedWhole(transfer),
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
      found: standing.map(describedWhole).join(', '),
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
      found: made.length === 0 ? 'none' : made.map(described).join(', '),
      expected: `${transfer.transferId} of ${transfer.amountCentavos}`,
    },
  ]
}

/** The latest recorded transfers that no list contains are looked up one by one, up to `atOnce` at a time. */
const latest = 10_000
const atOnce = 8

export interface Comparison {
  /** Recorded transfers that are different at the processor, and payments that were transferred twice. */
  readonly discrepancies: ReadonlyArray<Discrepancy>
  /** Transfers of payments that back no verification, except those that a recovery has recorded. */
  readonly unknown: ReadonlyArray<FoundTransfer>
  /** Those that a recovery has recorded. */
  readonly noted: ReadonlyArray<FoundTransfer>
  /** Questions that the processor did not answer. */
  readonly unanswered: ReadonlyArray<Discrepancy>
}

/** The transfers listed with one account's key; `failure` is the reason if the processor did not answer. */
interface Listed {
  readonly accountId: string
  readonly credentials: ProcessorCredentials
  readonly failure: string | null
  readonly found: ReadonlyArray<FoundTransfer>
}

/**
 * Compares the processor's transfers with the recorded ones: the latest 10,000 to each destination, and the latest
 * 10,000 recorded ones.
 */
export const compareTransfers = Effect.gen(function* () {
  const records = yield* TransferRecords
  const { usesOf } = yield* TransferAdministration
  const processors = yield* ProcessorAccounts
  const payments = yield* Payments
  const recovery = yield* Recovery

  const list = (accountId: string, credentials: ProcessorCredentials): Effect.Effect<Listed> =>
    Effect.match(payments.latestTransfers(credentials), {
      onFailure: ({ reason }) => ({ accountId, credentials, failure: reason, found: [] }),
      onSuccess: (made) => ({
        accountId,
        credentials,
        failure: null,
        found: made.map((one) => ({ ...one, accountId })),
      }),
    })
  const lists = Effect.flatMap(processors.accounts, (accounts) =>
    Effect.forEach(accounts, (accountId) =>
      Effect.flatMap(processors.credentialsOf(accountId), (credentials) =>
        Effect.forEach(Option.toArray(credentials), (known) => list(accountId, known)),
      ),
    ),
  ).pipe(Effect.map((all) => new Map(all.flat().map((one) => [one.accountId, one]))))

  /** Looks up a recorded transfer that no list contains. */
  const askFor = Effect.fnUntraced(function* (record: TransferRecord, listed: Listed | undefined) {
    const { accountId, verificationId, paymentIntentId } = record
    const silent = (reason: string) => ({
      discrepancies: [],
      silent: [unanswered(accountId, verificationId, reason)],
    })
    if (listed === undefined) return silent('no key to ask the processor with')
    // The failed list is reported once, not for each transfer.
    if (listed.failure !== null) return { discrepancies: [], silent: [] }
    return yield* Effect.match(payments.transfersOf(listed.credentials, paymentIntentId), {
      onFailure: ({ reason }) => silent(reason),
      onSuccess: (made) => ({
        discrepancies: [
          ...doubled(accountId, paymentIntentId, made),
          ...different({ ...record, transfer: record }, made),
        ],
        silent: [],
      }),
    })
  })

  const listed = yield* lists
  // Accounts may share a destination, so transfers are deduplicated by ID.
  const found = new Map(
    [...listed.values()].flatMap((one) => one.found.map((made) => [made.transferId, made] as const)),
  )
  const byPayment = Map.groupBy(found.values(), ({ paymentIntentId }) => paymentIntentId)
  const uses = yield* usesOf([...byPayment.keys()])
  const used = new Set(uses.map(({ paymentIntentId }) => paymentIntentId))
  const unused = [...found.values()].filter(
    ({ isReversed, paymentIntentId }) => !isReversed && !used.has(paymentIntentId),
  )
  const noted = yield* recovery.noted(unused.map(({ transferId }) => transferId))
  const unlisted = (yield* records.list({ ...allTransfers, state: 'ejecutada' }, latest)).filter(
    ({ paymentIntentId }) => !byPayment.has(paymentIntentId),
  )
  const asked = yield* Effect.forEach(unlisted, (record) => askFor(record, listed.get(record.accountId)), {
    concurrency: atOnce,
  })
  const comparison: Comparison = {
    discrepancies: [
      ...[...byPayment].flatMap(([payment, made]) => doubled(made[0]?.accountId ?? '', payment, made)),
      ...uses.flatMap((use) => different(use, byPayment.get(use.paymentIntentId) ?? [])),
      ...asked.flatMap(({ discrepancies }) => discrepancies),
    ],
    unknown: unused.filter(({ transferId }) => !noted.has(transferId)),
    noted: unused.filter(({ transferId }) => noted.has(transferId)),
    unanswered: [
      ...[...listed.values()].flatMap(({ accountId, failure }) =>
        failure === null ? [] : [unanswered(accountId, null, failure)],
      ),
      ...asked.flatMap(({ silent }) => silent),
    ],
  }
  return comparison
})
