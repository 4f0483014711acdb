import { Deferred, Duration, Effect, Hash, Option, type Scope, Semaphore } from 'effect'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { monotonicMillis } from '#ports/Time.ts'
import { TimeoutFactor } from './TimeoutFactor.ts'

/** How long a blocked item stays in shared batches, in milliseconds. */
const triedTogether = 30
/** The pause between two tries of a lane in which every item is blocked. */
const pause = Duration.millis(2)

interface Waiting<I, O> {
  readonly item: I
  readonly account: string
  readonly answer: Deferred.Deferred<O, StorageUnavailable>
  /** A value of `monotonicMillis`. */
  readonly since: number
  /** Since when the item is blocked; null if it is not. */
  blockedSince: number | null
}

/** Items that are processed one batch after the other. */
interface Lane<I, O> {
  waiting: Array<Waiting<I, O>>
  isServed: boolean
  /** Whether the storage did not answer the last batch. */
  isUnanswered: boolean
}

interface Options<I, O> {
  /**
   * Answers every item in order, or fails. After a failure, nothing was done or it is unknown whether it was.
   *
   * @param waitMillis how long to wait for each lock, for items of one account; null does not wait
   */
  readonly run: (
    items: ReadonlyArray<I>,
    waitMillis: number | null,
  ) => Effect.Effect<ReadonlyArray<O | undefined>, StorageUnavailable>
  readonly accountOf: (item: I) => string
  readonly most: number
  readonly lanes: number
  /**
   * Which answers mean that nothing was done yet, for example because the account is locked. These items are tried again
   * in batches for one account. `lanes` such batches run in parallel, and each waits for a lock up to `waitMillis`,
   * multiplied by `TimeoutFactor`.
   */
  readonly blocked?: {
    readonly is: (output: O) => boolean
    readonly lanes: number
    readonly waitMillis: number
  }
  /** An item that waits longer than this for its batch fails. Multiplied by `TimeoutFactor`. */
  readonly longestWait: Duration.Duration
}

const newLane = <I, O>(): Lane<I, O> => ({ waiting: [], isServed: false, isUnanswered: false })

const fail = <I, O>({ answer }: Waiting<I, O>, reason: string): void => {
  Deferred.doneUnsafe(answer, Effect.fail(new StorageUnavailable({ reason })))
}

const unanswered = Effect.die(new Error('the storage left an item of a batch unanswered'))

/**
 * Answers the items of a batch and returns the blocked ones, which are tried again. A batch that waits for locks
 * returns none. Null if the storage did not answer.
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
 * Batches requests: those that arrive while a batch is in progress share the next round trip and its commit. A single
 * request starts at once. Each request gets its own answer. If one item makes the whole batch fail, the items are
 * repeated one by one.
 *
 * An account always uses the same lane, so that two batches of this process never need the same row. If another session
 * has locked an account, its items move to batches of their own, which wait for the lock.
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
     * The next items of a lane, without those that waited too long. The limit is halved if the storage did not answer
     * the last batch, because it would also take its full timeout for this one.
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
