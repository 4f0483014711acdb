import { DateTime, Effect } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { type DeliveryRow, emptyTables, type KeptEnd, type Row } from '#adapters/memory/MemoryDatabase.ts'
import { noConsent, remove } from '#adapters/memory/Removal.ts'
import { begin as beginDelivery } from '#domain/delivery/Delivery.ts'
import { later } from '#test/support/storedVerifications.ts'
import { start, verificationIn } from '#tools/service/verifications.ts'

const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: false }
const terms = { mode: 'connect', priceCentavos: 100_00, paymentIntentId: 'pi_1' } as const

/** An ended verification that has everything that one can have. */
const filled = (state: KeptEnd): Row => ({
  verification: { ...verificationIn({ _tag: 'en_proceso' } as never), terms, state },
  fingerprint: 'huella',
  recordKey: { name: 'llave', purpose: 'record', day: '2026-03-02', material: 'AA==' } as never,
  consentProof: { noticeVersion: '2026-01', evidenceId: 'ev-1' },
  webhookUrl: 'https://socio.example.com/avs',
  propertyId: 'prop-1',
  trace,
  retiredAt: null,
  document: new Uint8Array([1]),
  subject: null,
  dueAt: null,
  claimed: false,
  epoch: 3,
})

const basis = { engineVersion: '2.0.0' } as never

it.each([
  [{ _tag: 'emitida', resolvedAt: later(1), reason: null, basis } as const, 'pi_1'],
  [{ _tag: 'no_concluyente', resolvedAt: later(1), reason: 'curp_inexistente', basis: null } as const, null],
])(
  'a row keeps after its removal who, when and how it ended, and the payment of what was charged: %o',
  async (state, paymentIntentId) => {
    const [row, tables] = [filled(state), emptyTables()]
    const { id, accountId, requestId, channel, createdAt, deadline } = row.verification
    const delivery: DeliveryRow = {
      ...{ accountId, verificationId: id, eventId: 'evt_1', url: row.webhookUrl, host: 'socio.example.com' },
      ...{ body: new Uint8Array(), trace, delivery: beginDelivery(start), attempts: [], claimed: false, epoch: 0 },
    }
    tables.deliveries.set(id, delivery)
    tables.undelivered.add(delivery)
    const removing = Effect.andThen(TestClock.setTime(DateTime.toEpochMillis(later(99))), remove(tables, row))
    await Effect.runPromise(Effect.provide(removing, TestClock.layer()))
    expect(row).toEqual({
      verification: {
        ...{ id, accountId, requestId, channel, createdAt, deadline, consent: noConsent },
        terms: { ...terms, paymentIntentId },
        state: { _tag: state._tag, resolvedAt: later(1), reason: null, basis: null },
      },
      ...{ fingerprint: null, recordKey: null, consentProof: null, webhookUrl: '', propertyId: null, trace: null },
      ...{ document: null, subject: null, dueAt: null, retiredAt: later(99), claimed: false, epoch: 3 },
    })
    expect([tables.deliveries.size, tables.undelivered.size]).toEqual([0, 0])
  },
)
