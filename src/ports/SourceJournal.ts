import { Context, type DateTime, Effect } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'

/** A call to a source and its result. It contains neither the question nor the findings. */
export interface Noted {
  readonly accountId: string
  readonly verificationId: string
  readonly source: SourceName
  readonly at: DateTime.Utc
  /** When the result was reached. */
  readonly endedAt: DateTime.Utc
  /** `consultada`, `pendiente`, or the reason for a missing answer. */
  readonly result: string
}

/** Why a source was not called although it was due. None of them counts as a try or as a failure of the source. */
const uncalled: ReadonlyArray<string> = ['circuito_abierto', 'sin_lugar', 'sin_tiempo']

export const isCall = (result: string): boolean => !uncalled.includes(result)

/** Records what sources did, for operators. Records may be lost if a process dies; no other code depends on them. */
export const SourceJournal = Context.Reference<{ readonly note: (noted: Noted) => Effect.Effect<void> }>(
  'cotejo/ports/SourceJournal',
  { defaultValue: () => ({ note: () => Effect.void }) },
)
