import { Schema } from 'effect'
import * as Limits from '#domain/Limits.ts'
import { Action, Level } from '#domain/Recommendation.ts'

/** The verification as the partner sees it, and its parts (specification section 2). */

const longText = Schema.String.check(Schema.isBetweenCodePoints(1, Limits.longTextLength))
const sourceName = Schema.String.check(Schema.isBetweenCodePoints(1, Limits.shortTextLength))
const sourceCount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Limits.sources }))

const Factor = Schema.Struct({
  codigo: Schema.String,
  efecto: Schema.Literals(['fortalece', 'limita']),
  texto: longText,
  fuente: Schema.NullOr(sourceName),
  que_se_reviso: Schema.NullOr(longText),
  que_significa: Schema.NullOr(longText),
})

const ExplicacionDelNivel = Schema.Struct({
  explicacion: longText,
  determinantes: Schema.Array(Schema.String).check(Schema.isMaxLength(Limits.determinants)),
})

const SustentoDocumental = Schema.Struct({
  nivel: Level,
  factores: Schema.Array(Factor).check(Schema.isBetweenLength(1, Limits.factors)),
  microexplicacion: Schema.String,
  por_que_este_nivel: Schema.NullOr(ExplicacionDelNivel),
})

const PasoSugerido = Schema.Struct({ codigo: Schema.String, texto: longText })

export const Recomendacion = Schema.Struct({
  accion: Action,
  mensaje: longText,
  sustento_documental: SustentoDocumental,
  siguientes_pasos: Schema.Array(PasoSugerido).check(Schema.isMaxLength(Limits.nextSteps)),
})

const FuenteConsultada = Schema.Struct({
  fuente: sourceName,
  estado: Schema.Literals(['consultada', 'no_disponible']),
})

/** How many sources could be consulted; independent of the documentary support. */
export const CoberturaFuentes = Schema.Struct({
  consultadas: sourceCount,
  disponibles: sourceCount,
  detalle: Schema.Array(FuenteConsultada).check(Schema.isMaxLength(Limits.sources)),
})

export const BloqueDeCobro = Schema.Struct({
  estatus: Schema.NullOr(Schema.Literals(['cargada', 'transferencia_encolada', 'no_aplicada'])),
  modo: Schema.NullOr(Schema.Literals(['consumo', 'connect'])),
  monto: Schema.NullOr(Schema.Finite),
  moneda: Schema.NullOr(Schema.String),
  motivo_no_aplicada: Schema.NullOr(Schema.String),
})

export const Respuesta = Schema.Struct({
  verificacion_id: Schema.String,
  solicitud_id: Schema.NullOr(Schema.String),
  estado: Schema.Literals(['en_proceso', 'emitida', 'no_concluyente']),
  consentimiento: Schema.Struct({ consentimiento_id: Schema.NullOr(Schema.String) }),
  cobro: BloqueDeCobro,
  recomendacion: Schema.NullOr(Recomendacion),
  cobertura_fuentes: Schema.NullOr(CoberturaFuentes),
  creado_en: Schema.NullOr(Schema.String),
  resuelto_en: Schema.NullOr(Schema.String),
  vigencia_hasta: Schema.NullOr(Schema.String),
  version_prompt: Schema.NullOr(Schema.String),
  environment: Schema.NullOr(Schema.Literals(['sandbox', 'production'])),
  source: Schema.NullOr(Schema.Literals(['synthetic_fixture', 'motor_real'])),
  real_motor_e2e: Schema.NullOr(Schema.Literal('NO_MEDIDO')),
})
export type Respuesta = typeof Respuesta.Type

/** RespuestaDeLista: most recent first. */
export const Lista = Schema.Struct({ verificaciones: Schema.Array(Respuesta) })

/** RespuestaDeConsumo. */
export const Consumo = Schema.Struct({
  modo: Schema.Literals(['consumo', 'connect']),
  moneda: Schema.String,
  monto_por_verificacion: Schema.Finite,
  /** Settled balance in pesos; null in mode `connect`, where it does not apply. */
  saldo: Schema.NullOr(Schema.Finite),
  tenant: Schema.String,
})

/** RespuestaDeSalud. */
export const Salud = Schema.Struct({
  estado: Schema.String,
  base: Schema.String,
  version: Schema.NullOr(Schema.String),
  esquema: Schema.NullOr(Schema.Literal('mas_nuevo_que_el_codigo')),
})
