import { Deferred, Duration, Effect, Fiber } from 'effect'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

interface Run {
  readonly items: ReadonlyArray<string>
  readonly waitMillis: number | null
}

const settings = {
  most: 3,
  lanes: 1,
  blocked: { is: (output: string) => output === 'locked', lanes: 1, waitMillis: 700 },
  longestWait: Duration.seconds(1),
  accountOf: (item: string) => item.charAt(0),
}

/** Items are called after their account; an item is answered with itself. */
const tested = <A>(
  use: (batches: {
    readonly ask: (item: string) => Effect.Effect<string, StorageUnavailable>
    readonly askAll: (items: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
    /** Of every item that was asked: what it was answered with, or why not. */
    readonly runs: ReadonlyArray<Run>
    readonly gate: Deferred.Deferred<void>
    readonly locked: Set<string>
  }) => Effect.Effect<A>,
) =>
  Effect.gen(function* () {
    const runs: Array<Run> = []
    const locked = new Set<string>()
    const gate = yield* Deferred.make<void>()
    const ask = yield* Batches.make<string, string>({
      ...settings,
      run: Effect.fnUntraced(function* (items, waitMillis) {
        runs.push({ items, waitMillis })
        yield* Deferred.await(gate)
        if (items.includes('defect')) return yield* Effect.die(new Error('defect'))
        return items.map((item) => (locked.has(item.charAt(0)) ? 'locked' : item))
      }),
    })
    const told = (item: string) =>
      ask(item).pipe(
        Effect.catch(({ reason }) => Effect.succeed(reason)),
        Effect.catchDefect(() => Effect.succeed('died')),
      )
    const askAll = (items: ReadonlyArray<string>) => Effect.forEach(items, told, { concurrency: 'unbounded' })
    return yield* use({ ask, askAll, runs, gate, locked })
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

const untilAsked = (runs: ReadonlyArray<Run>, count: number) =>
  Effect.gen(function* () {
    while (runs.length < count) yield* Effect.yieldNow
  })

/** What comes of an effect while time passes: within four seconds. */
const passing = <A>(effect: Effect.Effect<A>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let times = 0; times < 2_000 && fiber.pollUnsafe() === undefined; times++) yield* TestClock.adjust('2 millis')
    return fiber.pollUnsafe() === undefined ? 'nothing' : yield* Fiber.join(fiber)
  })

describe('requests that share a round trip', () => {
  it('wait in a lane that is full, and are answered in batches of at most so many, in order', () =>
    tested(({ askAll, runs, gate }) =>
      Effect.gen(function* () {
        const asked = yield* Effect.forkChild(askAll(['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4']))
        yield* untilAsked(runs, 1)
        yield* Deferred.succeed(gate, undefined)
        expect(yield* Fiber.join(asked)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4'])
        expect(runs.map(({ items }) => items)).toEqual([
          ['a1', 'b1', 'a2'],
          ['b2', 'a3', 'b3'],
          ['a4', 'b4'],
        ])
        expect(runs.map(({ waitMillis }) => waitMillis)).toEqual([null, null, null])
      }),
    ))

  it('fail when their turn does not come in time, and are not done', () =>
    tested(({ askAll, runs, gate }) =>
      Effect.gen(function* () {
        const asked = yield* Effect.forkChild(askAll(['a1', 'a2', 'a3', 'a4']))
        yield* untilAsked(runs, 1)
        yield* TestClock.adjust('1001 millis')
        yield* Deferred.succeed(gate, undefined)
        expect(yield* Fiber.join(asked)).toEqual(['a1', 'a2', 'a3', 'no turn in time'])
        expect(runs.map(({ items }) => items)).toEqual([['a1', 'a2', 'a3']])
      }),
    ))

  it('fail when their turn does not come in time although the clock was set back', () =>
    tested(({ askAll, runs, gate }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(7_200_000)
        const asked = yield* Effect.forkChild(askAll(['a1', 'a2', 'a3', 'a4']))
        yield* untilAsked(runs, 1)
        yield* TestClock.setTime(0)
        yield* TestClock.adjust('1001 millis')
        yield* Deferred.succeed(gate, undefined)
        expect(yield* Fiber.join(asked)).toEqual(['a1', 'a2', 'a3', 'no turn in time'])
      }),
    ))

  it.each([
    [501, ['no answer in time', 'no turn in time'], 1],
    [500, ['no answer in time', 'no answer in time'], 2],
  ])('behind others that were not answered are given up after %s milliseconds or not', (waited, answers, times) =>
    Effect.gen(function* () {
      let runs = 0
      const unanswered = Effect.suspend(() => {
        runs += 1
        return Effect.delay(Effect.fail(new StorageUnavailable({ reason: 'no answer in time' })), '1500 millis')
      })
      const ask = yield* Batches.make<string, string>({ ...settings, run: () => unanswered })
      const asked = (item: string) => Effect.forkChild(Effect.flip(ask(item)))
      const first = yield* asked('a1')
      yield* TestClock.adjust(1_500 - waited)
      const second = yield* asked('a2')
      yield* TestClock.adjust(waited)
      yield* TestClock.adjust('1500 millis')
      const told = yield* Effect.forEach([first, second], Fiber.join)
      expect([told.map(({ reason }) => reason), runs]).toEqual([answers, times])
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise),
  )

  it('of an account that is locked leave the others and wait for it by themselves', () =>
    tested(({ askAll, runs, gate, locked }) =>
      Effect.gen(function* () {
        locked.add('b')
        yield* Deferred.succeed(gate, undefined)
        const asked = yield* Effect.forkChild(askAll(['b1', 'a1', 'b2']))
        while (asked.pollUnsafe() === undefined) yield* TestClock.adjust('2 millis')
        expect(yield* Fiber.join(asked)).toEqual(['locked', 'a1', 'locked'])
        const apart = runs.filter(({ waitMillis }) => waitMillis === 700)
        expect(apart.flatMap(({ items }) => items)).toEqual(['b1', 'b2'])
        expect(runs.filter(({ items }) => items.includes('a1'))).toHaveLength(1)
      }),
    ))

  it('of an account that was locked are together with others again', () =>
    tested(({ askAll, runs, gate, locked }) =>
      Effect.gen(function* () {
        locked.add('b').add('c')
        yield* Deferred.succeed(gate, undefined)
        expect(yield* passing(askAll(['b1', 'c1']))).toEqual(['locked', 'locked'])
        expect(runs.filter(({ waitMillis }) => waitMillis === 700).map(({ items }) => items)).toEqual([['b1'], ['c1']])
        locked.clear()
        expect(yield* passing(askAll(['b2']))).toEqual(['b2'])
        expect(runs.at(-1)).toEqual({ items: ['b2'], waitMillis: null })
      }),
    ))

  it('of accounts that are locked are not more at once than have a turn, however long they wait for it', () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const apart: Array<ReadonlyArray<string>> = []
      const ask = yield* Batches.make<string, string>({
        ...settings,
        run: Effect.fnUntraced(function* (items, waitMillis) {
          if (waitMillis === null) return items.map(() => 'locked')
          apart.push(items)
          if (items.includes('b1')) yield* Deferred.await(gate)
          return items
        }),
      })
      const asked = (item: string) => Effect.forkChild(Effect.catch(ask(item), ({ reason }) => Effect.succeed(reason)))
      const one = yield* asked('b1')
      while (apart.length === 0) yield* TestClock.adjust('2 millis')
      const early = yield* asked('c1')
      yield* TestClock.adjust('100 millis')
      const late = yield* asked('c2')
      expect(yield* passing(Fiber.join(early))).toBe('no turn in time')
      expect(apart).toEqual([['b1']])
      yield* Deferred.succeed(gate, undefined)
      expect(yield* passing(Fiber.join(late))).toBe('c2')
      expect([yield* Fiber.join(one), apart]).toEqual(['b1', [['b1'], ['c2']]])
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise))

  it('are done one by one when one of them is a defect', () =>
    tested(({ askAll, runs, gate }) =>
      Effect.gen(function* () {
        const asked = yield* Effect.forkChild(askAll(['a1', 'a2', 'defect', 'a3']))
        yield* untilAsked(runs, 1)
        yield* Deferred.succeed(gate, undefined)
        expect(yield* Fiber.join(asked)).toEqual(['a1', 'a2', 'died', 'a3'])
        expect(runs.map(({ items }) => items)).toEqual([['a1', 'a2', 'defect'], ['a1'], ['a2'], ['defect'], ['a3']])
      }),
    ))

  it('die when the storage leaves them unanswered', () =>
    Effect.gen(function* () {
      const ask = yield* Batches.make<string, string>({ ...settings, run: () => Effect.succeed([]) })
      expect(yield* Effect.catchDefect(ask('a1'), () => Effect.succeed('died'))).toBe('died')
    }).pipe(Effect.scoped, Effect.runPromise))

  it('fail together when the storage is not available', () =>
    Effect.gen(function* () {
      const ask = yield* Batches.make<string, string>({
        ...settings,
        run: () => Effect.fail(new StorageUnavailable({ reason: 'no answer in time' })),
      })
      expect(yield* Effect.flip(ask('a1'))).toMatchObject({ reason: 'no answer in time' })
    }).pipe(Effect.scoped, Effect.runPromise))
})
