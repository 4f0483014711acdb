import { Context, type DateTime, Effect } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'

/** That a source was to be asked, and how that ended, in a word: nothing of what it was asked or found. */
export interface Noted {
  readonly accountId: string
  readonly verificationId: string
  readonly source: SourceName
  readonly at: DateTime.Utc
  /** `consultada`, `pendiente`, or why there is no answer. */
  readonly result: string
}

/** Where it is noted what sources did, for the operator alone. Notes may be lost with a process; nothing depends on them. */
export const SourceJournal = Context.Reference<{ readonly note: (noted: Noted) => Effect.Effect<void> }>(
  'cotejo/ports/SourceJournal',
  { defaultValue: () => ({ note: () => Effect.void }) },
)
