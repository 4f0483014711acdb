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
import { monotonicMillis } from '#ports/MonotonicTime.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import type { DueWork } from './DueWork.ts'
import { tellFailed } from './FailedWork.ts'
import { type Facts, traceOf } from './VerificationTrace.ts'

/** Claims whose answer was lost are released this often. */
const releaseEvery = Duration.seconds(5)

/** What is under way when the process stops has this long: an attempt, and the record of it. */
const endingTime = Duration.seconds(11)

/** An attempt that was recorded, and did not bring what it was made for: for its span. */
export class AttemptFailed extends Schema.TaggedError<AttemptFailed>()('AttemptFailed', { reason: Schema.String }) {}

const isRecorded = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof AttemptFailed)

/** Work that goes out of this process, one claim at a time of many at once. */
interface Outgoing<C> extends Pick<DueWork, 'name'> {
  readonly queue: DueQueue<C>
  /** How many may be under way. */
  readonly atOnce: number
  readonly claim: (now: DateTime.Utc, most: number) => Effect.Effect<ReadonlyArray<C>, StorageUnavailable>
  /** Makes one attempt and records how it ended. */
  readonly attempt: (claim: C, claimedAt: DateTime.Utc) => Effect.Effect<void, StorageUnavailable | AttemptFailed>
  /** What log and traces may tell of a claim. */
  readonly factsOf: (claim: C) => Facts
}

/**
 * Begins work that is due, no more than there is room for, and waits for none of it: one that hangs
 * keeps the others from nothing but its own place.
 */
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
    // Not for every place that gets free: a claim for each would be a statement for each.
    if (underWay.size <= atOnce / 2) Queue.offerUnsafe(roomMade, undefined)
  }

  // What asks again and again whether something is due is nobody's trace; what is done is the verification's.
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
      Effect.catchCause((cause) => (isRecorded(cause) ? Effect.void : tellFailed(cause, `${name}: an attempt failed`))),
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
    // Whoever stops waits for a claim that was sent: what it takes would be nobody's once this process is gone.
    return yield* Effect.uninterruptible(beginDue(now, most))
  })

  const settled = Effect.gen(function* () {
    while (underWay.size > 0) yield* Fiber.awaitAll([...underWay.values()])
  })

  // Whoever stops has let go of new work; what is under way is let end, or it would be made again.
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

/** An outcome that cannot be recorded is tried again for as long as the claim is likely to last. */
export const recording = <A, R>(record: Effect.Effect<A, StorageUnavailable, R>) =>
  Effect.retry(record, { schedule: Schedule.spaced(Duration.seconds(1)), times: 15 })
