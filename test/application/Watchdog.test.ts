import { DateTime, Duration, Effect, Fiber, Layer, Logger, Option } from 'effect'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import * as Time from '#adapters/platform/Time.ts'
import { DueLoops } from '#application/DueLoops.ts'
import type { DueWork } from '#application/DueWork.ts'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { watch } from '#application/Watchdog.ts'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

const epoch = Option.some(DateTime.makeUnsafe(0))

/** A loop over the given work, watched for a while: how the watchdog ended, or that it did not. */
const watched = (work: Partial<DueWork>, options: { reachable?: () => boolean; minutes?: number } = {}) => {
  const fake: DueWork = {
    name: 'resolution',
    startDue: Effect.succeed(0),
    settled: Effect.void,
    nextDueAt: Effect.succeedNone,
    awaitWork: Effect.never,
    ...work,
  }
  const reachable = options.reachable ?? (() => true)
  const health = {
    check: Effect.suspend(() =>
      reachable() ? Effect.succeed({ schemaIsNewer: false }) : Effect.fail(new StorageUnavailable({ reason: 'away' })),
    ),
  }
  return Effect.gen(function* () {
    const watching = yield* Effect.forkScoped(Effect.flip(watch))
    yield* TestClock.adjust(Duration.minutes(options.minutes ?? 2))
    const exit = watching.pollUnsafe()
    yield* Fiber.interrupt(watching)
    return exit?._tag === 'Success' ? exit.value.message : null
  }).pipe(
    Effect.provide(
      Layer.mergeAll(DueLoops.layer([ResolutionWorker]), Layer.succeed(StorageHealth, health)).pipe(
        Layer.provideMerge(Time.layer),
        Layer.provide(Layer.succeed(ResolutionWorker, fake)),
      ),
    ),
    Effect.scoped,
    Effect.provide([TestClock.layer(), Logger.layer([])]),
    Effect.runPromise,
  )
}

const stalled = 'the resolution loop makes no progress'

describe('the watchdog', () => {
  it('lets a loop be that has nothing due', async () => {
    expect(await watched({})).toBe(null)
    expect(await watched({ nextDueAt: Effect.succeedSome(DateTime.makeUnsafe('2030-01-01T00:00:00Z')) })).toBe(null)
  })

  it('ends a loop that does nothing although work is due', async () => {
    expect(await watched({ nextDueAt: Effect.succeed(epoch) })).toBe(stalled)
  })

  it('ends a loop that fails again and again although the database answers', async () => {
    const failing = Effect.fail(new StorageUnavailable({ reason: 'the pool is gone' }))
    expect(await watched({ startDue: failing, nextDueAt: failing })).toBe(stalled)
  })

  it('ends a loop that hangs in its work, with all work claimed and none due', async () => {
    expect(await watched({ startDue: Effect.never })).toBe(stalled)
  })

  it('waits a minute before it does, from the first look on, which is after 5 s', async () => {
    expect(await watched({ startDue: Effect.never }, { minutes: 64 / 60 })).toBe(null)
    expect(await watched({ startDue: Effect.never }, { minutes: 65 / 60 })).toBe(stalled)
  })

  it('lets a loop be that works through a backlog', async () => {
    const slow = Effect.as(Effect.sleep('30 seconds'), 1)
    expect(await watched({ startDue: slow, nextDueAt: Effect.succeed(epoch) }, { minutes: 10 })).toBe(null)
  })

  it('lets a loop be while the database does not answer, and gives it a minute afterwards', async () => {
    const due = { nextDueAt: Effect.succeed(epoch) }
    expect(await watched(due, { reachable: () => false, minutes: 10 })).toBe(null)
    let looks = 0
    const backAfterFiveMinutes = () => {
      looks += 1
      return looks > 60
    }
    expect(await watched(due, { reachable: backAfterFiveMinutes, minutes: 5.9 })).toBe(null)
  })

  it('forgets how long a loop had stood still when the database was away meanwhile', async () => {
    let looks = 0
    const awayAfterFiftySeconds = () => {
      looks += 1
      return looks <= 10 || looks > 22
    }
    const due = { nextDueAt: Effect.succeed(epoch) }
    expect(await watched(due, { reachable: awayAfterFiftySeconds, minutes: 174 / 60 })).toBe(null)
    looks = 0
    expect(await watched(due, { reachable: awayAfterFiftySeconds, minutes: 175 / 60 })).toBe(stalled)
  })
})
