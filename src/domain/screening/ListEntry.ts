import { Schema } from 'effect'
import { type ListFindings, ListKind } from '#domain/evidence/Findings.ts'

/** The lists that a person is screened against, by the operators' names for them. */
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
export const listKinds: ReadonlyArray<ListKind> = ListKind.literals

/** What a match in each list means. For `fiscal`, only the situation `definitivo` has an effect. */
export const kindOf: Readonly<Record<ListName, ListKind>> = {
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

/** A natural person on a list, with the data that distinguishes people with the same name. */
export interface ListEntry {
  readonly id: string
  /**
   * Names as published, the main one first: `SURNAMES, Given names`, or words whose order is unknown. Nicknames and
   * aliases that the publisher calls weak are left out.
   */
  readonly names: ReadonlyArray<string>
  /** Date ranges that may contain the birth, such as `1960-01-01/1960-12-31`; empty if it is unknown. */
  readonly births: ReadonlyArray<string>
  readonly sex: 'H' | 'M' | null
  /** Whether the entry has nationalities, and neither they nor anything else refers to Mexico. */
  readonly foreign: boolean
  readonly curps: ReadonlyArray<string>
  /** The first ten characters of the RFC: four letters and the birth date without its century. */
  readonly rfc: string | null
  /** Only in the tax authority's lists. */
  readonly situation: FiscalSituation | null
}

/** The identity of an entry across versions. A taxpayer has one entry for each situation. */
export const identityOf = ({ id, situation }: ListEntry): string => (situation === null ? id : `${id} ${situation}`)

/** An entry, and the search keys of the persons whom it may be about. */
export interface StoredEntry {
  readonly entry: ListEntry
  readonly keys: ReadonlyArray<string>
}
