import type { IdentityFindings, JudicialFindings, ListFindings } from '#domain/evidence/Findings.ts'
import type { LawsuitMeaning } from '#domain/evidence/Lawsuits.ts'
import { type FactorCode, factor, type TextFacts } from './Catalog.ts'

/**
 * The sources' findings when they suffice for a recommendation, so the identity is known; null for a source without an
 * answer.
 */
export interface Known {
  readonly identity: Extract<IdentityFindings, { readonly _tag: 'existe' }>
  readonly lists: ListFindings | null
  readonly judicial: JudicialFindings | null
}

/** The documentary support in the form that the engine's decision table needs. */
export interface Support extends TextFacts {
  /** Every factor that holds, in display order: identity, lists, judicial, coverage. */
  readonly codes: ReadonlyArray<FactorCode>
  readonly limits: ReadonlyArray<FactorCode>
  /** Whether the given name may be the registered one, written differently. It does not limit the support. */
  readonly isNameUnclear: boolean
  /** Whether there is a match in the gravest kind of international list. */
  readonly sanctioned: boolean
  /** Confirmed lawsuits in progress, criminal ones apart: an accusation is not a finding, and never adds up. */
  readonly lawsuitsInProgress: number
  /** Those of `lawsuitsInProgress` that are about a tenancy. */
  readonly tenancyLawsuits: number
}

const inProgress: ReadonlyArray<LawsuitMeaning> = ['penal_en_curso', 'en_curso', 'arrendamiento_en_curso']

const lawsuits = ({ judicial }: Known, ...meanings: ReadonlyArray<LawsuitMeaning>): number =>
  judicial?.juicios.filter((meaning) => meanings.includes(meaning)).length ?? 0

/** Every factor with its condition. */
const factorCodes = (known: Known): ReadonlyArray<FactorCode> => {
  const { identity, lists, judicial } = known
  const named = identity.nombre !== 'no_coincide'
  const valid = identity.validacion === 'valida'
  const kinds = lists?.internacionales ?? []
  const exposed = kinds.includes('personas_expuestas')
  const international = kinds.some((kind) => kind !== 'personas_expuestas')
  // Other situations are presumptions, or were cleared: they count as if the person had never been listed.
  const tax = lists?.fiscal.includes('definitivo') ?? false
  const possible = (lists?.posibles ?? []).length > 0
  const complete = lists !== null && judicial !== null

  const conditions: ReadonlyArray<readonly [FactorCode, boolean]> = [
    ['IDENTIDAD_CONFIRMADA', identity.estatus === 'activa' && named && valid],
    ['NOMBRE_COINCIDE', identity.nombre === 'coincide'],
    ['CURP_REEMPLAZADA', identity.estatus === 'reemplazada'],
    ['CURP_DADA_DE_BAJA', identity.estatus === 'baja'],
    ['IDENTIDAD_NO_COINCIDE', !named],
    ['IDENTIDAD_NO_VALIDADA', !valid],
    ['CREDENCIAL_COINCIDE', identity.credencial === 'coincide'],
    ['CREDENCIAL_NO_COINCIDE', identity.credencial === 'no_coincide'],
    ['SIN_COINCIDENCIAS_EN_LISTAS', lists !== null && !international && !exposed && !tax && !possible],
    ['COINCIDENCIA_EN_LISTAS_INTERNACIONALES', international],
    ['PERSONA_EXPUESTA_POLITICAMENTE', exposed],
    ['COINCIDENCIA_EN_LISTA_FISCAL', tax],
    ['POSIBLE_COINCIDENCIA_EN_LISTAS', possible],
    ['SIN_REGISTROS_JUDICIALES', judicial !== null && judicial.juicios.length === 0],
    ['JUICIO_EN_CURSO', lawsuits(known, ...inProgress) > 0],
    ['JUICIOS_CONCLUIDOS', lawsuits(known, 'concluido') > 0],
    ['POSIBLE_REGISTRO_JUDICIAL', lawsuits(known, 'posible') > 0],
    ['COBERTURA_FUENTES_COMPLETA', complete],
    ['COBERTURA_FUENTES_PARCIAL', !complete],
  ]
  return conditions.flatMap(([code, holds]) => (holds ? [code] : []))
}

const textFacts = (known: Known): TextFacts => ({
  several: [
    ...(lawsuits(known, ...inProgress) > 1 ? (['JUICIO_EN_CURSO'] as const) : []),
    ...(lawsuits(known, 'concluido') > 1 ? (['JUICIOS_CONCLUIDOS'] as const) : []),
  ],
  missing: known.lists === null ? 'listas' : 'judicial',
  searched: known.lists?.consultadas ?? null,
})

/** Determines which factors hold, without weighing them. */
export const supportOf = (known: Known): Support => {
  const codes = factorCodes(known)
  return {
    ...textFacts(known),
    codes,
    limits: codes.filter((code) => factor(code).effect === 'limita'),
    isNameUnclear: known.identity.nombre === 'no_concluye',
    sanctioned: known.lists?.internacionales.includes('sanciones') ?? false,
    lawsuitsInProgress: lawsuits(known, 'en_curso', 'arrendamiento_en_curso'),
    tenancyLawsuits: lawsuits(known, 'arrendamiento_en_curso'),
  }
}
