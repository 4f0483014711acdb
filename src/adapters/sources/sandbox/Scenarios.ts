import type { IdentityFindings, ListFindings } from '#domain/evidence/Findings.ts'
import type { ReportedLawsuit } from '#domain/evidence/Lawsuits.ts'
import type { Action, Level } from '#domain/recommendation/Recommendation.ts'

/** The lawsuits that the judicial source reports. */
export interface JudicialReport {
  readonly juicios: ReadonlyArray<ReportedLawsuit>
}

/** The reports of the simulated sources for one kind of applicant. */
export interface Scenario {
  /** The first four letters of the CURP; null for all other letters. */
  readonly prefix: string | null
  /** The name and description in the documentation and the simulator. */
  readonly name: string
  readonly description: string
  /** `falla` if the identity source delivers no report. */
  readonly identidad: IdentityFindings | 'falla'
  readonly listas: ListFindings
  readonly judicial: JudicialReport
  /** How a verification of this scenario ends if all sources answer (contract 8.7). */
  readonly end: {
    readonly estado: 'emitida' | 'no_concluyente'
    readonly accion: Action | null
    readonly nivel: Level | null
  }
}

const confirmed: IdentityFindings = {
  _tag: 'existe',
  estatus: 'activa',
  nombre: 'coincide',
  validacion: 'valida',
  credencial: 'coincide',
}
const nothingListed: ListFindings = { internacionales: [], fiscal: [] }
const noLawsuits: JudicialReport = { juicios: [] }

const canContinue = { estado: 'emitida', accion: 'puede_continuar', nivel: 'alto' } as const
const withReservations = { estado: 'emitida', accion: 'continuar_con_reservas', nivel: 'medio' } as const
const notYet = { estado: 'emitida', accion: 'no_continuar_todavia', nivel: 'bajo' } as const
const inconclusive = { estado: 'no_concluyente', accion: null, nivel: null } as const

const inOrder: Scenario = {
  prefix: 'LIMP',
  name: 'Todo en orden',
  description: 'Identidad válida; sin coincidencias en listas ni en la fuente judicial.',
  identidad: confirmed,
  listas: nothingListed,
  judicial: noLawsuits,
  end: canContinue,
}

/** The scenarios, in the order of contract 8.6. */
export const scenarios: ReadonlyArray<Scenario> = [
  inOrder,
  {
    ...inOrder,
    prefix: 'MARC',
    name: 'Juicios concluidos',
    description: 'La fuente judicial reporta dos juicios concluidos, uno civil y uno mercantil.',
    judicial: {
      juicios: [
        { materia: 'civil', estado: 'concluido', certeza: 'persona' },
        { materia: 'mercantil', estado: 'concluido', certeza: 'persona' },
      ],
    },
    end: withReservations,
  },
  {
    ...inOrder,
    prefix: 'ROJF',
    name: 'Juicio en curso',
    description: 'La fuente judicial reporta un juicio en curso.',
    judicial: { juicios: [{ materia: 'civil', estado: 'en_curso', certeza: 'persona' }] },
    end: withReservations,
  },
  {
    ...inOrder,
    prefix: 'ROJI',
    name: 'CURP de otra persona',
    description: 'El nombre del registro es de otra persona, la validación no procede y la credencial no coincide.',
    identidad: {
      _tag: 'existe',
      estatus: 'activa',
      nombre: 'no_coincide',
      validacion: 'no_valida',
      credencial: 'no_coincide',
    },
    end: notYet,
  },
  {
    ...inOrder,
    prefix: 'LERT',
    name: 'Aparece en listas',
    description: 'Coincidencias sintéticas en listas internacionales y en la lista de operaciones inexistentes.',
    listas: { internacionales: ['sanciones', 'personas_expuestas', 'vigilancia'], fiscal: ['definitivo'] },
    end: notYet,
  },
  {
    ...inOrder,
    prefix: 'FALL',
    name: 'Falla del proveedor',
    description: 'La fuente de identidad no entrega su reporte.',
    identidad: 'falla',
    end: inconclusive,
  },
  {
    ...inOrder,
    prefix: 'NOEX',
    name: 'La CURP no existe',
    description: 'La consulta de la CURP responde que no existe.',
    identidad: { _tag: 'no_existe' },
    end: inconclusive,
  },
  {
    ...inOrder,
    prefix: null,
    name: 'Cualquier otra combinación',
    description: 'Se comporta como la primera fila.',
  },
]

/** The scenario of a CURP. Letters without a scenario use the first one. */
export const scenarioOf = (curp: string): Scenario =>
  scenarios.find(({ prefix }) => prefix !== null && curp.startsWith(prefix)) ?? inOrder
