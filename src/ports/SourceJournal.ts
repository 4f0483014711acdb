import { Context, type DateTime, Effect } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'

/** That a source was to be asked, and how that ended, in a word: nothing of what it was asked or found. */
export interface Noted {
  readonly accountId: string
  readonly verificationId: string
  readonly source: SourceName
  readonly at: DateTime.Utc
  /** When it had come to this. */
  readonly endedAt: DateTime.Utc
  /** `consultada`, `pendiente`, or why there is no answer. */
  readonly result: string
}

/** Why a source was not called although it was its turn: none of them is a try, or a failure of the source. */
const uncalled: ReadonlyArray<string> = ['circuito_abierto', 'sin_lugar', 'sin_tiempo']

export const isCall = (result: string): boolean => !uncalled.includes(result)

/** Where it is noted what sources did, for the operator alone. Notes may be lost with a process; nothing depends on them. */
export const SourceJournal = Context.Reference<{ readonly note: (noted: Noted) => Effect.Effect<void> }>(
  'cotejo/ports/SourceJournal',
  { defaultValue: () => ({ note: () => Effect.void }) },
)
