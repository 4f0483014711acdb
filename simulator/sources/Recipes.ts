import { Record } from 'effect'
import type { Scenario } from '#adapters/sources/sandbox/Scenarios.ts'
import type { JudicialFindings } from '#domain/evidence/Findings.ts'
import type { SourceName } from '#domain/evidence/Source.ts'
import type { FactorCode } from '#domain/recommendation/Catalog.ts'
import type { StepCode } from '#domain/recommendation/CatalogSteps.ts'
import type { Reason } from '#domain/recommendation/CatalogTexts.ts'
import type { NoRecommendation } from '#domain/recommendation/Engine.ts'
import type { Level } from '#domain/recommendation/Recommendation.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import * as Samples from '#wire/Samples.ts'
import type { Script } from './ScriptedFindings.ts'
import type { Fault } from './SourceFaults.ts'

/** What is to be done so that a verification ends in a certain way. */
interface Situation {
  /** The findings of the sources about the applicant. */
  readonly script: Required<Script>
  /** Whether the applicant's names are sent, too. */
  readonly isNamed?: boolean
  readonly faults?: ReadonlyArray<{ readonly fuente: SourceName; readonly falla: Fault }>
  readonly end: Scenario['end']
}

const high = { estado: 'emitida', accion: 'puede_continuar', nivel: 'alto' } as const
const middle = { estado: 'emitida', accion: 'continuar_con_reservas', nivel: 'medio' } as const
const low = { estado: 'emitida', accion: 'no_continuar_todavia', nivel: 'bajo' } as const
const none = { estado: 'no_concluyente', accion: null, nivel: null } as const

const confirmed = { estatus: 'activa', validacion: 'valida', credencial: 'coincide' } as const
const inOrder: Situation = {
  script: { identidad: confirmed, listas: { internacionales: [], fiscal: [] }, judicial: { juicios: [] } },
  end: high,
}
const situation = (end: Situation['end'], script: Script, isNamed = false): Situation => ({
  ...inOrder,
  script: { ...inOrder.script, ...script },
  isNamed,
  end,
})
const lawsuits = (...states: ReadonlyArray<JudicialFindings['juicios'][number]['estado']>) => ({
  judicial: { juicios: states.map((estado) => ({ materia: 'civil' as const, estado })) },
})

const named = situation(high, { identidad: { ...confirmed, nombre: 'coincide' } }, true)
const ofAnother = situation(low, { identidad: { ...confirmed, nombre: 'no_coincide' } }, true)
const cancelled = situation(low, { identidad: { ...confirmed, estatus: 'baja' } })
const invalid = situation(low, { identidad: { ...confirmed, validacion: 'no_valida' } })
const otherCredential = situation(middle, { identidad: { ...confirmed, credencial: 'no_coincide' } })
const exposed = situation(middle, { listas: { internacionales: ['personas_expuestas'], fiscal: [] } })
const sanctioned = situation(low, { listas: { internacionales: ['sanciones'], fiscal: [] } })
const presumed = situation(middle, { listas: { internacionales: [], fiscal: ['presunto'] } })
const alike = situation(middle, { listas: { internacionales: [], fiscal: [], posibles: ['vigilancia'] } })
const oneInProgress = situation(middle, lawsuits('en_curso'))
const oneConcluded = situation(middle, lawsuits('concluido'))
const partial: Situation = { ...inOrder, faults: [{ fuente: 'listas', falla: 'caida' }], end: middle }

const factors: Record<FactorCode, Situation> = {
  IDENTIDAD_CONFIRMADA: inOrder,
  NOMBRE_COINCIDE: named,
  IDENTIDAD_NO_COINCIDE: ofAnother,
  IDENTIDAD_NO_VALIDADA: invalid,
  CURP_DADA_DE_BAJA: cancelled,
  CREDENCIAL_COINCIDE: inOrder,
  CREDENCIAL_NO_COINCIDE: otherCredential,
  SIN_COINCIDENCIAS_EN_LISTAS: inOrder,
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: exposed,
  COINCIDENCIA_EN_LISTA_FISCAL: presumed,
  POSIBLE_COINCIDENCIA_EN_LISTAS: alike,
  SIN_REGISTROS_JUDICIALES: inOrder,
  JUICIO_EN_CURSO: oneInProgress,
  JUICIOS_CONCLUIDOS: oneConcluded,
  COBERTURA_FUENTES_COMPLETA: inOrder,
  COBERTURA_FUENTES_PARCIAL: partial,
}

