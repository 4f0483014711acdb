import type { ListName } from './ListEntry.ts'

/**
 * Findings that were recorded, with the person's consent, as being about another person (contract 3.15): an entry of a
 * list by its id, in every version and situation, or all lawsuits found by name only.
 */
export type Clearable =
  | { readonly source: 'listas'; readonly list: ListName; readonly entry: string }
  | { readonly source: 'judicial' }

/** The text whose keyed digest is stored. It contains the CURP. */
export const clearanceText = (curp: string, clearable: Clearable): string =>
  JSON.stringify(
    clearable.source === 'judicial' ? [curp, 'judicial'] : [curp, 'listas', clearable.list, clearable.entry],
  )
