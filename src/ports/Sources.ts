import { Context, type DateTime, type Effect } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'
import type { RegisteredName } from '#domain/person/RegisteredName.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'

/** One consultation of one source. */
export interface Consultation {
  readonly source: SourceName
  /** The same each time the consultation is repeated, so that a source can recognise it. */
  readonly id: string
  readonly subject: Subject
  /** The name that `identidad` returned for the CURP, if any. */
  readonly registeredName: RegisteredName | null
  readonly startedAt: DateTime.Utc
  /** Answers from this instant on are ignored. */
  readonly closesAt: DateTime.Utc
  readonly now: DateTime.Utc
}

/** What a source says: its final answer, or when to ask again. */
export type Reply = (
  | { readonly _tag: 'Answered'; readonly answer: SourceAnswer }
  | { readonly _tag: 'NotYet'; readonly readyAt: DateTime.Utc }
) & {
  /** Outcome of the call for the log; absent if the answer shows it. */
  readonly told?: string
}

/** The three external sources. A source that fails answers `no_disponible`; it never fails the effect. */
export class Sources extends Context.Service<
  Sources,
  {
    readonly consult: (consultation: Consultation) => Effect.Effect<Reply>
  }
>()('cotejo/ports/Sources') {}
