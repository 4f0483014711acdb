import { DateTime, Schema } from 'effect'
import type { Final } from '#domain/verification/Verification.ts'
import type { VerificationBasis } from '#ports/Erasure.ts'
import type { Claim, Ending } from '#ports/Resolutions.ts'
import type { DataKey } from '#ports/Secrets.ts'
import { rowsOf } from './Columns.ts'
import { basisContext, documentContext } from './Rows.ts'

export interface Concluding {
  readonly claim: Claim
  readonly ending: Ending
}

/** Null if the verification is not emitted. */
export const basisOf = (state: Final): VerificationBasis | null => {
  if (state._tag !== 'emitida') return null
  const { recommendation, engineVersion, listBasis: lists, clearedLawsuits } = state
  const { level, explanation, determinants } = recommendation
  return { engineVersion, level, explanation, determinants, lists, clearedLawsuits }
}

export const columns = (record: DataKey, { claim, ending }: Concluding, place: number) => {
  const { verification, epoch } = claim
  const { accountId, id } = verification
  const { state, document, eventId } = ending
  const basis = basisOf(state)
  return {
    place,
    account_id: accountId,
    verification_id: id,
    mode: verification.terms.mode,
    payment_intent_id: verification.terms.paymentIntentId,
    epoch,
    state: state._tag,
    resolved_at: DateTime.formatIso(state.resolvedAt),
    reason: state._tag === 'emitida' ? null : state.reason,
    document_key: record.name,
    document: document && record.seal(document, documentContext(accountId, id)),
    basis: basis && record.seal(JSON.stringify(basis), basisContext(accountId, id)),
    event_id: eventId,
  }
}

/**
 * Endings in the form that `conclude` reads. The sealed columns are one binary value, and the JSON has the first position
 * and the length of each. Text in the JSON would cost `conclude` a quarter of its time.
 */
export const inputOf = (endings: ReadonlyArray<ReturnType<typeof columns>>) => {
  const parts: Array<Uint8Array> = []
  let next = 1
  const placed = (bytes: Uint8Array | null) => {
    if (bytes === null) return null
    const first = next
    parts.push(bytes)
    next += bytes.length
    return [first, bytes.length]
  }
  const rows = endings.map((one) => ({ ...one, document: placed(one.document), basis: placed(one.basis) }))
  return { json: JSON.stringify(rows), sealed: Buffer.concat(parts) }
}

export const concludedIn = rowsOf(
  Schema.Struct({ place: Schema.Int, verdict: Schema.Literals(['Done', 'Lost', 'Locked', 'KeyMissing']) }),
)
