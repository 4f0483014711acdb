/** The interface's fields as JSON Schema, as a Fastify service would validate them. */

const shortText = { type: 'string', minLength: 1, maxLength: 200 }
const optional = (schema: Record<string, unknown>) => ({ anyOf: [schema, { type: 'null' }] })

export const bodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['solicitud_id', 'solicitante', 'consentimiento', 'webhook_url'],
  properties: {
    solicitud_id: shortText,
    solicitante: {
      type: 'object',
      additionalProperties: false,
      required: ['curp'],
      properties: {
        curp: { type: 'string', pattern: '^[A-Z][AEIOUX][A-Z]{2}\\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z0-9]\\d$' },
        nombre: optional(shortText),
        apellido_paterno: optional(shortText),
        apellido_materno: optional(shortText),
      },
    },
    consentimiento: {
      type: 'object',
      additionalProperties: false,
      required: ['otorgado', 'otorgado_en', 'version_aviso', 'evidencia_id'],
      properties: {
        otorgado: { const: true },
        otorgado_en: { type: 'string', format: 'date-time' },
        version_aviso: shortText,
        evidencia_id: shortText,
        ip: optional({ type: 'string' }),
      },
    },
    webhook_url: { type: 'string', minLength: 1, maxLength: 2000, pattern: '^https://' },
    propiedad_id: optional(shortText),
    cobro: optional({
      type: 'object',
      additionalProperties: false,
      required: ['modo'],
      properties: { modo: { enum: ['consumo', 'connect'] }, payment_intent_id: optional(shortText) },
    }),
  },
} as const

export interface Body {
  readonly solicitud_id: string
  readonly solicitante: { readonly curp: string }
  readonly consentimiento: {
    readonly otorgado_en: string
    readonly version_aviso: string
    readonly evidencia_id: string
  }
  readonly webhook_url: string
  readonly propiedad_id?: string | null
}

/** The answer to partners. */
export const document = (id: string, consentId: string, body: Pick<Body, 'solicitud_id'>, createdAt: string) => ({
  verificacion_id: id,
  solicitud_id: body.solicitud_id,
  estado: 'en_proceso',
  consentimiento: { consentimiento_id: consentId },
  cobro: { estatus: null, modo: 'consumo', monto: null, moneda: null, motivo_no_aplicada: null },
  recomendacion: null,
  cobertura_fuentes: null,
  creado_en: createdAt,
  resuelto_en: null,
  vigencia_hasta: null,
  version_prompt: null,
  environment: 'sandbox',
  source: 'synthetic_fixture',
  real_motor_e2e: 'NO_MEDIDO',
})
