import { keyed } from '#adapters/lists/Keys.ts'
import { scenarioOf } from '#adapters/sources/sandbox/Scenarios.ts'
import type { ListFindings, ListKind } from '#domain/evidence/Findings.ts'
import { holdsName } from '#domain/person/NameText.ts'
import type { RegisteredName, Subject } from '#domain/person/Subject.ts'
import type { ListEntry, ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { rfcDigits } from '#domain/screening/Screening.ts'
import { listedAs } from '#simulator/sources/ListedAs.ts'

/** The registered names of a person who applied without names. */
const unnamed = { nombres: 'PERSONA', primerApellido: 'SINTETICA', segundoApellido: 'REGISTRADA' } as const
const somebodyElse: RegisteredName = { nombres: 'DISTINTA', primerApellido: 'AJENA', segundoApellido: 'OTRA' }

/** A given part as the contract can carry it; the synthetic one if no name was given. */
const taken = (given: string | null, synthetic: string): string =>
  given !== null && holdsName(given) ? given.replace(/\p{C}/gu, ' ') : synthetic

/** Names that were given are taken as true, unless the scenario has the CURP be another person's. */
export const registeredNameOf = ({ curp, nombre, apellidoPaterno, apellidoMaterno }: Subject): RegisteredName => {
  const { identidad } = scenarioOf(curp)
  if (identidad !== 'falla' && identidad._tag === 'existe' && identidad.nombre === 'no_coincide') return somebodyElse
  return {
    nombres: taken(nombre, unnamed.nombres),
    primerApellido: taken(apellidoPaterno, unnamed.primerApellido),
    segundoApellido: taken(apellidoMaterno, unnamed.segundoApellido),
  }
}

/** An entry of a list. */
export interface Listed {
  readonly list: ListName
  readonly stored: StoredEntry
}

/** What the lists must hold of a person for these findings, in the form of each list. */
export const entriesOf = (
  { name, born, sex, letters }: ScreenedPerson,
  { internacionales, fiscal }: ListFindings,
): ReadonlyArray<Listed> => {
  const { nombres, primerApellido, segundoApellido } = name
  // The first comma parts surnames from given names.
  const surnames = `${primerApellido} ${segundoApellido ?? ''}`.replaceAll(',', ' ')
  const named = { names: [`${surnames}, ${nombres}`], foreign: false, curps: [] }
  const listed = (kind: ListKind, entry: Omit<ListEntry, 'id'>): Listed => {
    const { list, entry: id } = listedAs[kind]
    return { list, stored: keyed({ ...entry, id }) }
  }
  return [
    ...internacionales.map((kind) =>
      listed(kind, {
        ...named,
        births: [`${born}/${born}`],
        sex: sex === 'X' ? null : sex,
        rfc: null,
        situation: null,
      }),
    ),
    ...fiscal.map((situation) => {
      const rfc = `${letters}${rfcDigits(born)}`
      return listed('fiscal', { ...named, births: [], sex: null, rfc, situation })
    }),
  ]
}
