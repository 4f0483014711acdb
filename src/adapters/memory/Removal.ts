import { DateTime, Effect } from 'effect'
import type { Row, Tables } from './MemoryDatabase.ts'

const noConsent = { id: '', grantedAt: DateTime.makeUnsafe(0) }

/** Whether the content of a verification can be removed: it ended, and was not removed before. */
export const isRemovable = ({ verification, retiredAt }: Row): boolean =>
  verification.state._tag !== 'en_proceso' && retiredAt === null

/** Removes the content of a verification and its webhook. Its `solicitud_id` and its payment stay used (contract 3.12). */
export const remove = ({ deliveries, undelivered }: Tables, row: Row): Effect.Effect<void> =>
  Effect.map(DateTime.now, (now) => {
    const { id } = row.verification
    const delivery = deliveries.get(id)
    if (delivery !== undefined) undelivered.delete(delivery)
    deliveries.delete(id)
    Object.assign(row, {
      verification: { ...row.verification, consent: noConsent },
      fingerprint: null,
      webhookUrl: '',
      propertyId: null,
      trace: null,
      document: null,
      retiredAt: now,
    })
  })
