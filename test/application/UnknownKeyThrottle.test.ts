import { Effect, Exit, Fiber, Layer, type Scope } from 'effect'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import { KnownKeys } from '#application/KnownKeys.ts'
import { makeUnknownKeyThrottle, UnknownKeyLimits } from '#application/UnknownKeyThrottle.ts'

const make = Effect.all([makeUnknownKeyThrottle, KnownKeys])
type Keys = Effect.Success<typeof makeUnknownKeyThrottle>

/** Runs in a time that stands until it is moved. */
const run = <A, E>(use: (keys: Keys, known: KnownKeys['Service']) => Effect.Effect<A, E, Scope.Scope>) =>
  Effect.flatMap(make, ([keys, known]) => use(keys, known)).pipe(
    Effect.provide([TestClock.layer(), Layer.fresh(KnownKeys.layer)]),
    Effect.scoped,
    Effect.runPromise,
  )

const failMany = (keys: Keys, address: string) => Effect.repeat(keys.failed(address), { times: 99 })

/** Whether a key may be looked up at once; null when it is refused. */
const goesOn = Effect.fnUntraced(function* (keys: Keys, digest: string, address: string) {
  const turn = yield* Effect.forkScoped(
    keys.turn(digest, () => address),
    { startImmediately: true },
  )
  const exit = turn.pollUnsafe()
  return { turn, atOnce: exit === undefined ? false : Exit.isSuccess(exit) ? true : null }
})

describe('keys from one address', () => {
  it('are looked up at once, as long as few of them are nobody’s', async () => {
    const atOnce = await run((keys) =>
      Effect.gen(function* () {
        yield* Effect.repeat(keys.failed('a'), { times: 58 })
        const before = yield* goesOn(keys, 'one', 'a')
        yield* keys.failed('a')
        const after = yield* goesOn(keys, 'one', 'a')
        return [before.atOnce, after.atOnce]
      }),
    )
    expect(atOnce).toEqual([true, false])
  })

  it('wait a quarter of a second after many that are nobody’s, those of another address do not', async () => {
    await run((keys) =>
      Effect.gen(function* () {
        yield* failMany(keys, 'a')
        const { turn, atOnce } = yield* goesOn(keys, 'one', 'a')
        expect(atOnce).toBe(false)
        expect((yield* goesOn(keys, 'one', 'b')).atOnce).toBe(true)
        yield* TestClock.adjust(249)
        expect(turn.pollUnsafe()).toBe(undefined)
        yield* TestClock.adjust(1)
        expect(Exit.isSuccess(yield* Fiber.await(turn))).toBe(true)
      }),
    )
  })

  it('that are a partner’s never wait, until they are nobody’s', async () => {
    const atOnce = await run((keys, known) =>
      Effect.gen(function* () {
        yield* failMany(keys, 'a')
        known.note('partner', true)
        const good = yield* goesOn(keys, 'partner', 'a')
        known.note('partner', false)
        const revoked = yield* goesOn(keys, 'partner', 'a')
        return [good.atOnce, revoked.atOnce]
      }),
    )
    expect(atOnce).toEqual([true, false])
  })

  it('are looked up at once again after a minute', async () => {
    const { atOnce } = await run((keys) =>
      Effect.gen(function* () {
        yield* failMany(keys, 'a')
        yield* TestClock.adjust(60_000)
        return yield* goesOn(keys, 'one', 'a')
      }),
    )
    expect(atOnce).toBe(true)
  })

  it('are looked up at once after a minute whose clock was set back by two hours', async () => {
    const atOnce = await run((keys) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(7_200_000)
        yield* failMany(keys, 'a')
        yield* TestClock.setTime(0)
        yield* TestClock.adjust('1 minute')
        return (yield* goesOn(keys, 'one', 'a')).atOnce
      }),
    )
    expect(atOnce).toBe(true)
  })

  it('are 503 base_no_alcanzable with Retry-After where too many wait, and not for another address', async () => {
    await run((keys) =>
      Effect.gen(function* () {
        yield* failMany(keys, 'a')
        yield* failMany(keys, 'b')
        for (let index = 0; index < 256; index++) yield* goesOn(keys, `${index}`, 'a')
        const { turn, atOnce } = yield* goesOn(keys, 'late', 'a')
        expect(atOnce).toBe(null)
        const exit = yield* Fiber.await(turn)
        expect(Exit.isFailure(exit) && exit.cause.reasons).toMatchObject([
          { error: { codigo: 'base_no_alcanzable', retryAfterSeconds: 1 } },
        ])
        expect((yield* goesOn(keys, 'other', 'b')).atOnce).toBe(false)
        yield* TestClock.adjust(250)
        expect((yield* goesOn(keys, 'next', 'a')).atOnce).toBe(false)
      }),
    )
  })

  it('wait in all so many, those that went away not counted', async () => {
    const atOnce = await run((keys) =>
      Effect.gen(function* () {
        const addresses = ['a', 'b', 'c', 'd', 'e']
        for (const address of addresses) yield* failMany(keys, address)
        const turns = yield* Effect.forEach(
          Array.from({ length: 1_024 }, (_, index) => index),
          (index) => goesOn(keys, `${index}`, addresses[index % 4] ?? ''),
        )
        const full = yield* goesOn(keys, 'late', 'e')
        yield* Fiber.interruptAll(turns.slice(0, 1).map(({ turn }) => turn))
        const free = yield* goesOn(keys, 'late', 'e')
        return [full.atOnce, free.atOnce]
      }),
    )
    expect(atOnce).toEqual([null, false])
  })

  it('are told apart for 10,000 addresses, the one that failed longest ago forgotten first', async () => {
    const atOnce = await run((keys) =>
      Effect.gen(function* () {
        yield* failMany(keys, 'first')
        yield* failMany(keys, 'second')
        for (let index = 0; index < 9_999; index++) yield* keys.failed(`other-${index}`)
        return [(yield* goesOn(keys, 'one', 'first')).atOnce, (yield* goesOn(keys, 'one', 'second')).atOnce]
      }),
    )
    expect(atOnce).toEqual([true, false])
  })
})

it('the address that was noted longest ago is forgotten first, and not one that was noted again since', async () => {
  const limits = { perMinute: 1, everyMillis: 250, waitingPerAddress: 9, waiting: 9, addresses: 2 }
  const seen = await Effect.gen(function* () {
    const keys = yield* makeUnknownKeyThrottle
    yield* keys.failed('a')
    yield* TestClock.adjust('1 second')
    yield* keys.failed('b')
    yield* TestClock.adjust('59 seconds')
    yield* keys.failed('a')
    yield* keys.failed('c')
    return yield* Effect.forEach(['a', 'b', 'c'], (address) => goesOn(keys, 'one', address))
  }).pipe(
    Effect.provideService(UnknownKeyLimits, { ...limits, retryAfterSeconds: 1 }),
    Effect.provide([TestClock.layer(), KnownKeys.layer]),
    Effect.scoped,
    Effect.runPromise,
  )
  expect(seen.map(({ atOnce }) => atOnce)).toEqual([false, true, false])
})
