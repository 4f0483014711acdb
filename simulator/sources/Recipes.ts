import { Record } from 'effect'
import type { Scenario } from '#adapters/sources/sandbox/Scenarios.ts'
import type { ReportedLawsuit } from '#domain/evidence/Lawsuits.ts'
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
const lawsuits = (...juicios: ReadonlyArray<ReportedLawsuit>) => ({ judicial: { juicios } })
const inProgress: ReportedLawsuit = { materia: 'civil', estado: 'en_curso', certeza: 'persona' }
const concluded: ReportedLawsuit = { ...inProgress, estado: 'concluido' }

const named = situation(high, { identidad: { ...confirmed, nombre: 'coincide' } }, true)
const unclear = situation(high, { identidad: { ...confirmed, nombre: 'no_concluye' } }, true)
const ofAnother = situation(low, { identidad: { ...confirmed, nombre: 'no_coincide' } }, true)
const cancelled = situation(low, { identidad: { ...confirmed, estatus: 'baja' } })
const replaced = situation(middle, { identidad: { ...confirmed, estatus: 'reemplazada' } })
const invalid = situation(low, { identidad: { ...confirmed, validacion: 'no_valida' } })
const otherCredential = situation(middle, { identidad: { ...confirmed, credencial: 'no_coincide' } })
const exposed = situation(middle, { listas: { internacionales: ['personas_expuestas'], fiscal: [] } })
const sanctioned = situation(low, { listas: { internacionales: ['sanciones'], fiscal: [] } })
const watched = situation(middle, { listas: { internacionales: ['vigilancia'], fiscal: [] } })
const taxListed = situation(middle, { listas: { internacionales: [], fiscal: ['definitivo'] } })
const alike = situation(middle, { listas: { internacionales: [], fiscal: [], posibles: ['vigilancia'] } })
const oneInProgress = situation(middle, lawsuits(inProgress))
const oneConcluded = situation(middle, lawsuits(concluded))
const namesake = situation(middle, lawsuits({ ...inProgress, certeza: 'nombre' }))
const partial: Situation = { ...inOrder, faults: [{ fuente: 'listas', falla: 'caida' }], end: middle }

const factors: Record<FactorCode, Situation> = {
  IDENTIDAD_CONFIRMADA: inOrder,
  NOMBRE_COINCIDE: named,
  IDENTIDAD_NO_COINCIDE: ofAnother,
  IDENTIDAD_NO_VALIDADA: invalid,
  CURP_REEMPLAZADA: replaced,
  CURP_DADA_DE_BAJA: cancelled,
  CREDENCIAL_COINCIDE: inOrder,
  CREDENCIAL_NO_COINCIDE: otherCredential,
  SIN_COINCIDENCIAS_EN_LISTAS: inOrder,
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: watched,
  PERSONA_EXPUESTA_POLITICAMENTE: exposed,
  COINCIDENCIA_EN_LISTA_FISCAL: taxListed,
  POSIBLE_COINCIDENCIA_EN_LISTAS: alike,
  SIN_REGISTROS_JUDICIALES: inOrder,
  JUICIO_EN_CURSO: oneInProgress,
  JUICIOS_CONCLUIDOS: oneConcluded,
  POSIBLE_REGISTRO_JUDICIAL: namesake,
  COBERTURA_FUENTES_COMPLETA: inOrder,
  COBERTURA_FUENTES_PARCIAL: partial,
}

const steps: Record<StepCode, Situation> = {
  COTEJAR_DOCUMENTOS_ORIGINALES: inOrder,
  PEDIR_CURP_VIGENTE: replaced,
  CONFIRMAR_IDENTIDAD_EN_PERSONA: invalid,
  COTEJAR_NOMBRE_EN_IDENTIFICACION: unclear,
  PREGUNTAR_A_LA_PERSONA: namesake,
  SOLICITAR_ACLARACION: sanctioned,
  PEDIR_CONSTANCIA_DE_JUICIO: oneInProgress,
  CONSULTAR_MAS_TARDE: partial,
  PEDIR_CONSTANCIA_DE_CONCLUSION: oneConcluded,
  PREGUNTAR_POR_CARGO_PUBLICO: exposed,
  DECISION_DEL_ARRENDADOR: inOrder,
}

const levels: Record<Level, Situation> = { alto: inOrder, medio: oneInProgress, bajo: sanctioned }

const explanations: Record<Reason, Situation> = {
  identidad_sin_confirmar: invalid,
  curp_dada_de_baja: cancelled,
  nombre_distinto: ofAnother,
  coincidencia_por_aclarar: sanctioned,
  juicios_acumulados: situation(
    low,
    lawsuits({ ...inProgress, asunto: 'arrendamiento' }, { ...inProgress, asunto: 'arrendamiento' }),
  ),
  todo_en_orden: inOrder,
  curp_reemplazada: replaced,
  coincidencia_por_revisar: watched,
  posible_coincidencia: alike,
  persona_expuesta: exposed,
  juicio_en_curso: oneInProgress,
  juicios_en_curso: situation(middle, lawsuits(inProgress, inProgress)),
  juicio_concluido: oneConcluded,
  juicios_concluidos: situation(middle, lawsuits(concluded, concluded)),
  posible_juicio: namesake,
  credencial_por_revisar: otherCredential,
  cobertura_parcial: partial,
  puntos_por_revisar: situation(middle, {
    identidad: { ...confirmed, credencial: 'no_coincide' },
    ...lawsuits(concluded),
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
