import { Array, Context, DateTime, Duration, Effect, Layer, Option } from 'effect'
import { workerCrashes } from '#domain/Limits.ts'
import type { Subject } from '#domain/person/Subject.ts'
import {
  type Event,
  type Final,
  type InProgress,
  type PendingConsultation,
  pendingConsultations,
  reduceAll,
  sourcesCloseAt,
  timeout,
  type Verification,
  withhold,
} from '#domain/verification/Verification.ts'
import { Identifiers } from '#ports/Identifiers.ts'
import { type Claim, type Ending, Resolutions } from '#ports/Resolutions.ts'
import { SourceJournal } from '#ports/SourceJournal.ts'
import { type Consultation, type Reply, Sources } from '#ports/Sources.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { rendered } from '#wire/EncodeDocument.ts'
import type { RenderSettings } from '#wire/render.ts'
import { ServiceContext } from './ServiceContext.ts'
import { throttledLog } from './ThrottledLog.ts'

/** Delay before another replica may claim it: it may have the key or the code that this one lacks. */
const untilAnother = Duration.seconds(2)
/** How often the operator is warned. */
const alarmEvery = Duration.minutes(1)

/**
 * Leaves a verification that this replica cannot read to one that can, and warns the operator. Being unreadable here
 * never ends a verification: only its time budget does.
 */
export const leavingToAnother = ({ putBack }: Resolutions['Service']) => {
  const alarm = throttledLog(alarmEvery)
  return Effect.fnUntraced(function* (claim: Claim, now: DateTime.Utc) {
    yield* putBack(claim, DateTime.addDuration(now, untilAnother))
    yield* alarm(() => Effect.logError('cannot decrypt verification; leaving it to another replica'))
  })
}

/** The result of a consultation as one word, for the journal. */
const resultOf = (reply: Reply): string =>
  reply.result ?? (reply._tag === 'NotYet' ? 'pendiente' : reply.answer.outcome._tag)

/** Consults a source for a verification, and records the call for the operator. */
export const askSource = Effect.gen(function* () {
  const sources = yield* Sources
  const journal = yield* SourceJournal
  const time = yield* Time
  return (accountId: string, verificationId: string, consultation: Omit<Consultation, 'id'>): Effect.Effect<Reply> => {
    const { source, now: at } = consultation
    return Effect.tap(sources.consult({ ...consultation, id: `${verificationId}/${source}` }), (reply) =>
      Effect.flatMap(time.now, (endedAt) =>
        journal.note({ accountId, verificationId, source, at, endedAt, result: resultOf(reply) }),
      ),
    )
  }
})

/** Takes a claimed verification as far as possible now: to its end, or until a source is ready. */
export class ResolveVerification extends Context.Service<
  ResolveVerification,
  { readonly resolve: (claim: Claim) => Effect.Effect<void, StorageUnavailable> }
>()('cotejo/application/ResolveVerification') {
  static readonly layer = Layer.effect(
    ResolveVerification,
    Effect.gen(function* () {
      const resolutions = yield* Resolutions
      const ask = yield* askSource
      const identifiers = yield* Identifiers
      const time = yield* Time
      const service = yield* ServiceContext

      const leave = leavingToAnother(resolutions)

      const consult = ({ verification }: Claim, subject: Subject, state: InProgress, now: DateTime.Utc) => {
        const asked = ({ source, startedAt }: PendingConsultation) =>
          ask(verification.accountId, verification.id, {
            source,
            subject,
            startedAt,
            now,
            registeredName: state.registeredName,
            closesAt: sourcesCloseAt(verification),
          })
        const pending = pendingConsultations(state)
        const [only] = pending
        // A single source, as in the first round, needs no fiber of its own: hundreds of verifications may wait here.
        return only !== undefined && pending.length === 1
          ? Effect.map(asked(only), Array.of)
          : Effect.forEach(pending, asked, { concurrency: 'unbounded' })
      }

      const conclude = Effect.fnUntraced(function* (claim: Claim, reached: Final) {
        const ending = controlled(claim.verification, reached, service)
        const { id } = claim.verification
        const ended = yield* resolutions.conclude(claim, { ...ending, eventId: identifiers.eventOf(id) })
        if (!ended) return
        const { state } = ending
        const facts = { verificacion_id: id, state: state._tag }
        yield* Effect.logInfo(
          'verification ended',
          state._tag === 'emitida' ? facts : { ...facts, reason: state.reason },
        )
      })

      const resolve = Effect.fnUntraced(function* (claim: Claim) {
        const { subject } = claim
        let state = claim.verification.state
        // Each round except the last gets an answer from a source. With three sources there are at most four rounds.
        while (true) {
          const askedAt = yield* time.now
          const stop = abandoned(claim, askedAt) ?? timeout(claim.verification, askedAt)
          if (stop === null && subject === null) return yield* leave(claim, askedAt)
          const replies = stop === null && subject !== null ? yield* consult(claim, subject, state, askedAt) : []
          const at = yield* time.now
          // An answer that arrives too late does not count.
          const end = stop ?? timeout(claim.verification, at)
          const answers = Array.filter(replies, isAnswered)
          const events: ReadonlyArray<Event> =
            end === null ? answers.map(({ answer }) => ({ _tag: 'SourceAnswered', at, ...answer })) : [end]
          const reached = reduceAll(state, events)
          if (reached._tag !== 'en_proceso') return yield* conclude(claim, reached)
          state = reached
          if (answers.length < replies.length) {
            const readyAt = Array.filter(replies, isNotYet).map((reply) => reply.readyAt)
            yield* resolutions.park(claim, state, readyAt.reduce(DateTime.min, sourcesCloseAt(claim.verification)))
            return
          }
        }
      })

      return ResolveVerification.of({ resolve })
    }),
  )
}

/** A final state and its document. A recommendation that does not pass the output control is withheld permanently. */
const controlled = (verification: Verification, state: Final, service: RenderSettings): Omit<Ending, 'eventId'> => {
  const document = Option.getOrNull(rendered({ ...verification, state }, service))
  return document === null && state._tag === 'emitida'
    ? controlled(verification, withhold(state), service)
    : { state, document }
}

const abandoned = ({ crashes }: Claim, now: DateTime.Utc): Event | null =>
  crashes >= workerCrashes ? { _tag: 'WorkAbandoned', at: now } : null

const isAnswered = (reply: Reply): reply is Reply & { _tag: 'Answered' } => reply._tag === 'Answered'
const isNotYet = (reply: Reply): reply is Reply & { _tag: 'NotYet' } => reply._tag === 'NotYet'
