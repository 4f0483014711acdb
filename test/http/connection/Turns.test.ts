import { describe, expect, it } from '@effect/vitest'
import { Deferred, Effect, Exit, Fiber } from 'effect'
import { TestClock } from 'effect/testing'
import { vi } from 'vitest'
import { noCredentials } from '#application/Credentials.ts'
import { Arrival } from '#http/connection/Entrance.ts'
import { Turns } from '#http/connection/Turns.ts'

const plan = { priceCentavos: 1, requestsPerMinute: 600, monthlyQuota: null }
const keyOf = (id: string) => ({ account: { id, mode: 'consumo', plan } as const, keyId: 'k' })
const [heavy, light] = [keyOf('heavy'), keyOf('light')]

/** As many as told begin, or wait, and note their name in the order in which they begin. */
const crowd = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  principal: typeof heavy,
  cost: number,
  begun: Array<string>,
  end: Deferred.Deferred<void>,
) {
  const { taking } = yield* Turns
  const fibers: Array<Fiber.Fiber<void, unknown>> = []
  for (const name of names) {
    const one = taking(
      principal,
      cost,
    )(
      Effect.andThen(
        Effect.sync(() => void begun.push(name)),
        Deferred.await(end),
      ),
    )
    fibers.push(yield* Effect.forkScoped(one, { startImmediately: true }))
  }
  return fibers
})
const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)

