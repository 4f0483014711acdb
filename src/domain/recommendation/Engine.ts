import { Result } from 'effect'
import { coverage } from '#domain/evidence/Coverage.ts'
import type { Evidence } from '#domain/evidence/Findings.ts'
import { nextSteps } from '#domain/Limits.ts'
import { type FactorCode, factor } from './Catalog.ts'
import { StepCode, step } from './CatalogSteps.ts'
import { explanations, messages, microexplanation, type Reason } from './CatalogTexts.ts'
import type { Action, Level, Recommendation } from './Recommendation.ts'
import { type Support, supportOf } from './Support.ts'

/** Semantic version of the rules and texts; `version_prompt` is `motor-` followed by it. */
export const engineVersion = '2.0.0'

/** Why no recommendation can be reached (contract 3.5). */
export const noRecommendations = ['identidad_no_disponible', 'curp_inexistente', 'fuentes_insuficientes'] as const
export type NoRecommendation = (typeof noRecommendations)[number]

/** With fewer consulted sources there is no recommendation. */
const fewestSources = 2
/** From this many confirmed lawsuits in progress on, they must be clarified first. */
const lawsuitsThatHold = 4
/** The same for those about a tenancy, which are counted among all. */
const tenancyLawsuitsThatHold = 2

const international = 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES'
const exposed = 'PERSONA_EXPUESTA_POLITICAMENTE'
const tax = 'COINCIDENCIA_EN_LISTA_FISCAL'
const possible = 'POSIBLE_COINCIDENCIA_EN_LISTAS'
const byName = 'POSIBLE_REGISTRO_JUDICIAL'
/** While one of these is open, the rest of the information could be another person's. */
const identityPoints: ReadonlyArray<FactorCode> = [
  'CURP_REEMPLAZADA',
  'CURP_DADA_DE_BAJA',
  'IDENTIDAD_NO_COINCIDE',
  'IDENTIDAD_NO_VALIDADA',
  'CREDENCIAL_NO_COINCIDE',
]
/**
 * Each of these is a reservation. They are about different doubts, so they do not add up. A public office is no doubt: it
 * stands next to any of them.
 */
const reservations: ReadonlyArray<FactorCode> = [
  'CURP_REEMPLAZADA',
  'CREDENCIAL_NO_COINCIDE',
  international,
  exposed,
  tax,
  possible,
  'JUICIO_EN_CURSO',
  'JUICIOS_CONCLUIDOS',
  byName,
  'COBERTURA_FUENTES_PARCIAL',
]
const inOrder: ReadonlyArray<FactorCode> = [
  'IDENTIDAD_CONFIRMADA',
  'SIN_COINCIDENCIAS_EN_LISTAS',
  'SIN_REGISTROS_JUDICIALES',
  'COBERTURA_FUENTES_COMPLETA',
]

type Condition = (support: Support) => boolean

const among =
  (codes: ReadonlyArray<FactorCode>) =>
  (code: FactorCode): boolean =>
    codes.includes(code)
const has =
  (code: FactorCode): Condition =>
  ({ limits }) =>
    limits.includes(code)
const only =
  (...codes: ReadonlyArray<FactorCode>): Condition =>
  ({ limits }) =>
    limits.every(among(codes))
/** Like `only`, with one lawsuit of the first code. */
const onlyOne =
  (code: FactorCode, ...others: ReadonlyArray<FactorCode>): Condition =>
  (support) =>
    only(code, ...others)(support) && !support.several.includes(code)
const nothingLimits: Condition = ({ limits }) => limits.length === 0
const manyLawsuits: Condition = ({ lawsuitsInProgress, tenancyLawsuits }) =>
  lawsuitsInProgress >= lawsuitsThatHold || tenancyLawsuits >= tenancyLawsuitsThatHold

interface Row {
  readonly level: Level
  readonly reason: Reason
  readonly when: Condition
  /** The codes that can define the level in this row. Those that hold are the `determinantes`. */
  readonly because: ReadonlyArray<FactorCode>
}

/** The rules. The first matching row gives level and explanation; `otherwise` follows the last row. */
// biome-ignore format: a table reads by its columns
const table: ReadonlyArray<Row> = [
  { level: 'bajo',  when: has('IDENTIDAD_NO_VALIDADA'),                                reason: 'identidad_sin_confirmar',  because: identityPoints },
  { level: 'bajo',  when: has('CURP_DADA_DE_BAJA'),                                    reason: 'curp_dada_de_baja',        because: identityPoints },
  { level: 'bajo',  when: has('IDENTIDAD_NO_COINCIDE'),                                reason: 'nombre_distinto',          because: identityPoints },
  { level: 'bajo',  when: ({ sanctioned }) => sanctioned,                              reason: 'coincidencia_por_aclarar', because: [international] },
  { level: 'bajo',  when: manyLawsuits,                                                reason: 'juicios_acumulados',       because: ['JUICIO_EN_CURSO'] },
  { level: 'alto',  when: nothingLimits,                                               reason: 'todo_en_orden',            because: inOrder },
  { level: 'medio', when: only(exposed),                                               reason: 'persona_expuesta',         because: reservations },
  { level: 'medio', when: only('COBERTURA_FUENTES_PARCIAL', exposed),                  reason: 'cobertura_parcial',        because: reservations },
  { level: 'medio', when: only('CURP_REEMPLAZADA', exposed),                           reason: 'curp_reemplazada',         because: reservations },
  { level: 'medio', when: only('CREDENCIAL_NO_COINCIDE', exposed),                     reason: 'credencial_por_revisar',   because: reservations },
  { level: 'medio', when: only(possible, exposed),                                     reason: 'posible_coincidencia',     because: reservations },
  { level: 'medio', when: only(international, tax, possible, exposed),                 reason: 'coincidencia_por_revisar', because: reservations },
  { level: 'medio', when: only(byName, exposed),                                       reason: 'posible_juicio',           because: reservations },
  { level: 'medio', when: onlyOne('JUICIOS_CONCLUIDOS', byName, exposed),              reason: 'juicio_concluido',         because: reservations },
  { level: 'medio', when: only('JUICIOS_CONCLUIDOS', byName, exposed),                 reason: 'juicios_concluidos',       because: reservations },
  { level: 'medio', when: onlyOne('JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS', byName, exposed), reason: 'juicio_en_curso',    because: reservations },
  { level: 'medio', when: only('JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS', byName, exposed),    reason: 'juicios_en_curso',   because: reservations },
]
const otherwise: Row = { level: 'medio', when: () => true, reason: 'puntos_por_revisar', because: reservations }

