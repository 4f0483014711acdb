import type { DateTime } from 'effect'
import type { BillingMode } from './Terms.ts'
import type { Verification } from './Verification.ts'

/** What a verification `en_proceso` shows of itself; the rest of its document follows from where the service runs. */
export interface InProgressView {
  readonly _tag: 'InProgress'
  readonly id: string
  readonly requestId: string
  readonly consentId: string
  readonly mode: BillingMode
  readonly createdAt: DateTime.Utc
}

/** One that ended: the document that its end was rendered to, for good. */
interface EndedView {
  readonly _tag: 'Ended'
  readonly id: string
  /** JSON in UTF-8; null where it did not pass the output control, and so is shown to nobody. */
  readonly document: Uint8Array | null
}

/** A verification as partners see it. */
export type VerificationView = InProgressView | EndedView

export const inProgressView = ({ id, requestId, consent, terms, createdAt }: Verification): InProgressView => ({
  _tag: 'InProgress',
  id,
  requestId,
  consentId: consent.id,
  mode: terms.mode,
  createdAt,
})