describe('turns', () => {
  it.effect('are had by one key as far as its share goes, and by another at once', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const end = Deferred.makeUnsafe<void>()
      yield* crowd(named('heavy', 80), heavy, 1, begun, end)
      yield* crowd(['light'], light, 1, begun, end)
      expect(begun).toEqual([...named('heavy', 64), 'light'])
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are counted by what they cost, and what costs more than a share goes alone', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const end = Deferred.makeUnsafe<void>()
      yield* crowd(named('lists', 10), heavy, 10, begun, end)
      yield* crowd(['all'], light, 100, begun, end)
      expect(begun).toEqual([...named('lists', 6), 'all'])
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are had by who waited behind somebody that gives up', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const end = Deferred.makeUnsafe<void>()
      yield* crowd(['most'], heavy, 60, begun, end)
      const [dear] = yield* crowd(['dear'], heavy, 10, begun, end)
      yield* crowd(['cheap'], heavy, 1, begun, end)
      expect(begun).toEqual(['most'])
      if (dear !== undefined) yield* Fiber.interrupt(dear)
      yield* Effect.yieldNow
      expect(begun).toEqual(['most', 'cheap'])
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('come round: who asks for little waits for one of each other key, not for all', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const [first, rest] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      for (const id of ['a', 'b', 'c']) yield* crowd(named(id, 64), keyOf(id), 1, [], first)
      yield* crowd(named('heavy', 200), heavy, 1, begun, rest)
      yield* crowd(['light'], light, 1, begun, rest)
      expect(begun).toEqual([])
      yield* Deferred.succeed(first, undefined)
      yield* TestClock.adjust(0)
      expect(begun.indexOf('light')).toBeLessThan(3)
      expect(begun).toHaveLength(65)
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are given to one of a thousand keys without a look at the others', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const [first, rest] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      yield* crowd(['one'], heavy, 1, [], first)
      for (const [id, count] of Object.entries({ heavy: 63, b: 64, c: 64 })) {
        yield* crowd(named(id, count), keyOf(id), 1, [], rest)
      }
      for (const id of named('waiting', 1_000)) yield* crowd([id], keyOf(id), 1, begun, rest)
      // How many are under way is looked up for each key that is looked at.
      const lookups = vi.spyOn(Map.prototype, 'get')
      yield* Deferred.succeed(first, undefined)
      yield* TestClock.adjust(0)
      const looked = lookups.mock.calls.filter(([key]) => String(key).includes('waiting')).length
      lookups.mockRestore()
      expect(begun).toEqual(['waiting0'])
      expect(looked).toBeLessThan(10)
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are taken by as many as fit when a costly one ends', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const [first, rest] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      yield* crowd(['all'], heavy, 100, [], first)
      yield* crowd(named('one', 80), heavy, 1, begun, rest)
      yield* Deferred.succeed(first, undefined)
      yield* TestClock.adjust(0)
      expect(begun).toEqual(named('one', 64))
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are waited for one second: then 503 base_no_alcanzable with Retry-After, and nothing was begun', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const end = Deferred.makeUnsafe<void>()
      yield* crowd(named('first', 64), heavy, 1, [], end)
      const [late] = yield* crowd(['late'], heavy, 1, begun, end)
      if (late === undefined) throw new Error('nobody waits')
      yield* TestClock.adjust(999)
      expect(late.pollUnsafe()).toBe(undefined)
      yield* TestClock.adjust(1)
      const exit = yield* Fiber.await(late)
      const reasons = Exit.isFailure(exit) ? exit.cause.reasons : null
      expect(reasons).toMatchObject([{ error: { codigo: 'base_no_alcanzable', retryAfterSeconds: 1 } }])
      expect(begun).toEqual([])
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are waited for the rest of a second by who waited to begin', () =>
    Effect.gen(function* () {
      const end = Deferred.makeUnsafe<void>()
      yield* crowd(named('first', 64), heavy, 1, [], end)
      const [late] = yield* crowd(['late'], heavy, 1, [], end)
      yield* TestClock.adjust(100)
      expect(late?.pollUnsafe()).toMatchObject({ _tag: 'Failure' })
    }).pipe(
      Effect.provideService(Arrival, { at: performance.now() - 900, credentials: noCredentials }),
      Effect.provide(Turns.layer),
    ),
  )

  it.effect('are 192 in all, of whatever keys', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const [first, rest] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      for (const id of ['a', 'b']) yield* crowd(named(id, 64), keyOf(id), 1, [], rest)
      yield* crowd(['c'], keyOf('c'), 1, [], first)
      yield* crowd(named('d', 63), keyOf('d'), 1, begun, rest)
      yield* crowd(['e'], keyOf('e'), 1, begun, rest)
      expect(begun).toEqual(named('d', 63))
      yield* Deferred.succeed(first, undefined)
      yield* TestClock.adjust(0)
      expect(begun).toEqual([...named('d', 63), 'e'])
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('of those who went away, waiting or under way, are others’', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const end = Deferred.makeUnsafe<void>()
      const underWay = yield* crowd(named('first', 64), heavy, 1, [], end)
      const waiting = yield* crowd(named('gone', 10), heavy, 1, begun, end)
      yield* crowd(['next'], heavy, 1, begun, end)
      yield* Fiber.interruptAll(waiting)
      yield* Fiber.interruptAll(underWay.slice(0, 1))
      yield* TestClock.adjust(0)
      expect(begun).toEqual(['next'])
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are waited for by another key although 1,024 wait: whose key has the most of them gives one up', () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const [first, rest] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      for (const id of ['b', 'c']) yield* crowd(named(id, 64), keyOf(id), 1, [], rest)
      const heavies = yield* crowd(named('heavy', 64 + 1_024), heavy, 1, [], first)
      const [one] = yield* crowd(['light'], light, 1, begun, rest)
      expect(one?.pollUnsafe()).toBe(undefined)
      const last = heavies.at(-1)
      const exit = last === undefined ? null : yield* Fiber.await(last)
      expect(exit !== null && Exit.isFailure(exit) ? exit.cause.reasons : null).toMatchObject([
        { error: { codigo: 'base_no_alcanzable', retryAfterSeconds: 1 } },
      ])
      yield* Deferred.succeed(first, undefined)
      yield* TestClock.adjust(0)
      expect(begun).toEqual(['light'])
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are had by who asks for more than one place, although others ask for one again and again', () =>
    Effect.gen(function* () {
      const { taking } = yield* Turns
      const begun: Array<string> = []
      // Three keys fill the replica and wait for more; each that ends leaves one place free.
      const ends = yield* Effect.forEach(['b', 'c', 'd'], (id) =>
        Effect.gen(function* () {
          const end = Deferred.makeUnsafe<void>()
          yield* crowd(named(id, 32), keyOf(id), 1, [], Deferred.makeUnsafe<void>())
          yield* crowd(named(id, 32), keyOf(id), 1, [], end)
          yield* crowd(named(id, 200), keyOf(id), 1, begun, Deferred.makeUnsafe<void>())
          return end
        }),
      )
      const list = Effect.sync(() => void begun.push('list'))
      yield* Effect.forkScoped(taking(light, 10)(list), { startImmediately: true })
      for (const end of ends) yield* Deferred.succeed(end, undefined)
      yield* TestClock.adjust(0)
      expect(begun).toContain('list')
      expect(begun.indexOf('list')).toBeLessThan(3)
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are had by all of a thousand that wait, although each ends as soon as it begins', () =>
    Effect.gen(function* () {
      const first = Deferred.makeUnsafe<void>()
      yield* crowd(named('first', 64), heavy, 1, [], first)
      const { taking } = yield* Turns
      // In no scope, which would wait for one that never ends.
      const one = Effect.forkDetach(taking(heavy, 1)(Deferred.await(first)), { startImmediately: true })
      const waiting = yield* Effect.forEach(named('one', 1_024), () => one)
      yield* Deferred.succeed(first, undefined)
      yield* TestClock.adjust(0)
      expect(waiting.filter((one) => one.pollUnsafe() === undefined)).toEqual([])
      // None of them has kept a turn.
      const begun: Array<string> = []
      yield* crowd(named('later', 64), heavy, 1, begun, Deferred.makeUnsafe<void>())
      expect(begun).toHaveLength(64)
    }).pipe(Effect.provide(Turns.layer)),
  )

  it.effect('are refused at once when too many wait', () =>
    Effect.gen(function* () {
      const end = Deferred.makeUnsafe<void>()
      yield* crowd(named('first', 64 + 1_024), heavy, 1, [], end)
      const [late] = yield* crowd(['late'], heavy, 1, [], end)
      const exit = late === undefined ? null : yield* Fiber.await(late)
      expect(exit).toMatchObject({ _tag: 'Failure' })
    }).pipe(Effect.provide(Turns.layer)),
  )
})
