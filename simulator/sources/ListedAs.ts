import type { ListKind } from '#domain/evidence/Findings.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'

/** The entry, by list and id, that stands for each kind of list. */
export const listedAs: Readonly<Record<ListKind, { readonly list: ListName; readonly entry: string }>> = {
  sanciones: { list: 'ofac_sdn', entry: 'simulador-sanciones' },
  personas_expuestas: { list: 'personas_expuestas', entry: 'simulador-personas_expuestas' },
  vigilancia: { list: 'vigilancia', entry: 'simulador-vigilancia' },
  fiscal: { list: 'sat_69b', entry: 'simulador-fiscal' },
}
