import type { Operation } from '#test/fuzz/Contract.ts'
import { statuses } from '#test/support/statuses.ts'
import type { Codigo } from '#wire/Errores.ts'
import type { Steps } from './Finding.ts'

export interface Refusal {
  /** Step of the order of judgement that refuses; 0 before the first. */
  readonly step: number
  readonly status: number
  readonly codigo: Codigo
  /** What `Allow` must name, with 405. */
  readonly allow?: ReadonlyArray<string>
}

/** A document of 200, whose members are asked for one by one. */
export type Document = Readonly<Record<string, unknown>>

/** What a document has that it should not, of the members that are known. */
export const differing = (document: Document, known: Document): string =>
  Object.entries(known)
    .filter(([name, value]) => JSON.stringify(document[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${JSON.stringify(document[name])} and not ${JSON.stringify(value)}`)
    .join(', ')

/** Every answer that a request may be given. */
export interface Expectation {
  readonly operation: Operation | null
  readonly refusals: ReadonlyArray<Refusal>
  /** What is wrong with a document of 200, empty when nothing; null when there may be no 200. */
  readonly accepts: ((document: Document) => string) | null
}

/**
 * Goes through what the steps say, up to the first that surely refuses.
 *
 * @returns the refusals that may come, and what the steps end with when none is sure
 */
export const upToRefusal = <A>(
  steps: Steps<A>,
): { readonly refusals: ReadonlyArray<Refusal>; readonly end: A | null } => {
  const refusals: Array<Refusal> = []
  while (true) {
    const next = steps.next()
    if (next.done === true) return { refusals, end: next.value }
    const [step, finding] = next.value
    if (finding === null) continue
    const { codigo, isSure } = finding
    refusals.push({ step, status: statuses[codigo], codigo })
    if (isSure) return { refusals, end: null }
  }
}
