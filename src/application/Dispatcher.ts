import {
  Cause,
  type DateTime,
  Duration,
  Effect,
  Fiber,
  Option,
  Queue,
  References,
  Schedule,
  Schema,
  Scope,
} from 'effect'
import type { Trace } from '#domain/verification/Trace.ts'
import type { DueQueue } from '#ports/DueQueue.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { monotonicMillis, Time } from '#ports/Time.ts'
import { type DueWork, logFailure } from './DueWork.ts'
import { type Facts, traceOf } from './VerificationTrace.ts'

/** How often claims are released whose answer from the database was lost. */
const releaseEvery = Duration.seconds(5)

/** Time that attempts in progress have to end and be recorded when the process stops. */
const endingTime = Duration.seconds(11)

/** Marks the span of an attempt that was recorded as a failure. */
export class AttemptFailed extends Schema.TaggedError<AttemptFailed>()('AttemptFailed', { reason: Schema.String }) {}

const isRecorded = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof AttemptFailed)

/** Outgoing work that many fibers do concurrently, one claim each. */
interface Outgoing<C> extends Pick<DueWork, 'name'> {
  readonly queue: DueQueue<C>
  /** Attempts in progress at most. */
  readonly atOnce: number
  readonly claim: (now: DateTime.Utc, most: number) => Effect.Effect<ReadonlyArray<C>, StorageUnavailable>
  readonly attempt: (claim: C, claimedAt: DateTime.Utc) => Effect.Effect<void, StorageUnavailable | AttemptFailed>
  readonly factsOf: (claim: C) => Facts
}

/** Starts due work up to `atOnce` and does not wait for it. An attempt that hangs occupies only its own place. */
export const dispatcher = Effect.fnUntraced(function* <C extends { readonly trace: Trace | null }>(
  outgoing: Outgoing<C>,
) {
  const { name, queue, atOnce, claim, attempt, factsOf } = outgoing
  const time = yield* Time
  const attempts = yield* Scope.make()
  const underWay = new Map<C, Fiber.Fiber<void>>()
  const roomMade = yield* Queue.sliding<void>(1)
  let nextReleaseAt = 0

  const ended = (one: C): void => {
    underWay.delete(one)
    // Not for each place that becomes free: that would run one claim statement for each attempt.
    if (underWay.size <= atOnce / 2) Queue.offerUnsafe(roomMade, undefined)
  }

  // Polling belongs to no trace. An attempt belongs to its verification's trace.
  const isTraced = yield* References.TracerEnabled
  const untraced = Effect.withTracerEnabled(false)
  const traced = (one: C, claimedAt: DateTime.Utc) => {
    const attempted = attempt(one, claimedAt)
    if (!isTraced) return attempted
    const facts = { ...factsOf(one) }
    return Effect.flatMap(traceOf(facts.verificacion_id, one.trace), (parent) =>
      Effect.withTracerEnabled(Effect.annotateSpans(Effect.withSpan(attempted, name, { parent }), facts), true),
    )
  }

  const begin = (one: C, claimedAt: DateTime.Utc) =>
    traced(one, claimedAt).pipe(
      Effect.catchCause((cause) => (isRecorded(cause) ? Effect.void : logFailure(cause, `${name}: an attempt failed`))),
      Effect.annotateLogs({ ...factsOf(one) }),
      Effect.forkIn(attempts),
      Effect.tap((fiber) =>
        Effect.sync(() => {
          underWay.set(one, fiber)
          fiber.addObserver(() => ended(one))
        }),
      ),
    )

  const releaseLost = Effect.gen(function* () {
    const now = yield* monotonicMillis
    if (now < nextReleaseAt) return
    yield* queue.releaseAllExcept([...underWay.keys()])
    nextReleaseAt = now + Duration.toMillis(releaseEvery)
  })

  const beginDue = Effect.fnUntraced(function* (now: DateTime.Utc, most: number) {
    const claims = yield* claim(now, most)
    yield* Effect.forEach(claims, (one) => begin(one, now), { discard: true })
    return claims.length
  })

  const startDue = Effect.gen(function* () {
    yield* releaseLost
    const most = atOnce - underWay.size
    if (most === 0) return 0
    const now = yield* time.now
    // A stopping process waits for a claim that it has sent. Otherwise the claimed work would stay without an owner.
    return yield* Effect.uninterruptible(beginDue(now, most))
  })

  const settled = Effect.gen(function* () {
    while (underWay.size > 0) yield* Fiber.awaitAll([...underWay.values()])
  })

  // A stopping process has stopped claiming. It waits for attempts in progress, because they would be repeated
  // elsewhere.
  yield* Effect.addFinalizer((exit) =>
    Effect.andThen(Effect.timeoutOption(settled, endingTime), Scope.close(attempts, exit)),
  )

  const awaitWork = Effect.raceFirst(queue.awaitWork, Queue.take(roomMade))
  return {
    name,
    startDue: untraced(startDue),
    settled,
    nextDueAt: untraced(queue.nextDueAt),
    awaitWork,
  } satisfies DueWork
})

/** Retries recording an outcome for about as long as the claim lasts. */
export const recording = <A, R>(record: Effect.Effect<A, StorageUnavailable, R>) =>
  Effect.retry(record, { schedule: Schedule.spaced(Duration.seconds(1)), times: 15 })
