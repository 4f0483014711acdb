import { Schema } from 'effect'
import * as Limits from '#domain/Limits.ts'
import { FactorCode, factor } from '#domain/recommendation/Catalog.ts'
import { StepCode, step } from '#domain/recommendation/CatalogSteps.ts'
import { explanations, messages, microexplanation } from '#domain/recommendation/CatalogTexts.ts'
import { engineVersion } from '#domain/recommendation/Engine.ts'
import { Action, Level } from '#domain/recommendation/Recommendation.ts'
import { field, part } from './Field.ts'
import * as Samples from './Samples.ts'

/** The verification as the partner sees it, and its parts (docs/contract.md, "2. Resources and their fields"). */

const longText = Schema.String.check(Schema.isBetweenCodePoints(1, Limits.longTextLength))
const sourceName = Schema.String.check(Schema.isBetweenCodePoints(1, Limits.shortTextLength))
const sourceCount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Limits.sources }))

/** This version always sends these members, but the OpenAPI document does not list them as required (contract 9.1). */
const mayBeAbsent = { mayBeAbsent: true } as const
/** Lengths that the service keeps without a check by the schema. */
const short = { minLength: 1, maxLength: Limits.shortTextLength }
const instant = { format: 'date-time', ...mayBeAbsent } as const
const currencyCode = { pattern: '^[A-Z]{3}$' }
const factorCode = { enum: FactorCode.literals, mayGrow: true } as const

const sampleFactor = factor('IDENTIDAD_CONFIRMADA')
const sampleStep = step('COTEJAR_DOCUMENTOS_ORIGINALES')

const Factor = Schema.Struct({
  codigo: field(
    Schema.String,
    'Código de un catálogo cerrado, al que una versión posterior puede agregar otros. Prográmese contra él y no contra los textos.',
    sampleFactor.code,
    factorCode,
  ),
  efecto: field(Schema.Literals(['fortalece', 'limita']), 'Si fortalece o limita el sustento documental.', 'fortalece'),
  texto: field(longText, 'El factor en palabras, para mostrarse.', sampleFactor.text),
  fuente: field(
    Schema.NullOr(sourceName),
    'De qué fuente proviene: hoy `identidad`, `listas` o `judicial`. Nulo en los factores de cobertura.',
    sampleFactor.source,
    mayBeAbsent,
  ),
  que_se_reviso: field(
    Schema.NullOr(longText),
    'Qué se consultó, en una oración; nunca el contenido de un registro.',
    sampleFactor.reviewed,
    mayBeAbsent,
  ),
  que_significa: field(
    Schema.NullOr(longText),
    'Qué significa para la decisión del arrendador.',
    sampleFactor.meaning,
    mayBeAbsent,
  ),
}).annotate({
  identifier: 'Factor',
  description: 'Una razón que fortalece o limita el sustento documental.',
})

const ExplicacionDelNivel = Schema.Struct({
  explicacion: field(longText, 'Por qué resultó ese nivel: un texto fijo por caso.', explanations.todo_en_orden),
  determinantes: field(
    Schema.Array(Schema.String.annotate(factorCode)).check(Schema.isMaxLength(Limits.determinants)),
    'Códigos de los factores que definieron el nivel; cada uno aparece en `factores`. Puede estar vacío.',
    ['IDENTIDAD_CONFIRMADA', 'SIN_REGISTROS_JUDICIALES'],
    mayBeAbsent,
  ),
}).annotate({ identifier: 'ExplicacionDelNivel', description: 'La explicación del nivel.' })

const SustentoDocumental = Schema.Struct({
  nivel: field(
    Level,
    'Qué tan sólido es el sustento documental de la recomendación; no califica a la persona.',
    'alto',
  ),
  factores: part(
    Schema.Array(Factor).check(Schema.isBetweenLength(1, Limits.factors)),
    'Los factores que se tomaron en cuenta.',
  ),
  microexplicacion: field(Schema.String, 'Texto fijo para mostrar junto al nivel.', microexplanation, {
    minLength: 1,
    maxLength: Limits.longTextLength,
    ...mayBeAbsent,
  }),
  por_que_este_nivel: part(Schema.NullOr(ExplicacionDelNivel), 'Por qué resultó ese nivel.', mayBeAbsent),
}).annotate({
  identifier: 'SustentoDocumental',
  description: 'Lo que sustenta la recomendación. Juzga el sustento documental, nunca a la persona.',
})

