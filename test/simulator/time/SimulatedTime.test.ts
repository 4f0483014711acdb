import { describe, expect, it } from '@effect/vitest'
import { DateTime, Deferred, Duration, Effect, Fiber, Layer, Option } from 'effect'
import { TestClock } from 'effect/testing'
import { Time } from '#ports/Time.ts'
import { Notebook } from '#simulator/storage/Notebook.ts'
import { SimulatedTime } from '#simulator/time/SimulatedTime.ts'

const opening = DateTime.makeUnsafe('2026-03-02T16:00:00.000Z')

/** What the data remember: the notes, and the last instant that they know of. */
const notebook = (notes: Map<string, string>, lastInstant: number) =>
  Layer.succeed(Notebook, {
    read: (name) => Effect.sync(() => Option.fromUndefinedOr(notes.get(name))),
    readAll: () => Effect.succeed([]),
    write: (name, text) => Effect.sync(() => notes.set(name, text)),
    lastInstant: Effect.succeed(lastInstant),
    isInMemory: false,
    keep: Effect.succeed(''),
    put: () => Effect.void,
    reset: () => Effect.sync(() => notes.clear()),
  })

/** Runs over a clock that moves by `TestClock.adjust` alone, with simulated time at this speed. */
const run = <A, E>(
  speed: number,
  program: Effect.Effect<A, E, Time | SimulatedTime>,
  { notes = new Map<string, string>(), lastInstant = 0 } = {},
) =>
  Effect.andThen(
    TestClock.setTime(DateTime.toEpochMillis(opening)),
    Effect.provide(program, Layer.provide(SimulatedTime.layer({ speed }), notebook(notes, lastInstant))),
  )

/** Simulated milliseconds since the opening. */
const elapsed = Time.use(({ now }) => now).pipe(
  Effect.map((now) => DateTime.toEpochMillis(now) - DateTime.toEpochMillis(opening)),
)
const at = (millis: number) => DateTime.add(opening, { milliseconds: millis })
const realMillisUntil = (millis: number) =>
  Time.use(({ realTimeUntil }) => realTimeUntil(at(millis))).pipe(Effect.map(Duration.toMillis))

describe('simulated time', () => {
  it.effect.each([
    { speed: 1, millis: 1_000 },
    { speed: 60, millis: 60_000 },
    { speed: 0.001, millis: 1 },
  ])('begins at the present and runs at speed $speed', ({ speed, millis }) =>
    run(
      speed,
      Effect.gen(function* () {
        expect(yield* elapsed).toBe(0)
        yield* TestClock.adjust('1 second')
        expect(yield* elapsed).toBe(millis)
      }),
    ),
  )

  it.effect('changes its pace from now on', () =>
    run(
      60,
      Effect.gen(function* () {
        const { setSpeed, speed } = yield* SimulatedTime
        yield* TestClock.adjust('1 second')
        yield* setSpeed(2)
        expect(yield* speed).toBe(2)
        expect(yield* elapsed).toBe(60_000)
        yield* TestClock.adjust('10 seconds')
        expect(yield* elapsed).toBe(80_000)
      }),
    ),
  )

  it.effect('stands still while stopped, and goes on from there', () =>
    run(
      60,
      Effect.gen(function* () {
        const { whileStopped } = yield* SimulatedTime
        yield* TestClock.adjust('1 second')
        yield* whileStopped(() =>
          Effect.gen(function* () {
            yield* TestClock.adjust('1 hour')
            expect(yield* elapsed).toBe(60_000)
          }),
        )
        expect(yield* elapsed).toBe(60_000)
        yield* TestClock.adjust('1 second')
        expect(yield* elapsed).toBe(120_000)
      }),
    ),
  )

  it.effect('runs again after what it was stopped for has failed or been interrupted', () =>
    run(
      60,
      Effect.gen(function* () {
        const { whileStopped } = yield* SimulatedTime
        yield* Effect.exit(whileStopped(() => Effect.fail('no')))
        const stopped = yield* Deferred.make<void>()
        const never = whileStopped(() => Effect.andThen(Deferred.succeed(stopped, undefined), Effect.never))
        const fiber = yield* Effect.forkChild(never)
        yield* Deferred.await(stopped)
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust('1 second')
        expect(yield* elapsed).toBe(60_000)
      }),
    ),
  )

  it.effect('is set while stopped, and never goes backwards', () =>
    run(
      60,
      Effect.gen(function* () {
        const { whileStopped } = yield* SimulatedTime
        yield* whileStopped((set) =>
          Effect.gen(function* () {
            yield* set(at(5_000))
            expect(yield* elapsed).toBe(5_000)
            yield* set(at(1_000))
            expect(yield* elapsed).toBe(5_000)
            yield* set(at(-1_000))
            expect(yield* elapsed).toBe(5_000)
            yield* TestClock.adjust('1 minute')
            yield* set(at(6_000))
            expect(yield* elapsed).toBe(6_000)
          }),
        )
        expect(yield* elapsed).toBe(6_000)
      }),
    ),
  )

  it.effect('keeps its pace through a jump', () =>
    run(
      60,
      Effect.gen(function* () {
        const { whileStopped, setSpeed } = yield* SimulatedTime
        yield* whileStopped((set) => Effect.andThen(setSpeed(10), set(at(1_000))))
        yield* TestClock.adjust('1 second')
        expect(yield* elapsed).toBe(11_000)
      }),
    ),
  )

  it.effect('tells how long an instant is away in real time, rounded up so that nobody wakes too early', () =>
    run(
      60,
      Effect.gen(function* () {
        expect(yield* realMillisUntil(60_000)).toBe(1_000)
        expect(yield* realMillisUntil(61)).toBe(2)
        expect(yield* realMillisUntil(0)).toBe(0)
        expect(yield* realMillisUntil(-60_000)).toBe(0)
        yield* TestClock.adjust(yield* realMillisUntil(12_345))
        expect(yield* elapsed).toBeGreaterThanOrEqual(12_345)
      }),
    ),
  )

  it.effect('is reset to the present, at the pace of the start', () =>
    run(
      60,
      Effect.gen(function* () {
        const { whileStopped, setSpeed, speed, reset } = yield* SimulatedTime
        yield* whileStopped((set) => set(at(86_400_000)))
        yield* setSpeed(5)
        yield* TestClock.adjust('3 seconds')
        yield* reset
        expect(yield* elapsed).toBe(3_000)
        expect(yield* speed).toBe(60)
        yield* TestClock.adjust('1 second')
        expect(yield* elapsed).toBe(63_000)
      }),
    ),
  )

  it.effect('goes on from where kept data stopped, or from the last instant that they know of', () =>
    Effect.gen(function* () {
      const notes = new Map<string, string>()
      const jump = Effect.gen(function* () {
        const { whileStopped } = yield* SimulatedTime
        yield* whileStopped((set) => set(at(86_400_000)))
        yield* TestClock.adjust('2 seconds')
        return yield* elapsed
      })
      const reached = yield* run(60, jump, { notes })
      expect(reached).toBe(86_520_000)
      expect(yield* run(1, elapsed, { notes })).toBe(reached)
      const lastInstant = DateTime.toEpochMillis(at(reached + 5_000))
      expect(yield* run(1, elapsed, { notes, lastInstant })).toBe(reached + 5_000)
    }),
  )
})
