import { DateTime } from 'effect'
import { validity } from '#domain/Limits.ts'
import type { BillingMode } from '#domain/verification/Terms.ts'
import {
  begin,
  reduceAll,
  type SourceAnswer,
  type State,
  type Verification,
} from '#domain/verification/Verification.ts'
import type { Peticion } from './Peticion.ts'
import type { Consumo, Lista, Respuesta, Salud } from './Respuesta.ts'
import { render } from './render.ts'
import * as Samples from './Samples.ts'

/** Complete bodies for the OpenAPI document. */

const minima: Peticion = {
  solicitud_id: Samples.solicitudId,
  solicitante: { curp: Samples.curp },
  consentimiento: Samples.consentimiento,
  webhook_url: Samples.webhookUrl,
}

export const peticiones = {
  minima,
  completa: {
    ...minima,
    solicitante: { curp: Samples.curp, ...Samples.nombre },
    propiedad_id: Samples.propiedadId,
    cobro: { modo: 'connect', payment_intent_id: Samples.paymentIntentId },
  },
} satisfies Record<string, Peticion>

const createdAt = DateTime.makeUnsafe('2026-01-15T16:31:07.482Z')
const after = (seconds: number) => DateTime.add(createdAt, { seconds })
const settings = { environment: 'sandbox', validity } as const

const shown = (state: State, mode: BillingMode = 'consumo'): Respuesta => {
  const verification: Verification = {
    id: Samples.verificacionId,
    accountId: 'demo',
    requestId: Samples.solicitudId,
    consent: {
      id: Samples.consentimientoId,
      grantedAt: createdAt,
    },
    terms: { mode, priceCentavos: 100_00, paymentIntentId: null },
    channel: 'api',
    createdAt,
    deadline: after(600),
    state,
  }
  return render(verification, settings)
}

const ended = (answers: ReadonlyArray<SourceAnswer>): State =>
  reduceAll(
    begin(createdAt),
    answers.map((answer, index) => ({ _tag: 'SourceAnswered', at: after(60 * (index + 1)), ...answer })),
  )

export const documentOf = (answers: ReadonlyArray<SourceAnswer>): Respuesta => shown(ended(answers))

const inOrder: ReadonlyArray<SourceAnswer> = [
  {
    source: 'identidad',
    outcome: {
      _tag: 'consultada',
      findings: { _tag: 'existe', estatus: 'activa', nombre: 'coincide', validacion: 'valida', credencial: 'coincide' },
    },
  },
  { source: 'listas', outcome: { _tag: 'consultada', findings: { internacionales: [], fiscal: [] } } },
  { source: 'judicial', outcome: { _tag: 'consultada', findings: { juicios: [] } } },
]

export const verificaciones = {
  en_proceso: shown(begin(createdAt)),
  emitida: documentOf(inOrder),
  no_concluyente: documentOf([{ source: 'identidad', outcome: { _tag: 'no_disponible' } }]),
}

export const lista: typeof Lista.Type = { verificaciones: [verificaciones.en_proceso] }

export const consumos = {
  consumo: { modo: 'consumo', moneda: 'MXN', monto_por_verificacion: 100, saldo: 10_000, tenant: 'demo-consumo' },
  connect: { modo: 'connect', moneda: 'MXN', monto_por_verificacion: 100, saldo: null, tenant: 'demo-connect' },
} satisfies Record<BillingMode, typeof Consumo.Type>

export const salud: typeof Salud.Type = { estado: 'arriba', base: 'alcanzable', version: '0.1.0', esquema: null }