const actions: Record<Level, Action> = {
  alto: 'puede_continuar',
  medio: 'continuar_con_reservas',
  bajo: 'no_continuar_todavia',
}

/** What the landlord can do about a factor that defined the level; null if there is nothing to do. */
const steps: Record<FactorCode, StepCode | null> = {
  IDENTIDAD_CONFIRMADA: 'COTEJAR_DOCUMENTOS_ORIGINALES',
  NOMBRE_COINCIDE: null,
  CURP_REEMPLAZADA: 'PEDIR_CURP_VIGENTE',
  CURP_DADA_DE_BAJA: 'PEDIR_CURP_VIGENTE',
  IDENTIDAD_NO_COINCIDE: 'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  IDENTIDAD_NO_VALIDADA: 'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  CREDENCIAL_COINCIDE: null,
  CREDENCIAL_NO_COINCIDE: 'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  SIN_COINCIDENCIAS_EN_LISTAS: null,
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: 'SOLICITAR_ACLARACION',
  PERSONA_EXPUESTA_POLITICAMENTE: 'PREGUNTAR_POR_CARGO_PUBLICO',
  COINCIDENCIA_EN_LISTA_FISCAL: 'SOLICITAR_ACLARACION',
  POSIBLE_COINCIDENCIA_EN_LISTAS: 'PREGUNTAR_A_LA_PERSONA',
  SIN_REGISTROS_JUDICIALES: null,
  JUICIO_EN_CURSO: 'PEDIR_CONSTANCIA_DE_JUICIO',
  JUICIOS_CONCLUIDOS: 'PEDIR_CONSTANCIA_DE_CONCLUSION',
  POSIBLE_REGISTRO_JUDICIAL: 'PREGUNTAR_A_LA_PERSONA',
  COBERTURA_FUENTES_COMPLETA: null,
  COBERTURA_FUENTES_PARCIAL: 'CONSULTAR_MAS_TARDE',
}

/** In the order of the catalog. If there are too many, the last ones are left out, which matter least. */
const stepsFor = (
  determinants: ReadonlyArray<FactorCode>,
  { several, isNameUnclear }: Support,
): Recommendation['steps'] => {
  const isAbout = (code: StepCode) => (one: FactorCode) => steps[one] === code
  const suggested = StepCode.literals.filter(
    (code) => determinants.some(isAbout(code)) || (isNameUnclear && code === 'COTEJAR_NOMBRE_EN_IDENTIFICACION'),
  )
  return [
    ...suggested.slice(0, nextSteps - 1).map((code) => step(code, several.some(isAbout(code)))),
    step('DECISION_DEL_ARRENDADOR'),
  ]
}

const judge = (support: Support): Recommendation => {
  const fitting = [...table.filter((row) => row.when(support)), otherwise]
  const [{ level, reason } = otherwise] = fitting
  // Codes of every matching row with this level: clarifying only the first row's codes would not raise the level.
  const because = fitting.filter((row) => row.level === level).flatMap((row) => row.because)
  const determinants = support.codes.filter(among(because))
  return {
    action: actions[level],
    message: messages[actions[level]],
    level,
    factors: support.codes.map((code) => factor(code, support)),
    microexplanation,
    explanation: explanations[reason],
    determinants,
    steps: stepsFor(determinants, support),
  }
}

const findingsOf = <F>(answer: { _tag: 'consultada'; findings: F } | { _tag: 'no_disponible' } | null): F | null =>
  answer?._tag === 'consultada' ? answer.findings : null

/**
 * The recommendation that the sources' answers support. Total and pure: the same evidence always gives the same
 * recommendation. A source without an answer counts as one that could not be consulted.
 */
export const recommend = (evidence: Evidence): Result.Result<Recommendation, NoRecommendation> => {
  const identity = findingsOf(evidence.identidad)
  if (identity === null) return Result.fail('identidad_no_disponible')
  if (identity._tag === 'no_existe') return Result.fail('curp_inexistente')
  if (coverage(evidence).consulted < fewestSources) return Result.fail('fuentes_insuficientes')
  const lists = findingsOf(evidence.listas)
  const judicial = findingsOf(evidence.judicial)
  return Result.succeed(judge(supportOf({ identity, lists, judicial })))
}
