import { DateTime, Duration } from 'effect'
import { toPesos } from '#domain/account/Money.ts'
import { type Delivery, nextAt } from '#domain/delivery/Delivery.ts'
import type { Transfer, TransferOutcome } from '#domain/delivery/Transfer.ts'
import type { Coverage } from '#domain/evidence/Coverage.ts'
import type { Final, Verification } from '#domain/verification/Verification.ts'
import type { Attempt } from '#ports/Deliveries.ts'
import type { AttemptRecord, DeliveryRecord } from '#ports/DeliveryRecords.ts'
import type { Ending } from '#ports/Resolutions.ts'
import type { Consultation, Reply } from '#ports/Sources.ts'
import type { TransferRecord } from '#ports/TransferRecords.ts'
import type { Consulta, Entrega, Intento, Transferencia, Verificacion } from '#simulator/console/Frames.ts'

/** How a verification's story is shown to the console. Nothing here looks at the applicant's data. */

const iso = DateTime.formatIso
const isoOrNull = (instant: DateTime.Utc | null): string | null => instant && iso(instant)

/** A verification as it was created. */
export const begun = (
  verification: Omit<Verification, 'consent' | 'state'>,
  webhookUrl: string | null,
  scenario: string | null = null,
): Verificacion => {
  const { terms } = verification
  return {
    verificacion_id: verification.id,
    solicitud_id: verification.requestId,
    tenant: verification.accountId,
    canal: verification.channel,
    modo: terms.mode,
    precio: toPesos(terms.priceCentavos),
    payment_intent_id: terms.paymentIntentId,
    webhook_url: webhookUrl,
    escenario: scenario,
    creado_en: iso(verification.createdAt),
    limite_en: iso(verification.deadline),
    estado: 'en_proceso',
    accion: null,
    nivel: null,
    motivo: null,
    resuelto_en: null,
    fuentes: [],
    entrega: null,
    transferencia: null,
  }
}

const put = (view: Verificacion, consulta: Consulta): Verificacion => ({
  ...view,
  fuentes: [...view.fuentes.filter(({ fuente }) => fuente !== consulta.fuente), consulta],
})

/** What a source said when it was asked. */
export const consulted = (view: Verificacion, { source, startedAt, now }: Consultation, reply: Reply): Verificacion => {
  const asked = { fuente: source, desde: iso(startedAt) }
  return reply._tag === 'NotYet'
    ? put(view, { ...asked, lista_en: iso(reply.readyAt), respondida_en: null, estado: null })
    : put(view, { ...asked, lista_en: null, respondida_en: iso(now), estado: reply.answer.outcome._tag })
}

type End = Pick<Verificacion, 'estado' | 'accion' | 'nivel' | 'motivo' | 'resuelto_en'>

/** A verification with its end. */
export const ended = (view: Verificacion, end: End, detail: Coverage['detail']): Verificacion => ({
  ...view,
  ...end,
  // What was closed without an answer, or answered before this simulator was started.
  fuentes: detail.map(
    ({ source, status }): Consulta => ({
      desde: view.creado_en,
      respondida_en: null,
      ...view.fuentes.find(({ fuente }) => fuente === source),
      fuente: source,
      lista_en: null,
      estado: status,
    }),
  ),
})

const endOf = (state: Final): End => {
  const isEmitted = state._tag === 'emitida'
  return {
    estado: state._tag,
    accion: isEmitted ? state.recommendation.action : null,
    nivel: isEmitted ? state.recommendation.level : null,
    motivo: isEmitted ? null : state.reason,
    resuelto_en: iso(state.resolvedAt),
  }
}

/** The end of a verification with what it entails. */
export const concluded = (view: Verificacion, { state, eventId }: Ending): Verificacion => {
  const at = iso(state.resolvedAt)
  const isEmitted = state._tag === 'emitida'
  return {
    ...ended(view, endOf(state), state.coverage.detail),
    entrega: isEmitted ? { event_id: eventId, estado: 'pendiente', intentos: [], proximo_en: at } : null,
    transferencia:
      isEmitted && view.modo === 'connect'
        ? { estado: 'encolada', intentos: 0, transferencia_id: null, falla: null, proximo_en: at }
        : null,
  }
}

const deliveryAs = (entrega: Entrega, after: Delivery): Entrega => ({
  ...entrega,
  estado: after.state,
  proximo_en: isoOrNull(nextAt(after)),
})

/** One more attempt of the webhook. */
export const attempted = (
  view: Verificacion,
  attempt: Attempt,
  after: Delivery,
  contesta: Intento['contesta'],
): Verificacion => {
  const { kind, outcome, startedAt, took } = attempt
  const intento: Intento = {
    tipo: kind,
    en: iso(startedAt),
    ms: Math.round(Duration.toMillis(took)),
    estatus: outcome._tag === 'Answered' ? outcome.status : null,
    falla: outcome._tag === 'Failed' ? outcome.reason : null,
    contesta,
  }
  const { entrega } = view
  return {
    ...view,
    entrega: entrega && deliveryAs({ ...entrega, intentos: [...entrega.intentos, intento] }, after),
  }
}

/** The webhook is to be sent again. */
export const resent = (view: Verificacion, at: DateTime.Utc): Verificacion => ({
  ...view,
  entrega: view.entrega && { ...view.entrega, proximo_en: iso(at) },
})

/** A delivery as the storage has it. */
export const deliveryOf = (delivery: DeliveryRecord, attempts: ReadonlyArray<AttemptRecord>): Entrega =>
  deliveryAs(
    {
      event_id: delivery.eventId,
      estado: delivery.state,
      intentos: attempts.map(({ kind, startedAt, tookMillis, status, failure }) => ({
        tipo: kind,
        en: iso(startedAt),
        ms: Math.round(tookMillis),
        estatus: status,
        falla: failure,
        contesta: null,
      })),
      proximo_en: null,
    },
    delivery,
  )

/** A transfer as the storage has it. */
export const transferOf = (
  { state, attempts, dueAt }: Transfer,
  { transferId, lastFailure }: Pick<TransferRecord, 'transferId' | 'lastFailure'>,
): Transferencia => ({
  estado: state,
  intentos: attempts,
  transferencia_id: transferId,
  falla: lastFailure,
  proximo_en: isoOrNull(dueAt),
})

/** A transfer after an attempt. */
export const transferred = (outcome: TransferOutcome, after: Transfer): Transferencia =>
  outcome._tag === 'Transferred'
    ? transferOf(after, { transferId: outcome.transferId, lastFailure: null })
    : transferOf(after, { transferId: null, lastFailure: outcome.reason })