const steps: Record<StepCode, Situation> = {
  COTEJAR_DOCUMENTOS_ORIGINALES: inOrder,
  PEDIR_CURP_VIGENTE: cancelled,
  CONFIRMAR_IDENTIDAD_EN_PERSONA: invalid,
  SOLICITAR_ACLARACION: sanctioned,
  PEDIR_CONSTANCIA_DE_JUICIO: oneInProgress,
  PEDIR_CONSTANCIA_DE_CONCLUSION: oneConcluded,
  CONSULTAR_MAS_TARDE: partial,
  DECISION_DEL_ARRENDADOR: inOrder,
}

const levels: Record<Level, Situation> = { alto: inOrder, medio: oneInProgress, bajo: sanctioned }

const explanations: Record<Reason, Situation> = {
  identidad_sin_confirmar: invalid,
  coincidencia_por_aclarar: sanctioned,
  juicios_acumulados: situation(low, lawsuits('en_curso', 'en_curso', 'en_curso', 'en_curso')),
  puntos_acumulados: situation(low, {
    identidad: { ...confirmed, credencial: 'no_coincide' },
    listas: { internacionales: ['vigilancia'], fiscal: [] },
    ...lawsuits('en_curso'),
  }),
  todo_en_orden: inOrder,
  coincidencia_por_revisar: exposed,
  posible_coincidencia: alike,
  juicio_en_curso: oneInProgress,
  juicios_en_curso: situation(middle, lawsuits('en_curso', 'en_curso')),
  juicio_concluido: oneConcluded,
  juicios_concluidos: situation(middle, lawsuits('concluido', 'concluido')),
  credencial_por_revisar: otherCredential,
  cobertura_parcial: partial,
  puntos_por_revisar: situation(middle, {
    identidad: { ...confirmed, credencial: 'no_coincide' },
    ...lawsuits('concluido'),
  }),
}

const noRecommendations: Record<NoRecommendation, Situation> = {
  identidad_no_disponible: situation(none, { identidad: 'falla' }),
  curp_inexistente: situation(none, { identidad: 'no_existe' }),
  fuentes_insuficientes: situation(none, { listas: 'falla', judicial: 'falla' }),
}

/** What a recipe leads to. */
export const recipeKinds = ['factor', 'paso', 'nivel', 'explicacion', 'sin_recomendacion'] as const

/** How to reach one thing of the catalogue: what to send to which lever, and in the request. */
export interface Recipe {
  readonly para: (typeof recipeKinds)[number]
  readonly codigo: string
  /** For the request. Each recipe has a CURP of its own. */
  readonly solicitante: { readonly curp: string } & Partial<typeof Samples.nombre>
  /** For `POST /_simulador/hallazgos`, as it is. */
  readonly hallazgos: Required<Script> & { readonly curp: string }
  /** Each for `POST /_simulador/fuentes`; of the whole world, until taken back. */
  readonly fallas: NonNullable<Situation['faults']>
  readonly fin: Situation['end']
}

const all: Record<Recipe['para'], Readonly<Record<string, Situation>>> = {
  factor: factors,
  paso: steps,
  nivel: levels,
  explicacion: explanations,
  sin_recomendacion: noRecommendations,
}

/** The year of birth of the first applicant; each next one is a year younger. */
const firstYear = 40

/** One for every factor, step, level and explanation of the catalogue, and for every way to end without recommendation. */
export const recipes: ReadonlyArray<Recipe> = recipeKinds
  .flatMap((para) => Record.toEntries(all[para]).map(([codigo, made]) => ({ para, codigo, ...made })))
  .map(({ para, codigo, script, isNamed = false, faults = [], end }, index) => {
    const curp = sampleCurp('LIMP', firstYear + index)
    return {
      para,
      codigo,
      solicitante: { curp, ...(isNamed ? Samples.nombre : {}) },
      hallazgos: { curp, ...script },
      fallas: faults,
      fin: end,
    }
  })
