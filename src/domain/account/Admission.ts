import type { DateTime } from 'effect'
import type { Verification, VerificationView } from '#domain/verification/Verification.ts'
import type { Balance, Plan } from './Account.ts'
import { covers, hold } from './Billing.ts'
import { countOne, createdIn, type MonthlyCounts, type QuotaMonth, retryAfterSeconds } from './Quota.ts'
import { judge as judgeRate, type RateLeft, rateLeft, type Window } from './RateLimit.ts'

/**
 * Which of the steps 16 to 18 are judged, and whether a verification is created. In mode `connect` the processor is
 * asked between step 17 and step 18.
 *
 * - `whole`: all of them; creates.
 * - `precheck`: steps 16 and 17; creates nothing.
 * - `prechecked`: all of them except the rate; creates. It follows a `precheck` that passed and consumed rate. The
 *   other steps are judged again, because other requests may have changed the facts in the meantime.
 */
export type Stage = 'whole' | 'precheck' | 'prechecked'

export interface Candidate {
  readonly plan: Pick<Plan, 'requestsPerMinute' | 'monthlyQuota'>
  readonly terms: Verification['terms']
  /** Keyed digest of the canonical body. */
  readonly fingerprint: string
  /** The month in which it counts against the quota. */
  readonly quotaMonth: QuotaMonth
  readonly createdAt: DateTime.Utc
}

export interface Facts {
  /** Whether the account exists and is active. */
  readonly accountIsOpen: boolean
  /** The account's verification with this `solicitud_id`. The fingerprint is null once the verification was retired. */
  readonly earlier: { readonly fingerprint: string | null; readonly view: VerificationView } | null
  /** Real time, epoch milliseconds. */
  readonly now: number
  readonly rate: Window
  readonly created: MonthlyCounts
  readonly balance: Balance
  /** Whether the payment in the terms already backs a verification of any account (contract 1.16). */
  readonly paymentIsTaken: boolean
}

/** The outcome of an admission. Only `Created` leaves a trace, except that rate may have been consumed. */
export type Admission =
  /** `rate` is null after a precheck, which counted the request. */
  | { readonly _tag: 'Created'; readonly rate: RateLeft | null }
  /** Steps 16 and 17 passed; only for stage `precheck`. */
  | { readonly _tag: 'Prechecked'; readonly rate: RateLeft | null }
  /** The same body was accepted before. The existing verification is unchanged. */
  | { readonly _tag: 'Replayed'; readonly view: VerificationView }
  /** This `solicitud_id` was used with another body, or its body is no longer known. */
  | { readonly _tag: 'Conflict' }
  /** The account was suspended or deleted after its key was looked up. */
  | { readonly _tag: 'AccountClosed' }
  | { readonly _tag: 'RateExceeded' | 'QuotaExceeded'; readonly retryAfterSeconds: number }
  | { readonly _tag: 'BalanceInsufficient' }
  /** The request names no payment, or the payment backs another verification. */
  | { readonly _tag: 'PaymentTaken' }
  /** Not judged: another session has the account, its key or the payment locked. */
  | { readonly _tag: 'Locked' }
  /** Not judged: the database lacks a data key that this replica had cached. */
  | { readonly _tag: 'KeyMissing' }
  /** Not judged: this replica lacks the key that seals the earlier verification. */
  | { readonly _tag: 'Unreadable' }

export interface Judgement {
  readonly admission: Admission
  readonly rate: Window
  readonly created: MonthlyCounts
  readonly balance: Balance
  /** The payment that backs the new verification. */
  readonly claimedPayment: string | null
}

type Changes = Partial<Omit<Judgement, 'admission'>>

const judged = ({ rate, created, balance }: Facts, admission: Admission, changes: Changes = {}): Judgement => ({
  admission,
  rate,
  created,
  balance,
  claimedPayment: null,
  ...changes,
})

/** Step 18. */
const judgeBilling = (
  { terms, quotaMonth }: Candidate,
  facts: Facts,
  rate: Window,
  left: RateLeft | null,
): Judgement => {
  const { mode, priceCentavos, paymentIntentId } = terms
  const created = countOne(facts.created, quotaMonth)
  if (mode === 'consumo') {
    return covers(facts.balance, priceCentavos)
      ? judged(facts, { _tag: 'Created', rate: left }, { rate, created, balance: hold(facts.balance, priceCentavos) })
      : judged(facts, { _tag: 'BalanceInsufficient' }, { rate })
  }
  return paymentIntentId === null || facts.paymentIsTaken
    ? judged(facts, { _tag: 'PaymentTaken' }, { rate })
    : judged(facts, { _tag: 'Created', rate: left }, { rate, created, claimedPayment: paymentIntentId })
}

/**
 * Steps 16 to 18 of the order of judgement, after the state of the account. A refusal creates nothing and charges
 * nothing (contract 1.13). Rate is consumed only if neither rate nor quota refuses.
 */
export const judge = (stage: Stage, candidate: Candidate, facts: Facts): Judgement => {
  const { plan, fingerprint, quotaMonth, createdAt } = candidate
  if (!facts.accountIsOpen) return judged(facts, { _tag: 'AccountClosed' })
  if (facts.earlier !== null) {
    const { view } = facts.earlier
    return judged(facts, facts.earlier.fingerprint === fingerprint ? { _tag: 'Replayed', view } : { _tag: 'Conflict' })
  }
  const rate =
    stage === 'prechecked'
      ? { allowed: true as const, window: facts.rate }
      : judgeRate(facts.rate, facts.now, plan.requestsPerMinute)
  if (!rate.allowed) {
    return judged(facts, { _tag: 'RateExceeded', retryAfterSeconds: rate.retryAfterSeconds })
  }
  if (plan.monthlyQuota !== null && createdIn(facts.created, quotaMonth) >= plan.monthlyQuota) {
    const wait = retryAfterSeconds(quotaMonth, createdAt)
    return judged(facts, { _tag: 'QuotaExceeded', retryAfterSeconds: wait })
  }
  if (stage === 'prechecked') return judgeBilling(candidate, facts, rate.window, null)
  const left = rateLeft(rate.window, facts.now, plan.requestsPerMinute)
  return stage === 'precheck'
    ? judged(facts, { _tag: 'Prechecked', rate: left }, { rate: rate.window })
    : judgeBilling(candidate, facts, rate.window, left)
}
