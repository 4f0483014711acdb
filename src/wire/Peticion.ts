import { Schema } from 'effect'
import * as Limits from '#domain/Limits.ts'

/**
 * The body of POST /v1/verificaciones, a closed schema (specification section 2). What `Peticion`
 * decodes is step 10 of the order of judgement; the steps around it are in PeticionRules.
 */

/** No string holds NUL, another control character, or an unpaired surrogate (decisions, step 10). */
const wellFormed = Schema.makeFilter<string>((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), {
  expected: 'a string without control characters or unpaired surrogates',
})

const text = (maximum: number) => Schema.String.check(Schema.isBetweenCodePoints(1, maximum), wellFormed)
const shortText = text(Limits.shortTextLength)
const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

export const SolicitanteEntrada = Schema.Struct({
  // Any string comes through: its form is step 11, which has a code of its own.
  curp: Schema.String,
  nombre: optional(shortText),
  apellido_paterno: optional(shortText),
  apellido_materno: optional(shortText),
})

export const Consentimiento = Schema.Struct({
  otorgado: Schema.Literal(true),
  otorgado_en: Schema.String.check(wellFormed),
  version_aviso: shortText,
  evidencia_id: shortText,
  // Not needed and not kept; no longer than the other texts of the consent (section 8).
  ip: optional(Schema.String.check(Schema.isMaxCodePoints(Limits.shortTextLength), wellFormed)),
})

export const CobroEntrada = Schema.Struct({
  modo: Schema.Literals(['connect', 'consumo']),
  payment_intent_id: optional(shortText),
})

/** Reserved: must not be sent. */
export const DocumentoEntrada = Schema.Struct({
  tipo: shortText,
  anverso: optional(Schema.String.check(Schema.isMaxCodePoints(Limits.documentImageLength))),
  reverso: optional(Schema.String.check(Schema.isMaxCodePoints(Limits.documentImageLength))),
})

export const Peticion = Schema.Struct({
  solicitud_id: shortText,
  solicitante: SolicitanteEntrada,
  consentimiento: Consentimiento,
  webhook_url: text(Limits.webhookUrlLength),
  propiedad_id: optional(shortText),
  cobro: optional(CobroEntrada),
  documento: Schema.optionalKey(Schema.Null),
})
export type Peticion = typeof Peticion.Type
