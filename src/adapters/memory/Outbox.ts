import { Queue } from 'effect'
import { begin as beginDelivery } from '#domain/delivery/Delivery.ts'
import { begin as beginTransfer } from '#domain/delivery/Transfer.ts'
import type { Ending } from '#ports/Resolutions.ts'
import type { DeliveryRow, MemoryDatabase, Row } from './MemoryDatabase.ts'

/** What the end of a verification leaves to be sent; part of the same synchronous step. */

type Database = MemoryDatabase['Service']

/** The webhook of an emitted verification. */
export const queueWebhook = ({ tables, signals }: Database, row: Row, { state, webhook }: Ending): void => {
  if (webhook === null) return
  const { verification, webhookUrl: url } = row
  const { accountId, id: verificationId } = verification
  const delivery: DeliveryRow = {
    ...{ accountId, verificationId, url, ...webhook },
    host: URL.parse(url)?.host ?? '',
    ...{ delivery: beginDelivery(state.resolvedAt), claimed: false, epoch: 0, attempts: [] },
  }
  tables().deliveries.set(verificationId, delivery)
  tables().undelivered.add(delivery)
  Queue.offerUnsafe(signals.delivery, undefined)
}

/** The transfer of an emitted verification in mode `connect`, unless it costs nothing. */
export const queueTransfer = ({ tables, signals }: Database, { verification }: Row, ending: Ending): void => {
  const { accountId, id: verificationId, terms } = verification
  const { mode, priceCentavos: amountCentavos, paymentIntentId } = terms
  if (mode !== 'connect' || paymentIntentId === null || amountCentavos === 0) return
  if (!ending.consequences.includes('Charge')) return
  tables().transfers.set(verificationId, {
    ...{ accountId, verificationId, paymentIntentId, amountCentavos },
    ...{ transfer: beginTransfer(ending.state.resolvedAt), transferId: null, lastFailure: null },
    ...{ claimed: false, epoch: 0 },
  })
  Queue.offerUnsafe(signals.transfer, undefined)
}
