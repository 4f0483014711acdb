import { Context, type DateTime, type Effect } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'
import type { RegisteredName, Subject } from '#domain/person/Subject.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'

export interface Consultation {
  readonly source: SourceName
  /** Stays the same when the consultation is repeated, so that the source can recognise it. */
  readonly id: string
  readonly subject: Subject
  /** The name registered for the CURP, if `identidad` returned one. */
  readonly registeredName: RegisteredName | null
  readonly startedAt: DateTime.Utc
  /** After this instant an answer has no effect. */
  readonly closesAt: DateTime.Utc
  readonly now: DateTime.Utc
}

/** A source's final answer, or when to ask again. */
export type Reply = (
  | { readonly _tag: 'Answered'; readonly answer: SourceAnswer }
  | { readonly _tag: 'NotYet'; readonly readyAt: DateTime.Utc }
) & {
  /** One word that describes the call, for operators; absent if the answer says it. */
  readonly result?: string
}

/** The three external sources. If a source fails, it returns `no_disponible`; the effect never fails. */
export class Sources extends Context.Service<
  Sources,
  {
    readonly consult: (consultation: Consultation) => Effect.Effect<Reply>
  }
>()('cotejo/ports/Sources') {}
