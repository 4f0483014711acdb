import { DateTime, Effect } from 'effect'
import type { KeptEnd, Row, Tables } from './MemoryDatabase.ts'

export const noConsent = { id: '', grantedAt: DateTime.makeUnsafe(0) }

/** Whether the content of a verification can be removed: it ended, and was not removed before. */
export const isRemovable = ({ verification, retiredAt }: Row): boolean =>
  verification.state._tag !== 'en_proceso' && retiredAt === null

/** Removes the content of a verification and its webhook. Its `solicitud_id` and its payment stay used (contract 3.12). */
export const remove = ({ deliveries, undelivered }: Tables, row: Row): Effect.Effect<void> =>
  Effect.map(DateTime.now, (now) => {
    const { id, state, terms } = row.verification
    if (state._tag === 'en_proceso') return
    const { _tag, resolvedAt } = state
    const delivery = deliveries.get(id)
    if (delivery !== undefined) undelivered.delete(delivery)
    deliveries.delete(id)
    Object.assign(row, {
      verification: {
        ...row.verification,
        consent: noConsent,
        terms: _tag === 'emitida' ? terms : { ...terms, paymentIntentId: null },
        state: { _tag, resolvedAt, reason: null, basis: null } satisfies KeptEnd,
      },
      fingerprint: null,
      recordKey: null,
      consentProof: null,
      webhookUrl: '',
      propertyId: null,
      trace: null,
      document: null,
      retiredAt: now,
    })
  })
