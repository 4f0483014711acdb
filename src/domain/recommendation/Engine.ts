import { Array, Result } from 'effect'
import { coverage } from '#domain/evidence/Coverage.ts'
import type { Evidence } from '#domain/evidence/Findings.ts'
import { type FactorCode, factor } from './Catalog.ts'
import { type StepCode, step } from './CatalogSteps.ts'
import { explanations, messages, microexplanation, type Reason } from './CatalogTexts.ts'
import type { Action, Level, Recommendation } from './Recommendation.ts'
import { type Support, supportOf } from './Support.ts'

/** Semantic version of the rules and texts; `version_prompt` is `motor-` and this. */
export const engineVersion = '1.3.0'

/** Why no recommendation can be reached (contract 3.5). */
export const noRecommendations = ['identidad_no_disponible', 'curp_inexistente', 'fuentes_insuficientes'] as const
export type NoRecommendation = (typeof noRecommendations)[number]

/** Fewer consulted sources than this support nothing. */
const fewestSources = 2
/** This many lawsuits in progress are to be cleared up first; concluded ones never are, however many. */
const lawsuitsThatHold = 4
/** This many different open points together are to be cleared up first, though each alone is a reservation. */
const openPointsThatHold = 3

const international = 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES'
const tax = 'COINCIDENCIA_EN_LISTA_FISCAL'
const possible = 'POSIBLE_COINCIDENCIA_EN_LISTAS'
/** Without these put in order, the rest of the information could be another person's. */
const identityLimits: ReadonlyArray<FactorCode> = [
  'CURP_DADA_DE_BAJA',
  'IDENTIDAD_NO_COINCIDE',
  'IDENTIDAD_NO_VALIDADA',
]
const identityPoints: ReadonlyArray<FactorCode> = [...identityLimits, 'CREDENCIAL_NO_COINCIDE']
/** Each alone a reservation that can be cleared up. */
const openPoints: ReadonlyArray<FactorCode> = ['CREDENCIAL_NO_COINCIDE', international, tax, 'JUICIO_EN_CURSO']
/**
 * Each a reservation that never adds up to more: what is only possible in the lists, concluded lawsuits,
 * and missing sources.
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
/** As `only`, and there is one lawsuit of the first code. */
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
  /** What defines the level when the row fits; of these, the ones that hold are the `determinantes`. */
  readonly because: ReadonlyArray<FactorCode>
}

/** The rules. The first row that fits gives level and explanation; `otherwise` stands after the last. */
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

/** What the landlord can do about a factor that defined the level; null where nothing is to be done. */
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

/** At most four steps can come together (a property test holds that), so that the landlord's decision is the fifth. */
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
  // Every row that fits and says this level holds it there: clearing up the first alone would not raise it.
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
 * What the sources' answers support, for the landlord. Total and pure: the same evidence always gives
 * the same recommendation. A source without answer counts as one that could not be consulted.
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
