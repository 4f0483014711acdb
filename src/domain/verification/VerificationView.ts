import type { DateTime } from 'effect'
import type { BillingMode } from './Terms.ts'
import type { Verification } from './Verification.ts'

/**
 * The values of a verification `en_proceso` that its document needs. The rest of the document follows from the mode and
 * the environment.
 */
export interface InProgressView {
  readonly _tag: 'InProgress'
  readonly id: string
  readonly requestId: string
  readonly consentId: string
  readonly mode: BillingMode
  readonly createdAt: DateTime.Utc
}

/** An ended verification with the document that was rendered at its end. It never changes. */
interface EndedView {
  readonly _tag: 'Ended'
  readonly id: string
  /** JSON in UTF-8; null if it did not pass the output control, so that it is never returned. */
  readonly document: Uint8Array | null
}

/** A verification as partners see it. */
export type VerificationView = InProgressView | EndedView

type Shown = Pick<Verification, 'id' | 'requestId' | 'consent' | 'terms' | 'createdAt'>

export const inProgressView = ({ id, requestId, consent, terms, createdAt }: Shown): InProgressView => ({
  _tag: 'InProgress',
  id,
  requestId,
  consentId: consent.id,
  mode: terms.mode,
  createdAt,
})
