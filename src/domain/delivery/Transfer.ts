import { DateTime, Duration } from 'effect'

/** What happened to a payment after it backed an emitted verification, recorded for the operator. */
export type TransferRemark = 'reembolsado' | 'disputado'

export type TransferOutcome =
  | { readonly _tag: 'Transferred'; readonly transferId: string; readonly remark: TransferRemark | null }
  /**
   * Not transferred, as far as is known. `isFinal` means that the processor stored this answer under the idempotency
   * key, so the same key would always return it.
   */
  | {
      readonly _tag: 'Failed'
      readonly reason: string
      readonly isFinal: boolean
      readonly remark: TransferRemark | null
    }

/** The execution of the transfer for one emitted verification. */
export interface Transfer {
  readonly state: 'encolada' | 'ejecutada'
  readonly attempts: number
  /** When the next attempt is due; null once it is executed. */
  readonly dueAt: DateTime.Utc | null
  /** The number of the idempotency key in use, from 1. */
  readonly keyNumber: number
  /** When this key was first used; null before. The processor forgets it a day later. */
  readonly keyUsedAt: DateTime.Utc | null
  readonly remark: TransferRemark | null
}

/** The wait doubles after each failure, up to the longest. */
const firstWait = Duration.seconds(30)
const longestWait = Duration.hours(1)

/** A key counts as forgotten some time before the processor may forget it. */
const keyLife = Duration.hours(20)

/** From this many failures on, an operator should investigate. */
export const alarmingAttempts = 6

/** A new transfer. The transaction that emits creates it, and it is due at once. */
export const begin = (at: DateTime.Utc): Transfer => ({
  state: 'encolada',
  attempts: 0,
  dueAt: at,
  keyNumber: 1,
  keyUsedAt: null,
  remark: null,
})

/**
 * The transfer when an attempt begins at `now`. Store it before calling the processor. Its key is one that the
 * processor still remembers, or one that it has never seen.
 */
export const beginning = (transfer: Transfer, now: DateTime.Utc): Transfer => {
  const { keyUsedAt, keyNumber } = transfer
  if (keyUsedAt === null) return { ...transfer, keyUsedAt: now }
  const forgottenAt = DateTime.addDuration(keyUsedAt, keyLife)
  return DateTime.isLessThan(now, forgottenAt) ? transfer : { ...transfer, keyNumber: keyNumber + 1, keyUsedAt: now }
}

/**
 * The idempotency key in use. It belongs to the payment, so that only one transfer is made whichever verification it
 * backs.
 */
export const idempotencyKey = (paymentIntentId: string, { keyNumber }: Transfer): string =>
  `cotejo-${paymentIntentId}-${keyNumber}`

/** After this many failures, the wait no longer grows. */
export const mostGrown = 8

export const waitAfter = (failures: number): Duration.Duration =>
  Duration.min(Duration.times(firstWait, 2 ** (Math.min(failures, mostGrown) - 1)), longestWait)

/** The transfer after an attempt with this outcome. It is retried until it is executed. */
export const attempted = (transfer: Transfer, outcome: TransferOutcome, endedAt: DateTime.Utc): Transfer => {
  const attempts = transfer.attempts + 1
  const remark = outcome.remark ?? transfer.remark
  if (outcome._tag === 'Transferred') return { ...transfer, state: 'ejecutada', attempts, remark, dueAt: null }
  const failed = { ...transfer, attempts, remark, dueAt: DateTime.addDuration(endedAt, waitAfter(attempts)) }
  return outcome.isFinal ? { ...failed, keyNumber: transfer.keyNumber + 1, keyUsedAt: null } : failed
}
