import type { SecureContext } from 'node:tls'
import { DateTime, Duration, Effect, Option, type Redacted, Semaphore } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'
import type { Consultation, Reply } from '#ports/Sources.ts'
import { monotonicMillis, Time } from '#ports/Time.ts'
import { type BreakerSettings, breaker } from './Breaker.ts'
import { call, type Line } from './Call.ts'
import * as Measures from './Measures.ts'
import { needsOperator, type Outcome, signOf, wordOf } from './Outcome.ts'
import { type Question, unavailable } from './Question.ts'
import { afterFailure, drawn, grown, inSeconds, untilPlace } from './Waits.ts'

export interface ProviderSettings {
  /** The base URL of the contract's paths: https, or http on this machine. */
  readonly url: string
  /** The bearer token of every call. */
  readonly key: Redacted.Redacted
}

export interface CallSettings {
  /** The time limit of a call, in real time. */
  readonly timeout: Duration.Duration
  /** The maximum number of parallel calls per source. */
  readonly concurrency: number
  readonly breaker: BreakerSettings
}

/** Calls end this long before the sources close, so that the other answers can still be recorded. */
const recordingTime = Duration.seconds(1)
/** The part of the slots for consultations that failed before, so that unresponsive calls leave room for others. */
const failingPart = 1 / 4
/** A call with less real time than this is not made, because it could not succeed. */
const leastTime = Duration.millis(100)

/** The answer, or when to ask again. */
const replyTo = (
  consultation: Consultation,
  outcome: Outcome,
  now: DateTime.Utc,
  probeEvery: Duration.Duration,
): Reply => {
  const again = (seconds: number, from = now): Reply => ({ _tag: 'NotYet', readyAt: inSeconds(from, seconds) })
  switch (outcome._tag) {
    case 'Answered':
      return { _tag: 'Answered', answer: outcome.answer }
    case 'Refused':
      return { _tag: 'Answered', answer: unavailable[consultation.source] }
    case 'Pending':
      return again(outcome.seconds)
    case 'Failed':
      return again(Math.max(grown(consultation, now, afterFailure), outcome.retryAfterSeconds ?? 0))
    case 'TimedOut':
    case 'CutShort':
    case 'NoTime':
      return again(grown(consultation, now, afterFailure))
    case 'NoPlace':
      return again(grown(consultation, now, outcome.isFailing ? afterFailure : untilPlace))
    case 'Shut':
      // Spread the retries, because only one call is allowed through.
      return again((Duration.toSeconds(probeEvery) / 2) * drawn(consultation, now), outcome.until)
  }
}

/** Whether an answer has members or words that this release ignores. */
const isUnfamiliar = (outcome: Outcome): boolean => outcome._tag === 'Answered' && !outcome.isFamiliar

/** Logs the outcome of a call, without its content. */
const logEnd = (consultation: Consultation, outcome: Outcome, took: Duration.Duration) => {
  const log = needsOperator(outcome) ? Effect.logError : signOf(outcome) === 'up' ? Effect.logInfo : Effect.logWarning
  const code = 'code' in outcome && outcome.code !== null ? { code: outcome.code } : {}
  return log('source asked', {
    verificacion_id: consultation.id.split('/')[0],
    source: consultation.source,
    result: wordOf(outcome),
    ...code,
    ...(isUnfamiliar(outcome) ? { unfamiliar: true } : {}),
    ms: Duration.toMillis(took),
  })
}

/**
 * Asks one provider, within the limits of its breaker and of its slots. A call never waits for either, so an
 * unresponsive provider affects only its own consultations.
 */
export const provider = Effect.fnUntraced(function* (
  source: SourceName,
  settings: ProviderSettings,
  secureContext: SecureContext,
  { timeout, concurrency, breaker: breakerSettings }: CallSettings,
) {
  const time = yield* Time
  const places = yield* Semaphore.make(concurrency)
  const placesOfFailing = yield* Semaphore.make(Math.ceil(concurrency * failingPart))
  const line: Line = { url: new URL(settings.url), key: settings.key, secureContext }
  const circuit = breaker(breakerSettings)
  yield* Measures.circuit(source, false)

  const learn = Effect.fnUntraced(function* ({ id }: Consultation, outcome: Outcome, answersBefore: number) {
    const wasOpen = circuit.isOpen()
    circuit.learn(id, signOf(outcome), answersBefore, yield* time.now)
    if (circuit.isOpen() === wasOpen) return
    yield* Measures.circuit(source, !wasOpen)
    yield* wasOpen
      ? Effect.logInfo('source answers again', { source })
      : Effect.logWarning('source keeps failing; calls paused', { source })
  })

  const made = Effect.fnUntraced(function* (consultation: Consultation, question: Question) {
    const left = yield* time.realTimeUntil(DateTime.subtractDuration(consultation.closesAt, recordingTime))
    if (Duration.isLessThan(left, leastTime)) return { _tag: 'NoTime' } satisfies Outcome
    const until = circuit.shutUntil(consultation.id, yield* time.now)
    if (until !== null) return { _tag: 'Shut', until } satisfies Outcome
    const answersBefore = circuit.answers()
    const start = yield* monotonicMillis
    const ended = yield* call(line, consultation, question, Duration.min(timeout, left))
    const took = Duration.millis((yield* monotonicMillis) - start)
    const isCutShort = ended._tag === 'TimedOut' && Duration.isLessThan(left, timeout)
    const outcome: Outcome = isCutShort ? { _tag: 'CutShort' } : ended
    yield* Measures.time(source, took)
    yield* logEnd(consultation, outcome, took)
    if (isUnfamiliar(outcome)) yield* Measures.countUnfamiliar(source)
    yield* learn(consultation, outcome, answersBefore)
    return outcome
  })

  return Effect.fn('Provider.ask')(function* (consultation: Consultation, question: Question) {
    const isFailing = circuit.isFailing(consultation.id)
    const placed = places.withPermitsIfAvailable(1)(made(consultation, question))
    const admitted = isFailing ? Effect.map(placesOfFailing.withPermitsIfAvailable(1)(placed), Option.flatten) : placed
    const outcome = Option.getOrElse(yield* admitted, (): Outcome => ({ _tag: 'NoPlace', isFailing }))
    yield* Measures.count(source, wordOf(outcome))
    yield* Effect.annotateCurrentSpan({ source, result: wordOf(outcome) })
    const reply = replyTo(consultation, outcome, yield* time.now, breakerSettings.probeEvery)
    const code = 'code' in outcome ? outcome.code : null
    return { ...reply, result: code === null ? wordOf(outcome) : `${wordOf(outcome)} ${code}` }
  })
})
