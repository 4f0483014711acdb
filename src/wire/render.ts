import { DateTime, type Duration } from 'effect'
import { statusWhenEmitted } from '#domain/account/Billing.ts'
import { currency, toPesos } from '#domain/account/Money.ts'
import type { Coverage } from '#domain/evidence/Coverage.ts'
import type { Recommendation } from '#domain/recommendation/Recommendation.ts'
import type { Verification } from '#domain/verification/Verification.ts'
import type { BloqueDeCobro, CoberturaFuentes, Recomendacion, Respuesta } from './Respuesta.ts'

/** Settings that a document depends on. */
export interface RenderSettings {
  readonly environment: 'sandbox' | 'production'
  /** How long an emitted verification remains usable. */
  readonly validity: Duration.Duration
}

const recomendacion = (recommendation: Recommendation): typeof Recomendacion.Type => ({
  accion: recommendation.action,
  mensaje: recommendation.message,
  sustento_documental: {
    nivel: recommendation.level,
    factores: recommendation.factors.map((factor) => ({
      codigo: factor.code,
      efecto: factor.effect,
      texto: factor.text,
      fuente: factor.source,
      que_se_reviso: factor.reviewed,
      que_significa: factor.meaning,
    })),
    microexplicacion: recommendation.microexplanation,
    por_que_este_nivel: { explicacion: recommendation.explanation, determinantes: recommendation.determinants },
  },
  siguientes_pasos: recommendation.steps.map(({ code, text }) => ({ codigo: code, texto: text })),
})

const cobertura = ({ consulted, attempted, detail }: Coverage): typeof CoberturaFuentes.Type => ({
  consultadas: consulted,
  disponibles: attempted,
  detalle: detail.map(({ source, status }) => ({ fuente: source, estado: status })),
})

const cobro = ({ terms, state }: Verification): typeof BloqueDeCobro.Type => {
  const nothing = { modo: terms.mode, monto: null, moneda: null, motivo_no_aplicada: null }
  switch (state._tag) {
    case 'en_proceso':
      return { estatus: null, ...nothing }
    case 'no_concluyente':
      return { estatus: 'no_aplicada', ...nothing, motivo_no_aplicada: 'recomendacion_no_emitida' }
    case 'emitida':
      return {
        estatus: statusWhenEmitted[terms.mode],
        modo: terms.mode,
        monto: toPesos(terms.priceCentavos),
        moneda: currency,
        motivo_no_aplicada: null,
      }
  }
}

/**
 * The only place where a verification becomes the document that creation, GET, list, MCP and the webhook share
 * (contract 2.9). Optional fields are null, never absent.
 */
export const render = (verification: Verification, settings: RenderSettings): Respuesta => {
  const { state } = verification
  const sandbox = settings.environment === 'sandbox'
  const emitted = state._tag === 'emitida' ? state : null
  const ended = state._tag === 'en_proceso' ? null : state
  return {
    verificacion_id: verification.id,
    solicitud_id: verification.requestId,
    estado: state._tag,
    consentimiento: { consentimiento_id: verification.consent.id },
    cobro: cobro(verification),
    recomendacion: emitted && recomendacion(emitted.recommendation),
    cobertura_fuentes: ended && cobertura(ended.coverage),
    creado_en: DateTime.formatIso(verification.createdAt),
    resuelto_en: ended && DateTime.formatIso(ended.resolvedAt),
    vigencia_hasta: emitted && DateTime.formatIso(DateTime.addDuration(emitted.resolvedAt, settings.validity)),
    version_prompt: emitted && `motor-${emitted.engineVersion}`,
    environment: settings.environment,
    source: sandbox ? 'synthetic_fixture' : 'motor_real',
    real_motor_e2e: sandbox ? 'NO_MEDIDO' : null,
  }
}
