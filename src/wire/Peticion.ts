import { Schema } from 'effect'
import * as Limits from '#domain/Limits.ts'
import { field, part } from './Field.ts'
import * as Samples from './Samples.ts'

/**
 * The body of POST /v1/verificaciones, a closed schema (contract 2.2 to 2.7). Decoding `Peticion` is step 10 of the
 * order of judgement; the steps around it are in PeticionRules.
 */

/** No string may contain NUL, another control character, or an unpaired surrogate (step 10). */
const wellFormed = Schema.makeFilter<string>((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), {
  expected: 'a string without control characters or unpaired surrogates',
  toJsonSchema: () => [{ pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F]*$' }, true],
})

const text = (maximum: number) => Schema.String.check(Schema.isBetweenCodePoints(1, maximum), wellFormed)
const shortText = text(Limits.shortTextLength)
const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The official form. That the day exists is checked separately (contract 2.4). */
const curpPattern =
  '^[A-Z][AEIOUX][A-Z]{2}\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])[HMX]' +
  '(AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE)' +
  '[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z]\\d$'

export const SolicitanteEntrada = Schema.Struct({
  // The schema accepts any string: the form is step 11, which has its own code.
  curp: field(
    Schema.String,
    'CURP de la persona solicitante, en mayúsculas, con la forma oficial de 18 caracteres y una fecha de nacimiento que no esté por venir; si no, la respuesta es 400 `curp_invalida`. El dígito verificador no se juzga: las CURP del ambiente de pruebas lo llevan equivocado a propósito.',
    Samples.curp,
    { minLength: 1, maxLength: 32, pattern: curpPattern },
  ),
  nombre: field(
    optional(shortText),
    'Nombre o nombres. Opcional: sirve para compararlo con el que corresponde a la CURP.',
    Samples.nombre.nombre,
  ),
  apellido_paterno: field(optional(shortText), 'Primer apellido. Opcional.', Samples.nombre.apellido_paterno),
  apellido_materno: field(optional(shortText), 'Segundo apellido. Opcional.', Samples.nombre.apellido_materno),
}).annotate({
  identifier: 'SolicitanteEntrada',
  description:
    'La persona solicitante. Solo la CURP es obligatoria; no se piden más datos personales que los necesarios.',
})

export const Consentimiento = Schema.Struct({
  otorgado: field(
    Schema.Literal(true),
    'Debe ser `true`: con cualquier otro valor la respuesta es 422 `consentimiento_faltante`.',
    true,
  ),
  otorgado_en: field(
    Schema.String.check(wellFormed),
    'Cuándo se otorgó: fecha y hora ISO 8601 con zona horaria. Debe existir en el calendario, no ser anterior al año 2000 y no estar más de 5 minutos en el futuro. Se recomienda la forma de `date-time`; se aceptan también otras de ISO 8601: sin segundos, con coma decimal, o con una zona como `-0600` o `-06`.',
    Samples.consentimiento.otorgado_en,
    { format: 'date-time' },
  ),
  version_aviso: field(
    shortText,
    'Versión del aviso de privacidad que se aceptó.',
    Samples.consentimiento.version_aviso,
  ),
  evidencia_id: field(
    shortText,
    'Referencia de la evidencia del consentimiento en el sistema del socio.',
    Samples.consentimiento.evidencia_id,
  ),
  // Not needed and not stored (contract 2.5).
  ip: field(optional(shortText), 'Dirección IP desde la que se otorgó. Opcional e innecesaria: no se guarda.', null),
}).annotate({
  identifier: 'Consentimiento',
  description: 'El consentimiento expreso de la persona solicitante, recabado por el socio.',
})

export const CobroEntrada = Schema.Struct({
  modo: field(Schema.Literals(['connect', 'consumo']), 'Modo de cobro, para conciliación.', 'connect'),
  payment_intent_id: field(
    optional(shortText),
    'En modo `connect`, el identificador del pago que hizo la persona solicitante en la plataforma del socio. Debe estar confirmado (`succeeded`), en MXN, por al menos el precio del plan, sin disputa ni reembolso que lo deje en menos, del mismo ambiente (`livemode`) y sin respaldar otra verificación; si no, la respuesta es 402 `cobro_no_verificado`.',
    Samples.paymentIntentId,
  ),
}).annotate({
  identifier: 'CobroEntrada',
  description:
    'Datos del cobro. El modo que rige es el configurado en la cuenta del socio; este bloque es informativo, salvo `payment_intent_id`, que en una cuenta `connect` es necesario.',
})

/** Reserved: must not be sent. */
export const DocumentoEntrada = Schema.Struct({
  tipo: field(shortText, 'Tipo de documento.', 'ine'),
  anverso: field(
    optional(Schema.String.check(Schema.isMaxCodePoints(Limits.documentImageLength))),
    'Anverso del documento.',
    null,
  ),
  reverso: field(
    optional(Schema.String.check(Schema.isMaxCodePoints(Limits.documentImageLength))),
    'Reverso del documento.',
    null,
  ),
}).annotate({
  identifier: 'DocumentoEntrada',
  description:
    'Reservado: la ruta con documento de identidad no está disponible. Se describe para que su nombre y su forma queden apartados; ninguna petición debe llevarlo.',
})

export const Peticion = Schema.Struct({
  solicitud_id: field(
    shortText,
    'Identificador de la solicitud, único en la cuenta y elegido por el socio (se recomienda un UUID). Debe ser igual al encabezado `Idempotency-Key`. Debe ser opaco y no describir a la persona.',
    Samples.solicitudId,
  ),
  solicitante: part(SolicitanteEntrada, 'De quién se pide la verificación.'),
  // The schema accepts its absence: step 9 refuses it with its own code.
  consentimiento: part(
    optional(Consentimiento),
    'El consentimiento de la persona solicitante. El esquema lo admite nulo o ausente, pero sin él la petición se rechaza con 422 `consentimiento_faltante`: trátese como obligatorio.',
  ),
  webhook_url: field(
    text(Limits.webhookUrlLength),
    'URL `https` y pública donde se recibe `verificacion.emitida`. Su ruta y sus parámetros deben ser neutros: no describen a la persona y no llevan secretos.',
    Samples.webhookUrl,
    { format: 'uri' },
  ),
  propiedad_id: field(
    optional(shortText),
    'Identificador opaco del inmueble en el sistema del socio. Opcional.',
    Samples.propiedadId,
  ),
  cobro: part(optional(CobroEntrada), 'Datos del cobro. Opcional; necesario en una cuenta `connect`.'),
  documento: part(
    optional(DocumentoEntrada),
    'Reservado: no debe enviarse. Enviarlo con un valor que no sea nulo lleva a 501 `ruta_no_disponible`.',
  ),
}).annotate({
  identifier: 'PeticionDeVerificacion',
  description:
    'Lo que se pide verificar. Es un esquema cerrado: un campo no declarado, en cualquier nivel, se rechaza con 400 `campo_desconocido`.',
})
export type Peticion = typeof Peticion.Type
