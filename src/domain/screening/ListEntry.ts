import { Schema } from 'effect'
import type { ListFindings } from '#domain/evidence/Findings.ts'

/** The lists that a person is screened against, by the names under which operators import them. */
export const ListName = Schema.Literals([
  'ofac_sdn',
  'ofac_consolidada',
  'onu',
  'union_europea',
  'reino_unido',
  'sat_69b',
  'sat_69b_bis',
  'personas_expuestas',
  'vigilancia',
])
export type ListName = typeof ListName.Type

export const listNames: ReadonlyArray<ListName> = ListName.literals

type InternationalKind = ListFindings['internacionales'][number]
export const internationalKinds: ReadonlyArray<InternationalKind> = ['sanciones', 'personas_expuestas', 'vigilancia']

/** What a match in each list is a match of; in `fiscal`, the entry's situation says the rest. */
export const kindOf: Readonly<Record<ListName, InternationalKind | 'fiscal'>> = {
  ofac_sdn: 'sanciones',
  ofac_consolidada: 'sanciones',
  onu: 'sanciones',
  union_europea: 'sanciones',
  reino_unido: 'sanciones',
  sat_69b: 'fiscal',
  sat_69b_bis: 'fiscal',
  personas_expuestas: 'personas_expuestas',
  vigilancia: 'vigilancia',
}

export type FiscalSituation = ListFindings['fiscal'][number]
export const fiscalSituations: ReadonlyArray<FiscalSituation> = [
  'presunto',
  'definitivo',
  'desvirtuado',
  'sentencia_favorable',
]

/** A natural person of a list, with what tells people of one name apart. */
export interface ListEntry {
  /** By which the publisher of the list knows the entry. */
  readonly id: string
  /**
   * As published, the main one first: `SURNAMES, Given names`, or words whose order is not known.
   * Nicknames and other aliases that the publisher calls weak are no names.
   */
  readonly names: ReadonlyArray<string>
  /** Spans of days in one of which the birth lies, as `1960-01-01/1960-12-31`; none when it is not known. */
  readonly births: ReadonlyArray<string>
  readonly sex: 'H' | 'M' | null
  /** Whether it tells nationalities, and neither they nor anything else leads to Mexico. */
  readonly foreign: boolean
  /** Of the population registry, as the list states them. */
  readonly curps: ReadonlyArray<string>
  /** The first ten characters of the RFC: four letters and the birth date, without its century. */
  readonly rfc: string | null
  /** Of the tax authority's list only. */
  readonly situation: FiscalSituation | null
}

/** By which an entry of one version is known in the next: a taxpayer has one for each situation. */
export const identityOf = ({ id, situation }: ListEntry): string => (situation === null ? id : `${id} ${situation}`)

/** An entry, and the keys under which those are found whom it may be about. */
export interface StoredEntry {
  readonly entry: ListEntry
  readonly keys: ReadonlyArray<string>
}
