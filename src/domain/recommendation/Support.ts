import type { IdentityFindings, JudicialFindings, ListFindings } from '#domain/evidence/Findings.ts'
import { type FactorCode, factor } from './Catalog.ts'

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
export interface Support {
  /** Every factor that holds, in display order: identity, lists, judicial, coverage. */
  readonly codes: ReadonlyArray<FactorCode>
  readonly limits: ReadonlyArray<FactorCode>
  /** Whether there is a match in the gravest kind of international list. */
  readonly sanctioned: boolean
  /** Whether the tax authority lists the person definitively, not only as presumed. */
  readonly taxListed: boolean
  /**
   * The kind of a lawsuit does not count: the source reports neither role nor outcome, and a labour or family matter
   * must not become a statement about the person.
   */
  readonly lawsuitsInProgress: number
  /** The factors of `codes` that are about more than one lawsuit; their texts say so. */
  readonly several: ReadonlyArray<FactorCode>
}

/** Every factor with its condition. */
const factorCodes = ({ identity, lists, judicial }: Known): ReadonlyArray<FactorCode> => {
  const active = identity.estatus === 'activa'
  const named = identity.nombre !== 'no_coincide'
  const valid = identity.validacion === 'valida'
  const international = lists !== null && lists.internacionales.length > 0
  // `desvirtuado` and `sentencia_favorable` are cleared, and count as if the person had never been listed.
  const tax = lists?.fiscal.some((situation) => situation === 'presunto' || situation === 'definitivo') ?? false
  const possible = lists?.posibles !== undefined && lists.posibles.length > 0
  const complete = lists !== null && judicial !== null

  const conditions: ReadonlyArray<readonly [FactorCode, boolean]> = [
    ['IDENTIDAD_CONFIRMADA', active && named && valid],
    ['NOMBRE_COINCIDE', identity.nombre === 'coincide'],
    ['CURP_DADA_DE_BAJA', !active],
    ['IDENTIDAD_NO_COINCIDE', !named],
    ['IDENTIDAD_NO_VALIDADA', !valid],
    ['CREDENCIAL_COINCIDE', identity.credencial === 'coincide'],
    ['CREDENCIAL_NO_COINCIDE', identity.credencial === 'no_coincide'],
    ['SIN_COINCIDENCIAS_EN_LISTAS', lists !== null && !international && !tax && !possible],
    ['COINCIDENCIA_EN_LISTAS_INTERNACIONALES', international],
    ['COINCIDENCIA_EN_LISTA_FISCAL', tax],
    ['POSIBLE_COINCIDENCIA_EN_LISTAS', possible],
    ['SIN_REGISTROS_JUDICIALES', judicial !== null && judicial.juicios.length === 0],
    ['JUICIO_EN_CURSO', judicial?.juicios.some(({ estado }) => estado === 'en_curso') ?? false],
    ['JUICIOS_CONCLUIDOS', judicial?.juicios.some(({ estado }) => estado === 'concluido') ?? false],
    ['COBERTURA_FUENTES_COMPLETA', complete],
    ['COBERTURA_FUENTES_PARCIAL', !complete],
  ]
  return conditions.flatMap(([code, holds]) => (holds ? [code] : []))
}

const lawsuits = ({ judicial }: Known, status: JudicialFindings['juicios'][number]['estado']): number =>
  judicial?.juicios.filter(({ estado }) => estado === status).length ?? 0

/** Determines which factors hold, without weighing them. */
export const supportOf = (known: Known): Support => {
  const codes = factorCodes(known)
  const inProgress = lawsuits(known, 'en_curso')
  const several: ReadonlyArray<FactorCode> = [
    ...(inProgress > 1 ? (['JUICIO_EN_CURSO'] as const) : []),
    ...(lawsuits(known, 'concluido') > 1 ? (['JUICIOS_CONCLUIDOS'] as const) : []),
  ]
  return {
    codes,
    limits: codes.filter((code) => factor(code).effect === 'limita'),
    sanctioned: known.lists?.internacionales.includes('sanciones') ?? false,
    taxListed: known.lists?.fiscal.includes('definitivo') ?? false,
    lawsuitsInProgress: inProgress,
    several,
  }
}