const PasoSugerido = Schema.Struct({
  codigo: field(
    Schema.String,
    'Código de un catálogo cerrado, al que una versión posterior puede agregar otros. Prográmese contra él y no contra los textos.',
    sampleStep.code,
    { enum: StepCode.literals, mayGrow: true },
  ),
  texto: field(longText, 'El paso en palabras, para mostrarse.', sampleStep.text),
}).annotate({ identifier: 'PasoSugerido', description: 'Algo que el arrendador puede hacer.' })

export const Recomendacion = Schema.Struct({
  accion: field(Action, 'La acción sugerida al arrendador, quien decide.', 'puede_continuar'),
  mensaje: field(longText, 'La recomendación en palabras, para mostrarse.', messages.puede_continuar),
  sustento_documental: part(SustentoDocumental, 'En qué se sustenta.'),
  siguientes_pasos: part(
    Schema.Array(PasoSugerido).check(Schema.isMaxLength(Limits.nextSteps)),
    'Qué puede hacer el arrendador; el último es siempre `DECISION_DEL_ARRENDADOR`.',
    mayBeAbsent,
  ),
}).annotate({
  identifier: 'Recomendacion',
  description: 'La recomendación para el arrendador. El servicio informa; el arrendador decide.',
})

const FuenteConsultada = Schema.Struct({
  fuente: field(sourceName, 'La fuente: hoy `identidad`, `listas` o `judicial`.', 'listas'),
  estado: field(Schema.Literals(['consultada', 'no_disponible']), 'Si pudo consultarse.', 'consultada'),
}).annotate({ identifier: 'FuenteConsultada', description: 'Una fuente que se intentó consultar.' })

/** How many sources could be consulted; independent of the documentary support. */
export const CoberturaFuentes = Schema.Struct({
  consultadas: field(sourceCount, 'Cuántas fuentes pudieron consultarse.', 3),
  disponibles: field(sourceCount, 'Cuántas fuentes se intentó consultar.', 3),
  detalle: part(
    Schema.Array(FuenteConsultada).check(Schema.isMaxLength(Limits.sources)),
    'Cada fuente que se intentó consultar.',
    mayBeAbsent,
  ),
}).annotate({
  identifier: 'CoberturaFuentes',
  description: 'Cuántas fuentes pudieron consultarse; es independiente del sustento documental.',
})

export const BloqueDeCobro = Schema.Struct({
  estatus: field(
    Schema.NullOr(Schema.Literals(['cargada', 'transferencia_encolada', 'transferida', 'no_aplicada'])),
    '`cargada` (modo `consumo`), `transferencia_encolada` (modo `connect`) o `no_aplicada`; nulo mientras `en_proceso`. El valor `transferida` está reservado y no se emite.',
    'cargada',
  ),
  modo: field(Schema.NullOr(Schema.Literals(['consumo', 'connect'])), 'Modo de cobro que rige.', 'consumo'),
  monto: field(
    Schema.NullOr(Schema.Finite),
    'En una verificación emitida, el precio fijado al crearla, en pesos con dos decimales a lo más; si no, nulo.',
    100,
    { minimum: 0 },
  ),
  moneda: field(
    Schema.NullOr(Schema.String),
    'Moneda del monto (ISO 4217); nula si no hay monto.',
    'MXN',
    currencyCode,
  ),
  motivo_no_aplicada: field(
    Schema.NullOr(Schema.String),
    'Por qué no se cobró, por ejemplo `recomendacion_no_emitida`; nulo si no es el caso.',
    'recomendacion_no_emitida',
    short,
  ),
}).annotate({
  identifier: 'BloqueDeCobro',
  description: 'El cobro de la verificación. Una que termina `no_concluyente` no se cobra ni transfiere nada.',
})

const ConsentimientoRegistrado = Schema.Struct({
  consentimiento_id: field(
    Schema.NullOr(Schema.String),
    'Identificador con el que quedó registrado el consentimiento.',
    Samples.consentimientoId,
    short,
  ),
}).annotate({ identifier: 'ConsentimientoRegistrado', description: 'El consentimiento, como quedó registrado.' })

/** The states of a verification (contract 3.1). */
export const Estado = Schema.Literals(['en_proceso', 'emitida', 'no_concluyente'])

