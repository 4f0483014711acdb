import { Array, Result } from 'effect'
import { coverage } from '#domain/evidence/Coverage.ts'
import type { Evidence } from '#domain/evidence/Findings.ts'
import { type FactorCode, factor } from './Catalog.ts'
import { type StepCode, step } from './CatalogSteps.ts'
import { explanations, messages, microexplanation, type Reason } from './CatalogTexts.ts'
import type { Action, Level, Recommendation } from './Recommendation.ts'
import { type Support, supportOf } from './Support.ts'

/** Semantic version of the rules and texts; `version_prompt` is `motor-` followed by it. */
export const engineVersion = '1.3.0'

/** Why no recommendation can be reached (contract 3.5). */
export const noRecommendations = ['identidad_no_disponible', 'curp_inexistente', 'fuentes_insuficientes'] as const
export type NoRecommendation = (typeof noRecommendations)[number]

/** With fewer consulted sources there is no recommendation. */
const fewestSources = 2
/** From this many lawsuits in progress on, they must be clarified first. Concluded lawsuits never need that. */
const lawsuitsThatHold = 4
/** From this many different open points on, they must be clarified first, though each alone is only a reservation. */
const openPointsThatHold = 3

const international = 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES'
const tax = 'COINCIDENCIA_EN_LISTA_FISCAL'
const possible = 'POSIBLE_COINCIDENCIA_EN_LISTAS'
/** While one of these is open, the rest of the information could be another person's. */
const identityLimits: ReadonlyArray<FactorCode> = [
  'CURP_DADA_DE_BAJA',
  'IDENTIDAD_NO_COINCIDE',
  'IDENTIDAD_NO_VALIDADA',
]
const identityPoints: ReadonlyArray<FactorCode> = [...identityLimits, 'CREDENCIAL_NO_COINCIDE']
/** Each of these alone is a reservation that can be clarified. */
const openPoints: ReadonlyArray<FactorCode> = ['CREDENCIAL_NO_COINCIDE', international, tax, 'JUICIO_EN_CURSO']
/**
 * Each of these is a reservation, and further ones do not lower the level: merely possible list matches, concluded
 * lawsuits, and missing sources.
 */
const reservations: ReadonlyArray<FactorCode> = [
  ...openPoints,
  possible,
  'JUICIOS_CONCLUIDOS',
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
const some =
  (codes: ReadonlyArray<FactorCode>, atLeast = 1): Condition =>
  ({ limits }) =>
    limits.filter(among(codes)).length >= atLeast
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
const manyLawsuits: Condition = ({ lawsuitsInProgress }) => lawsuitsInProgress >= lawsuitsThatHold

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
  { level: 'bajo',  when: some(identityLimits),                                     reason: 'identidad_sin_confirmar',  because: identityPoints },
  { level: 'bajo',  when: ({ sanctioned }) => sanctioned,                           reason: 'coincidencia_por_aclarar', because: [international] },
  { level: 'bajo',  when: ({ taxListed }) => taxListed,                             reason: 'coincidencia_por_aclarar', because: [tax] },
  { level: 'bajo',  when: manyLawsuits,                                             reason: 'juicios_acumulados',       because: ['JUICIO_EN_CURSO'] },
  { level: 'bajo',  when: some(openPoints, openPointsThatHold),                     reason: 'puntos_acumulados',        because: openPoints },
  { level: 'alto',  when: nothingLimits,                                            reason: 'todo_en_orden',            because: inOrder },
  { level: 'medio', when: only('COBERTURA_FUENTES_PARCIAL'),                        reason: 'cobertura_parcial',        because: reservations },
  { level: 'medio', when: only('CREDENCIAL_NO_COINCIDE'),                           reason: 'credencial_por_revisar',   because: reservations },
  { level: 'medio', when: only(possible),                                           reason: 'posible_coincidencia',     because: reservations },
  { level: 'medio', when: only(international, tax, possible),                       reason: 'coincidencia_por_revisar', because: reservations },
  { level: 'medio', when: onlyOne('JUICIOS_CONCLUIDOS'),                            reason: 'juicio_concluido',         because: reservations },
  { level: 'medio', when: only('JUICIOS_CONCLUIDOS'),                               reason: 'juicios_concluidos',       because: reservations },
  { level: 'medio', when: onlyOne('JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS'),         reason: 'juicio_en_curso',          because: reservations },
  { level: 'medio', when: only('JUICIO_EN_CURSO', 'JUICIOS_CONCLUIDOS'),            reason: 'juicios_en_curso',         because: reservations },
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
  CURP_DADA_DE_BAJA: 'PEDIR_CURP_VIGENTE',
  IDENTIDAD_NO_COINCIDE: 'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  IDENTIDAD_NO_VALIDADA: 'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  CREDENCIAL_COINCIDE: null,
  CREDENCIAL_NO_COINCIDE: 'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  SIN_COINCIDENCIAS_EN_LISTAS: null,
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: 'SOLICITAR_ACLARACION',
  COINCIDENCIA_EN_LISTA_FISCAL: 'SOLICITAR_ACLARACION',
  POSIBLE_COINCIDENCIA_EN_LISTAS: 'SOLICITAR_ACLARACION',
  SIN_REGISTROS_JUDICIALES: null,
  JUICIO_EN_CURSO: 'PEDIR_CONSTANCIA_DE_JUICIO',
  JUICIOS_CONCLUIDOS: 'PEDIR_CONSTANCIA_DE_CONCLUSION',
  COBERTURA_FUENTES_COMPLETA: null,
  COBERTURA_FUENTES_PARCIAL: 'CONSULTAR_MAS_TARDE',
}

/**
 * At most four steps can occur together (a property test asserts it), so the landlord's decision is at most the fifth.
 */
const stepsFor = (determinants: ReadonlyArray<FactorCode>, { several }: Support): Recommendation['steps'] => {
  const suggested = determinants.flatMap((code) => {
    const stepCode = steps[code]
    return stepCode === null ? [] : [step(stepCode, several.includes(code))]
  })
  return [...Array.dedupeWith(suggested, (one, other) => one.code === other.code), step('DECISION_DEL_ARRENDADOR')]
}

const judge = (support: Support): Recommendation => {
  const fitting = Array.append(
    table.filter((row) => row.when(support)),
    otherwise,
  )
  const { level, reason } = fitting[0]
  // Codes of every matching row with this level: clarifying only the first row's codes would not raise the level.
  const because = fitting.filter((row) => row.level === level).flatMap((row) => row.because)
  const determinants = support.codes.filter(among(because))
  return {
    action: actions[level],
    message: messages[actions[level]],
    level,
    factors: support.codes.map((code) => factor(code, support.several.includes(code))),
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
