import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import { sourceNames } from '#domain/evidence/Source.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { allTransfers, TransferRecords } from '#ports/TransferRecords.ts'
import { allVerifications, type VerificationRecord, VerificationRecords } from '#ports/VerificationRecords.ts'
import { Verifications } from '#ports/Verifications.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import type { Verificacion } from '#simulator/console/Frames.ts'
import { Respuesta } from '#wire/Respuesta.ts'
import { Chronicle } from './Chronicle.ts'
import { begun, deliveryOf, ended, transferOf } from './Views.ts'

/** For each account, shows this many verifications from before the start. */
const shown = 200
/** Also shows this many in progress, because they hold money. */
const underWay = 10_000

const decoder = new TextDecoder()
const documentIn = Schema.decodeUnknownSync(Schema.fromJsonString(Respuesta))

/** The end that a document reports. */
const endedAs = (view: Verificacion, { reason }: VerificationRecord, document: Uint8Array): Verificacion => {
  const { estado, recomendacion, resuelto_en = null, cobertura_fuentes } = documentIn(decoder.decode(document))
  return ended(
    view,
    {
      estado,
      resuelto_en,
      accion: recomendacion?.accion ?? null,
      nivel: recomendacion?.sustento_documental.nivel ?? null,
      motivo: reason,
    },
    sourceNames.flatMap((source) => {
      const consulted = cobertura_fuentes?.detalle?.find(({ fuente }) => fuente === source)
      return consulted === undefined ? [] : [{ source, status: consulted.estado }]
    }),
  )
}

/** Tells the chronicle what kept data hold from before the simulator was started. */
export const recalled = Layer.effectDiscard(
  Effect.gen(function* () {
    const chronicle = yield* Chronicle
    const accounts = yield* (yield* KnownAccounts).all
    const records = yield* VerificationRecords
    const verifications = yield* Verifications
    const deliveries = yield* DeliveryRecords
    const transfers = yield* TransferRecords
    const { whileHeld } = yield* DueLoops

    const recall = Effect.fnUntraced(function* (record: VerificationRecord) {
      const { accountId, verificationId: id, mode, priceCentavos, paymentIntentId } = record
      const found = record.state === 'emitida' ? yield* deliveries.find(accountId, id) : Option.none()
      const { delivery, attempts } = Option.getOrNull(found) ?? { delivery: null, attempts: [] }
      const verification = { ...record, id, terms: { mode, priceCentavos, paymentIntentId } }
      const view = begun(verification, delivery?.url ?? null)
      const standing = Option.getOrNull(yield* verifications.read(accountId, id))
      const document = standing?._tag === 'Ended' ? standing.document : null
      chronicle.recall(verification, {
        ...(document === null ? view : endedAs(view, record, document)),
        entrega: delivery && deliveryOf(delivery, attempts),
      })
    })

    const known = Effect.fnUntraced(function* (accountId: string) {
      return [
        ...(yield* records.list({ ...allVerifications, accountId, state: 'en_proceso' }, underWay)),
        ...(yield* records.list({ ...allVerifications, accountId }, shown)),
      ]
    })

    const tell = Effect.gen(function* () {
      for (const { account, settledCentavos } of accounts) chronicle.opened(account.id, settledCentavos)
      const found = yield* Effect.forEach(accounts, ({ account }) => known(account.id))
      const once = new Map(found.flat().map((one) => [one.verificationId, one] as const))
      const inOrder = [...once.values()].toSorted((a, b) => DateTime.Order(a.createdAt, b.createdAt))
      yield* Effect.forEach(inOrder, recall, { discard: true })
      for (const transfer of yield* transfers.list(allTransfers, shown)) {
        chronicle.retell(transfer.verificationId, (view) => ({
          ...view,
          transferencia: transferOf(transfer, transfer),
        }))
      }
    })
    yield* whileHeld(tell)
  }).pipe(Effect.orDie),
)