export const Respuesta = Schema.Struct({
  verificacion_id: field(
    Schema.String,
    'Identificador de la verificación, para consultarla; no es el `solicitud_id`.',
    Samples.verificacionId,
    short,
  ),
  solicitud_id: field(Schema.NullOr(Schema.String), 'El identificador que eligió el socio.', Samples.solicitudId, {
    ...short,
    ...mayBeAbsent,
  }),
  estado: field(Estado, 'Estado de la verificación; `emitida` y `no_concluyente` son finales.', 'emitida'),
  consentimiento: part(ConsentimientoRegistrado, 'El consentimiento registrado.'),
  cobro: part(BloqueDeCobro, 'El cobro.'),
  recomendacion: part(
    Schema.NullOr(Recomendacion),
    'Existe siempre que `estado` es `emitida`, y solo entonces.',
    mayBeAbsent,
  ),
  cobertura_fuentes: part(
    Schema.NullOr(CoberturaFuentes),
    'Cuántas fuentes pudieron consultarse; nulo mientras `en_proceso`.',
    mayBeAbsent,
  ),
  creado_en: field(Schema.NullOr(Schema.String), 'Cuándo se creó.', '2026-01-15T16:31:07.482Z', instant),
  resuelto_en: field(
    Schema.NullOr(Schema.String),
    'Cuándo llegó a un estado final; nulo mientras `en_proceso`.',
    '2026-01-15T16:34:11.025Z',
    instant,
  ),
  vigencia_hasta: field(
    Schema.NullOr(Schema.String),
    'Hasta cuándo sirve sin pedir, y pagar, otra; nulo si no se emitió. Es informativa.',
    '2026-02-14T16:34:11.025Z',
    instant,
  ),
  version_prompt: field(
    Schema.NullOr(Schema.String),
    'Versión del motor que produjo la recomendación, para trazabilidad.',
    `motor-${engineVersion}`,
    { ...short, ...mayBeAbsent },
  ),
  environment: field(Schema.NullOr(Schema.Literals(['sandbox', 'production'])), 'Ambiente.', 'sandbox', mayBeAbsent),
  source: field(
    Schema.NullOr(Schema.Literals(['synthetic_fixture', 'motor_real'])),
    'Origen del resultado; `synthetic_fixture` significa datos de prueba sintéticos.',
    'synthetic_fixture',
    mayBeAbsent,
  ),
  real_motor_e2e: field(
    Schema.NullOr(Schema.Literal('NO_MEDIDO')),
    'Marca técnica de medición; ignórese.',
    'NO_MEDIDO',
    mayBeAbsent,
  ),
}).annotate({ identifier: 'RespuestaDeVerificacion', description: 'La verificación, como la ve el socio.' })
export type Respuesta = typeof Respuesta.Type

/** RespuestaDeLista: most recent first. */
export const Lista = Schema.Struct({
  verificaciones: part(
    Schema.Array(Respuesta),
    'Las verificaciones de la cuenta, de la más reciente a la más antigua.',
    { maxItems: Limits.listLimit.max },
  ),
}).annotate({ identifier: 'RespuestaDeLista', description: 'Una lista de verificaciones.' })

/** RespuestaDeConsumo. */
export const Consumo = Schema.Struct({
  modo: field(Schema.Literals(['consumo', 'connect']), 'Modo de cobro de la cuenta.', 'consumo'),
  moneda: field(Schema.String, 'Moneda de los montos (ISO 4217).', 'MXN', currencyCode),
  monto_por_verificacion: field(Schema.Finite, 'Precio del plan por verificación emitida, en pesos.', 100, {
    minimum: 0,
  }),
  /** Settled balance in pesos; null in mode `connect`, where it does not apply. */
  saldo: field(
    Schema.NullOr(Schema.Finite),
    'Saldo prepagado en pesos, en modo `consumo`: baja solo cuando se emite una verificación. Las que están en proceso tienen apartado su precio, que aquí aún no se descuenta. Nulo en modo `connect`, donde no aplica (no es cero).',
    10_000,
    { minimum: 0, ...mayBeAbsent },
  ),
  tenant: field(Schema.String, 'La cuenta de la llave presentada.', 'demo-consumo', short),
}).annotate({ identifier: 'RespuestaDeConsumo', description: 'Modo de cobro, precio y saldo de la cuenta.' })

/** RespuestaDeSalud. */
export const Salud = Schema.Struct({
  estado: field(Schema.String, 'El servicio atiende peticiones.', 'arriba', short),
  base: field(Schema.String, 'El servicio alcanza su base de datos.', 'alcanzable', short),
  version: field(Schema.NullOr(Schema.String), 'Versión del programa.', '0.1.0', { ...short, ...mayBeAbsent }),
  esquema: field(
    Schema.NullOr(Schema.Literal('mas_nuevo_que_el_codigo')),
    'Normalmente nulo. El valor significa que la base de datos está en una revisión posterior y compatible con el servicio (por ejemplo, tras volver a una versión anterior); el servicio sigue atendiendo y no hay que hacer nada.',
    null,
    mayBeAbsent,
  ),
}).annotate({ identifier: 'RespuestaDeSalud', description: 'El servicio está arriba y alcanza su base de datos.' })
