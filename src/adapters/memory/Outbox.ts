import { type DateTime, Queue } from 'effect'
import type { Settlement } from '#domain/account/Settlement.ts'
import { begin as beginDelivery } from '#domain/delivery/Delivery.ts'
import { begin as beginTransfer } from '#domain/delivery/Transfer.ts'
import type { Ending } from '#ports/Resolutions.ts'
import type { AccountRow, DeliveryRow, MemoryDatabase, Row } from './MemoryDatabase.ts'

/** Books the charge of an ended verification, and queues its webhook and transfer, in the same synchronous step. */

type Database = MemoryDatabase['Service']

export const bookCharge = (
  { ledger }: AccountRow,
  verificationId: string,
  { chargedCentavos }: Settlement,
  recordedAt: DateTime.Utc,
): void => {
  if (chargedCentavos === null) return
  ledger.push({ kind: 'cargo', centavos: -chargedCentavos, verificationId, reference: null, reason: null, recordedAt })
}

export const queueWebhook = (
  { tables, signals }: Database,
  row: Row,
  { state, document: body, eventId }: Ending,
): void => {
  if (state._tag !== 'emitida' || body === null) return
  const { verification, webhookUrl: url, trace } = row
  const { accountId, id: verificationId } = verification
  const delivery: DeliveryRow = {
    accountId,
    verificationId,
    url,
    eventId,
    body,
    trace,
    host: URL.parse(url)?.host ?? '',
    delivery: beginDelivery(state.resolvedAt),
    claimed: false,
    epoch: 0,
    attempts: [],
  }
  tables().deliveries.set(verificationId, delivery)
  tables().undelivered.add(delivery)
  Queue.offerUnsafe(signals.delivery, undefined)
}

export const queueTransfer = (
  { tables, signals }: Database,
  { verification, trace }: Row,
  owed: Settlement['transfer'],
  at: DateTime.Utc,
): void => {
  if (owed === null) return
  const { accountId, id: verificationId } = verification
  tables().transfers.set(verificationId, {
    accountId,
    verificationId,
    ...owed,
    trace,
    transfer: beginTransfer(at),
    transferId: null,
    lastFailure: null,
    claimed: false,
    epoch: 0,
  })
  Queue.offerUnsafe(signals.transfer, undefined)
}
