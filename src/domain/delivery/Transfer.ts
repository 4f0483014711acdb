import { DateTime, Duration } from 'effect'

/** What happened to a payment after it had backed an emitted verification; recorded for the operator. */
export type TransferRemark = 'reembolsado' | 'disputado'

/** How an attempt to transfer ended. */
export type TransferOutcome =
  | { readonly _tag: 'Transferred'; readonly transferId: string; readonly remark: TransferRemark | null }
  /**
   * Not made, as far as is known. `isFinal` when the processor has stored this answer under the
   * idempotency key: the same key would always bring the same answer.
   */
  | {
      readonly _tag: 'Failed'
      readonly reason: string
      readonly isFinal: boolean
      readonly remark: TransferRemark | null
    }

/** The transfer of one emitted verification's price, as far as its execution is concerned. */
export interface Transfer {
  readonly state: 'encolada' | 'ejecutada'
  readonly attempts: number
  /** When the next attempt falls due; null once it is executed. */
  readonly dueAt: DateTime.Utc | null
  /** Which idempotency key is in use, counted from 1. */
  readonly keyNumber: number
  /** When that key was first used; null before. The processor forgets it a day later. */
  readonly keyUsedAt: DateTime.Utc | null
  readonly remark: TransferRemark | null
}

/** The wait doubles from the first failure on, up to the longest. */
const firstWait = Duration.seconds(30)
const longestWait = Duration.hours(1)

/** A key is taken for forgotten some time before the processor may forget it. */
const keyLife = Duration.hours(20)

/** From this many failures on, an operator should look. */
export const alarmingAttempts = 6

/** A transfer as the transaction that emits leaves it: due at once. */
export const begin = (at: DateTime.Utc): Transfer => ({
  state: 'encolada',
  attempts: 0,
  dueAt: at,
  keyNumber: 1,
  keyUsedAt: null,
  remark: null,
})

/**
 * The transfer when an attempt begins at `now`, to be written before the processor is called: under a
 * key that it remembers, or one that it never saw.
 */
export const beginning = (transfer: Transfer, now: DateTime.Utc): Transfer => {
  const { keyUsedAt, keyNumber } = transfer
  if (keyUsedAt === null) return { ...transfer, keyUsedAt: now }
  const forgottenAt = DateTime.addDuration(keyUsedAt, keyLife)
  return DateTime.isLessThan(now, forgottenAt) ? transfer : { ...transfer, keyNumber: keyNumber + 1, keyUsedAt: now }
}

/** The idempotency key that a transfer uses now. It is the payment's: whichever verification it backs, one is made. */
export const idempotencyKey = (paymentIntentId: string, { keyNumber }: Transfer): string =>
  `cotejo-${paymentIntentId}-${keyNumber}`

const waitAfter = (failures: number): Duration.Duration =>
  Duration.min(Duration.times(firstWait, 2 ** Math.min(failures - 1, 20)), longestWait)

/** The transfer after an attempt that ended so at `endedAt`. It is tried without end until it is executed. */
export const attempted = (transfer: Transfer, outcome: TransferOutcome, endedAt: DateTime.Utc): Transfer => {
  const attempts = transfer.attempts + 1
  const remark = outcome.remark ?? transfer.remark
  if (outcome._tag === 'Transferred') return { ...transfer, state: 'ejecutada', attempts, remark, dueAt: null }
  const failed = { ...transfer, attempts, remark, dueAt: DateTime.addDuration(endedAt, waitAfter(attempts)) }
  return outcome.isFinal ? { ...failed, keyNumber: transfer.keyNumber + 1, keyUsedAt: null } : failed
}
