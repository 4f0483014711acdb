import type { DateTime } from 'effect'
import type { Lost } from '#adapters/egress/Exchange.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Sign } from './Breaker.ts'
import type { AnswerFault } from './Question.ts'

export type Failure = Lost['reason'] | AnswerFault | 'estado_inesperado'

/** How asking a provider ended. Nothing in it is the provider's own words but its findings. */
export type Outcome =
  | { readonly _tag: 'Answered'; readonly answer: SourceAnswer }
  /** It works on it, and says when to ask again. */
  | { readonly _tag: 'Pending'; readonly seconds: number }
  /** It finds fault with the request itself, which would be the same again. */
  | { readonly _tag: 'Refused'; readonly code: string }
  /** It may pass. */
  | {
      readonly _tag: 'Failed'
      readonly reason: Failure
      /** The status, or what the runtime calls it. */
      readonly code: string | null
      /** How long the provider asks to be left alone; null when it does not say. */
      readonly retryAfterSeconds: number | null
    }
  | { readonly _tag: 'TimedOut' }
  /** The sources close; without the time that a call has otherwise, it tells nothing of the provider. */
  | { readonly _tag: 'CutShort' }
  /** No call was made, for want of a place or of time, or because the breaker is open. */
  | { readonly _tag: 'NoPlace'; readonly isFailing: boolean }
  | { readonly _tag: 'NoTime' }
  | { readonly _tag: 'Shut'; readonly until: DateTime.Utc }

/** The word for it in logs and metrics. */
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

/** Who finds fault with a request is there, and understands it. */
export const signOf = (outcome: Outcome): Sign => {
  if (outcome._tag === 'Failed' || outcome._tag === 'TimedOut') return 'down'
  return outcome._tag === 'CutShort' ? 'unknown' : 'up'
}

/** Statuses of failures that pass; the others from 400 to 499 ask an operator to do something. */
const passingStatuses: ReadonlyArray<string | null> = ['408', '425', '429']

/** Whether somebody has to do something about it: our request, our credentials, or people mistaken for one another. */
export const needsOperator = (outcome: Outcome): boolean => {
  if (outcome._tag === 'Refused') return true
  if (outcome._tag !== 'Failed') return false
  const { reason, code } = outcome
  return (
    reason === 'respuesta_ajena' ||
    (reason === 'estado_inesperado' && /^4/.test(code ?? '') && !passingStatuses.includes(code))
  )
}
