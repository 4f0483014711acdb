import { DateTime, Effect, Layer, Option } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import type { Verification } from '#domain/verification/Verification.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { TransferRecords } from '#ports/TransferRecords.ts'
import { Verifications } from '#ports/Verifications.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { Destinations } from '#simulator/webhooks/Destinations.ts'
import { Chronicle } from './Chronicle.ts'
import { begun, deliveryOf, transferOf } from './Views.ts'

/** Of each account, this many verifications of before the start are shown. */
const shown = 200
/** And this many that are under way, because they hold money. */
const underWay = 10_000

/** Tells the chronicle what kept data hold from before the simulator was started. */
export const recalled = Layer.effectDiscard(
  Effect.gen(function* () {
    const chronicle = yield* Chronicle
    const accounts = yield* (yield* KnownAccounts).all
    const verifications = yield* Verifications
    const deliveries = yield* DeliveryRecords
    const transfers = yield* TransferRecords
    const { whileHeld } = yield* DueLoops
    const { owned } = yield* Destinations

    const recall = Effect.fnUntraced(function* (verification: Verification) {
      const { id, accountId, state } = verification
      const found = state._tag === 'emitida' ? yield* deliveries.find(accountId, id) : Option.none()
      const { delivery, attempts } = Option.getOrNull(found) ?? { delivery: null, attempts: [] }
      const view = begun(verification, delivery?.url ?? null)
      owned(id, accountId)
      chronicle.recall(verification, { ...view, entrega: delivery && deliveryOf(delivery, attempts) })
    })

    const known = Effect.fnUntraced(function* (accountId: string) {
      const list = (state: 'en_proceso' | null, limit: number) =>
        verifications.list(accountId, { requestId: null, state, limit })
      return [...(yield* list('en_proceso', underWay)), ...(yield* list(null, shown))]
    })

    const tell = Effect.gen(function* () {
      for (const { account, settledCentavos } of accounts) chronicle.opened(account.id, settledCentavos)
      const found = yield* Effect.forEach(accounts, ({ account }) => known(account.id))
      const once = new Map(found.flat().map((one) => [one.id, one] as const))
      const inOrder = [...once.values()].toSorted((a, b) => DateTime.Order(a.createdAt, b.createdAt))
      yield* Effect.forEach(inOrder, recall, { discard: true })
      for (const transfer of yield* transfers.list(null, null, shown)) {
        chronicle.retell(transfer.verificationId, (view) => ({
          ...view,
          transferencia: transferOf(transfer, transfer),
        }))
      }
    })
    yield* whileHeld(tell)
  }).pipe(Effect.orDie),
)
