import { describe, expect, it } from '@effect/vitest'
import { DateTime, Effect, Layer, Option } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import type { DueWork } from '#application/DueWork.ts'
import { Time } from '#ports/Time.ts'
import { Notebook } from '#simulator/storage/Notebook.ts'
import { SimulatedTime } from '#simulator/time/SimulatedTime.ts'
import { TimeTravel } from '#simulator/time/TimeTravel.ts'

const opening = DateTime.makeUnsafe('2026-03-02T16:00:00.000Z')
const at = (seconds: number) => DateTime.add(opening, { seconds })
const secondsOf = (instant: DateTime.Utc) => (DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(opening)) / 1_000

const notebook = Layer.succeed(Notebook, {
  read: () => Effect.succeedNone,
  readAll: () => Effect.succeed([]),
  write: () => Effect.void,
  lastInstant: Effect.succeed(0),
  isInMemory: true,
  keep: Effect.succeed(''),
  put: () => Effect.void,
  reset: () => Effect.void,
})

/** Loops that never work by themselves, over work of one kind that falls due after so many seconds, one at a time. */
const loops = (due: Array<number>, done: Array<readonly [due: number, doneAt: number]>) =>
  Layer.effect(
    DueLoops,
    Effect.gen(function* () {
      const { now } = yield* Time
      const work: DueWork = {
        name: 'work',
        startDue: Effect.map(now, (instant) => {
          const [next] = due
          if (next === undefined || next > secondsOf(instant)) return 0
          done.push([next, secondsOf(instant)])
          due.shift()
          return 1
        }),
        settled: Effect.void,
        nextDueAt: Effect.sync(() => Option.map(Option.fromUndefinedOr(due[0]), at)),
        awaitWork: Effect.never,
      }
      return DueLoops.of({
        works: [work],
        progressOf: () => ({ done: 0, working: false }),
        wake: Effect.void,
        whileHeld: (effect) => effect,
      })
    }),
  )

/** Runs over frozen time, and tells what was done, each at which second, and which second it is then. */
const travelled = <E>(due: Array<number>, travel: (travel: TimeTravel['Service']) => Effect.Effect<void, E>) => {
  const done: Array<readonly [number, number]> = []
  const time = Layer.provide(SimulatedTime.layer({ speed: 1, now: opening, frozen: true }), notebook)
  return Effect.gen(function* () {
    yield* TimeTravel.use(travel)
    return { done, second: secondsOf(yield* Time.use(({ now }) => now)) }
  }).pipe(Effect.provide(TimeTravel.layer.pipe(Layer.provide(loops(due, done)), Layer.provideMerge(time))))
}

describe('a jump in simulated time', () => {
  it.effect('does all that falls due on the way at its own instant, and lands to the millisecond', () =>
    Effect.gen(function* () {
      const jump = travelled([0, 5, 5, 7.25, 10.4, 10.5], ({ advance }) => advance(10.4))
      expect(yield* jump).toEqual({
        done: [
          [0, 0],
          [5, 5],
          [5, 5],
          [7.25, 7.25],
          [10.4, 10.4],
        ],
        second: 10.4,
      })
    }),
  )

  it.effect('to what is next does all that is due then, and nothing more', () =>
    Effect.gen(function* () {
      const jump = travelled([0, 5, 5, 7], ({ advanceToNext }) => advanceToNext)
      expect(yield* jump).toEqual({
        done: [
          [0, 0],
          [5, 5],
          [5, 5],
        ],
        second: 5,
      })
    }),
  )

  it.effect('to what is next goes nowhere when there is nothing', () =>
    Effect.gen(function* () {
      expect(yield* travelled([], ({ advanceToNext }) => advanceToNext)).toEqual({ done: [], second: 0 })
    }),
  )
})
