import { Redacted } from 'effect'
import type { DeliveryClaim } from '#ports/Deliveries.ts'
import { noon } from './storedVerifications.ts'

/** The claim of a webhook that is due at noon and was never tried, with these changes. */
export const deliveryClaim = (changes: Partial<DeliveryClaim> = {}): DeliveryClaim => ({
  accountId: 'sol',
  verificationId: 'ver_1',
  delivery: { state: 'pendiente', attempts: 0, dueAt: noon, resendAt: null },
  request: {
    url: 'https://partner.example.com/avs',
    eventId: 'evt_1',
    body: new Uint8Array(),
    secrets: { current: Redacted.make('whsec_uno'), next: null },
  },
  trace: null,
  epoch: 1,
  ...changes,
})
