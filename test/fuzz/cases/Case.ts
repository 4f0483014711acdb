import fc, { type WithToStringMethod } from 'fast-check'
import type { Lane } from '#test/fuzz/Lane.ts'

/** What one client does: a request, or a few that belong together. */
export interface Case extends WithToStringMethod {
  /** What is done in it, for the report. */
  readonly labels: ReadonlyArray<string>
  readonly play: (lane: Lane) => Promise<void>
}

export const caseOf = (labels: ReadonlyArray<string>, play: Case['play']): Case => ({
  labels,
  play,
  [fc.toStringMethod]: () => labels.join(' + '),
})
