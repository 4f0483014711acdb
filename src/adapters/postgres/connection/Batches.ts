import { Deferred, Duration, Effect, Hash, Option, type Scope, Semaphore } from 'effect'
import { monotonicMillis } from '#ports/MonotonicTime.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { TimeoutFactor } from './TimeoutFactor.ts'

/** How long an item is tried together with others while nothing can be done of it, milliseconds. */
const triedTogether = 30
/** Between two tries of a lane that has nothing else to do. */
const pause = Duration.millis(2)

interface Waiting<I, O> {
  readonly item: I
  readonly account: string
  readonly answer: Deferred.Deferred<O, StorageUnavailable>
  /** By `monotonicMillis`. */
  readonly since: number
  /** Since when nothing could be done of it. */
  blockedSince: number | null
}

/** Items that are served one batch after the other. */
interface Lane<I, O> {
  waiting: Array<Waiting<I, O>>
  isServed: boolean
  /** Whether the storage did not answer its last batch. */
  isUnanswered: boolean
}

interface Options<I, O> {
  /**
   * Answers every item, in order, or fails with nothing done or nothing known.
   *
   * @param waitMillis how long to wait for each lock, with items of one account; null waits for none
   */
  readonly run: (
    items: ReadonlyArray<I>,
    waitMillis: number | null,
  ) => Effect.Effect<ReadonlyArray<O | undefined>, StorageUnavailable>
  readonly accountOf: (item: I) => string
  readonly most: number
  /** Batches under way at once. */
  readonly lanes: number
  /**
   * Which answers say that nothing was done yet, as while an account is locked: those items are tried again. Their
   * accounts are then served so many at once, and each waits so long for a lock, as a rule.
   */
  readonly blocked?: {
    readonly is: (output: O) => boolean
    readonly lanes: number
    readonly waitMillis: number
  }
  /** An item that waited so long for its turn fails, as a rule. */
  readonly longestWait: Duration.Duration
}

const newLane = <I, O>(): Lane<I, O> => ({ waiting: [], isServed: false, isUnanswered: false })

const fail = <I, O>({ answer }: Waiting<I, O>, reason: string): void => {
  Deferred.doneUnsafe(answer, Effect.fail(new StorageUnavailable({ reason })))
}

const unanswered = Effect.die(new Error('the storage left an item of a batch unanswered'))

/**
 * Answers the items of a batch; those that are left are blocked, and are tried again. A batch that waits for locks
 * leaves none. Null when the storage did not answer.
 */
const answerAll = Effect.fnUntraced(function* <I, O>(
  options: Options<I, O>,
  batch: ReadonlyArray<Waiting<I, O>>,
  waitMillis: number | null,
): Effect.fn.Return<ReadonlyArray<Waiting<I, O>> | null> {
  const items = batch.map(({ item }) => item)
  const outputs = yield* Effect.exit(options.run(items, waitMillis))
  if (outputs._tag === 'Success') {
    return batch.filter(({ answer }, index) => {
      const output = outputs.value[index]
      const isLeft = output !== undefined && waitMillis === null && options.blocked?.is(output) === true
      if (!isLeft) Deferred.doneUnsafe(answer, output === undefined ? unanswered : Effect.succeed(output))
      return isLeft
    })
  }
  const isDefect = outputs.cause.reasons.some(({ _tag }) => _tag === 'Die')
  if (isDefect && batch.length > 1) {
    const each = yield* Effect.forEach(batch, (one) => answerAll(options, [one], waitMillis))
    return each.flatMap((left) => left ?? [])
  }
  for (const { answer } of batch) Deferred.doneUnsafe(answer, Effect.failCause(outputs.cause))
  return isDefect ? [] : null
})

/**
 * Lets requests that come while others are under way share the next round trip and its commit. A
 * request that comes alone goes at once. Each gets its own answer; a batch that fails as a whole
 * because of one of its items is repeated item by item.
 *
 * An account is always in the same lane, so that no two batches of this process want the same row.
 * When another session has it locked, the items of that account leave the batches of others and wait for
 * it in batches of their own.
 */
export const make = <I, O>(
  options: Options<I, O>,
): Effect.Effect<(item: I) => Effect.Effect<O, StorageUnavailable>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { accountOf, most, blocked } = options
    const factor = yield* TimeoutFactor
    const longestWait = Duration.times(options.longestWait, factor)
    const waitMillis = (blocked?.waitMillis ?? 0) * factor
    const scope = yield* Effect.scope
    const turns = yield* Semaphore.make(blocked?.lanes ?? 1)
    const shared = Array.from({ length: options.lanes }, () => newLane<I, O>())
    const apart = new Map<string, Lane<I, O>>()

    /**
     * The next items of a lane, without those that waited too long: half as long where the storage did not answer
     * who was before them, since it takes its time not to answer them either.
     */
    const next = (lane: Lane<I, O>, now: number): ReadonlyArray<Waiting<I, O>> => {
      const oldest = now - Duration.toMillis(longestWait) / (lane.isUnanswered ? 2 : 1)
      while ((lane.waiting[0]?.since ?? now) < oldest) {
        const late = lane.waiting.shift()
        if (late !== undefined) fail(late, 'no turn in time')
      }
      return lane.waiting.splice(0, most)
    }

    const serveApart = Effect.fnUntraced(function* (account: string, lane: Lane<I, O>) {
      while (lane.waiting.length > 0) {
        const turn = yield* Effect.timeoutOption(turns.take(1), longestWait)
        const now = yield* monotonicMillis
        const batch = next(lane, now)
        if (Option.isNone(turn)) {
          lane.waiting.unshift(...batch)
          continue
        }
        if (batch.length > 0) yield* answerAll(options, batch, waitMillis)
        yield* turns.release(1)
      }
      apart.delete(account)
    })

    const setApart = (one: Waiting<I, O>) => {
      const known = apart.get(one.account)
      const lane = known ?? newLane<I, O>()
      lane.waiting.push(one)
      if (known !== undefined) return Effect.void
      apart.set(one.account, lane)
      return Effect.forkIn(serveApart(one.account, lane), scope)
    }

    const serve = Effect.fnUntraced(function* (lane: Lane<I, O>) {
      while (lane.waiting.length > 0) {
        const batch = next(lane, yield* monotonicMillis)
        if (batch.length === 0) continue
        const left = yield* answerAll(options, batch, null)
        lane.isUnanswered = left === null
        if (left === null || left.length === 0) continue
        const now = yield* monotonicMillis
        for (const one of left) {
          one.blockedSince ??= now
          if (now - one.blockedSince < triedTogether) lane.waiting.push(one)
          else yield* setApart(one)
        }
        if (left.length === batch.length) yield* Effect.sleep(pause)
      }
      lane.isServed = false
    })

    return Effect.fnUntraced(function* (item: I) {
      const account = accountOf(item)
      const answer = yield* Deferred.make<O, StorageUnavailable>()
      const one = { item, account, answer, since: yield* monotonicMillis, blockedSince: null }
      const lane = apart.get(account) ?? shared[(Hash.string(account) >>> 0) % options.lanes]
      if (lane === undefined) return yield* Effect.die(new Error('there is no lane'))
      lane.waiting.push(one)
      if (!lane.isServed && !apart.has(account)) {
        lane.isServed = true
        yield* Effect.forkIn(serve(lane), scope)
      }
      return yield* Deferred.await(answer)
    })
  })
