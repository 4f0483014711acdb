import type { Evidence } from './Findings.ts'
import { type SourceName, sourceNames } from './Source.ts'

/** How many sources could be consulted; it is independent of the documentary support (contract 2.18). */
export interface Coverage {
  /** Sources that answered with findings. */
  readonly consulted: number
  /** Sources that were attempted, whether or not they answered (`disponibles`). */
  readonly attempted: number
  /** One entry per attempted source, in the order of `sourceNames`. */
  readonly detail: ReadonlyArray<{ readonly source: SourceName; readonly status: 'consultada' | 'no_disponible' }>
}

/** A null source was never attempted and does not count. */
export const coverage = (evidence: Evidence): Coverage => {
  const detail = sourceNames.flatMap((source) => {
    const answer = evidence[source]
    return answer === null ? [] : [{ source, status: answer._tag }]
  })
  return {
    consulted: detail.filter(({ status }) => status === 'consultada').length,
    attempted: detail.length,
    detail,
  }
}
