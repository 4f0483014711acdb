import type { DateTime } from 'effect'
import type { Lost } from '#adapters/egress/Exchange.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Sign } from './Breaker.ts'
import type { AnswerFault } from './Question.ts'

export type Failure = Lost['reason'] | AnswerFault | 'estado_inesperado'

/** The outcome of a call. Except for findings, it contains no text from the provider. */
export type Outcome =
  | {
      readonly _tag: 'Answered'
      readonly answer: SourceAnswer
      /** Whether this release knows all members and words of the answer. */
      readonly isFamiliar: boolean
    }
  /** The provider is working on it and says when to ask again. */
  | { readonly _tag: 'Pending'; readonly seconds: number }
  /** The provider rejects the request; repeating it would give the same answer. */
  | { readonly _tag: 'Refused'; readonly code: string }
  /** A failure that may be temporary. */
  | {
      readonly _tag: 'Failed'
      readonly reason: Failure
      /** The status, or the runtime's error code. */
      readonly code: string | null
      /** The provider's requested wait; null if it does not ask for one. */
      readonly retryAfterSeconds: number | null
    }
  | { readonly _tag: 'TimedOut' }
  /** The sources closed during the call. If the call had less time than usual, it says nothing about the provider. */
  | { readonly _tag: 'CutShort' }
  /** No call was made: no free slot, not enough time, or an open circuit. */
  | { readonly _tag: 'NoPlace'; readonly isFailing: boolean }
  | { readonly _tag: 'NoTime' }
  | { readonly _tag: 'Shut'; readonly until: DateTime.Utc }

/** One word for logs and metrics. */
export const wordOf = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case 'Answered':
      return outcome.answer.outcome._tag
    case 'Pending':
      return 'pendiente'
    case 'Refused':
      return 'peticion_rechazada'
    case 'Failed':
      return outcome.reason
    case 'TimedOut':
    case 'CutShort':
      return 'tiempo_agotado'
    case 'NoPlace':
      return 'sin_lugar'
    case 'NoTime':
      return 'sin_tiempo'
    case 'Shut':
      return 'circuito_abierto'
  }
}

/** A provider that rejects a request is up and understands it. */
export const signOf = (outcome: Outcome): Sign => {
  if (outcome._tag === 'Failed' || outcome._tag === 'TimedOut') return 'down'
  return outcome._tag === 'CutShort' ? 'unknown' : 'up'
}

/** Temporary statuses. Other statuses from 400 to 499 need an operator. */
const passingStatuses: ReadonlyArray<string | null> = ['408', '425', '429']

/** Whether an operator must act: our request, our credentials, or mixed-up people. */
export const needsOperator = (outcome: Outcome): boolean => {
  if (outcome._tag === 'Refused') return true
  if (outcome._tag !== 'Failed') return false
  const { reason, code } = outcome
  return (
    reason === 'respuesta_ajena' ||
    (reason === 'estado_inesperado' && /^4/.test(code ?? '') && !passingStatuses.includes(code))
  )
}
