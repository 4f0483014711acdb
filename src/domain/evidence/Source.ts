import { Schema } from 'effect'

/** The three external sources of a CURP verification (contract 1.4). */
export const SourceName = Schema.Literals(['identidad', 'listas', 'judicial'])
export type SourceName = typeof SourceName.Type

/** Every source, in the order in which coverage reports them. */
export const sourceNames: ReadonlyArray<SourceName> = SourceName.literals
