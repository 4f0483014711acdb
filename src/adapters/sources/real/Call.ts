import { type Duration, Effect, Redacted, Result } from 'effect'
import type { Consultation } from '#ports/Sources.ts'
import { ConsultaPendiente, secondsAgain } from './Contract.ts'
import { exchange, type Received, type Way } from './Exchange.ts'
import type { Failure, Outcome } from './Outcome.ts'
import { answerReader, type Question } from './Question.ts'
import { within } from './Waits.ts'

/** The connection to a provider, and the key for it. */
export interface Line extends Way {
  readonly key: Redacted.Redacted
}

const failed = (reason: Failure, code: string | null = null, retryAfterSeconds: number | null = null): Outcome => ({
  _tag: 'Failed',
  reason,
  code,
  retryAfterSeconds,
})

const readPending = answerReader(ConsultaPendiente)

const pending = ({ reintentar_en_segundos }: typeof ConsultaPendiente.Type): Outcome => ({
  _tag: 'Pending',
  seconds: within(reintentar_en_segundos, secondsAgain),
})

/** Reads whole seconds only. The wait is never longer than a pending answer may ask for. */
const secondsOf = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), secondsAgain.max) : null

/**
 * 400 and 422 are the provider's judgement of the request, and would be the same again, so they end the source
 * (contract 3.8). Any other status may be temporary: a gateway answers 404 while its backend restarts, and a key that
 * was changed on one side is refused until it is changed on the other.
 */
const understood = (
  consultation: Consultation,
  question: Question,
  { status, retryAfter, json }: Received,
): Outcome => {
  if (status === 400 || status === 422) return { _tag: 'Refused', code: String(status) }
  if (status !== 200 && status !== 202) return failed('estado_inesperado', String(status), secondsOf(retryAfter))
  if (json === null) return failed('respuesta_ilegible')
  const outcome =
    status === 202
      ? Result.map(readPending(consultation, json), ({ said }) => pending(said))
      : Result.map(
          question.read(json),
          ({ said, isFamiliar }): Outcome => ({ _tag: 'Answered', answer: said, isFamiliar }),
        )
  return Result.getOrElse(outcome, (reason) => failed(reason))
}

/**
 * Asks once. Every failure is an outcome too.
 *
 * @param timeout for everything, from resolving the host's name to the end of the answer
 */
export const call = (
  line: Line,
  consultation: Consultation,
  question: Question,
  timeout: Duration.Duration,
): Effect.Effect<Outcome> =>
  exchange(line, {
    path: question.path,
    headers: {
      authorization: `Bearer ${Redacted.value(line.key)}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': consultation.id,
    },
    body: JSON.stringify(question.body),
  }).pipe(
    Effect.match({
      onFailure: ({ reason, code }) => failed(reason, code),
      onSuccess: (received) => understood(consultation, question, received),
    }),
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.succeed<Outcome>({ _tag: 'TimedOut' }),
    }),
  )
