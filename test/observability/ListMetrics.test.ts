import { Duration, Effect, Layer, Logger, Metric } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { keyRevision } from '#adapters/lists/Keys.ts'
import * as MemoryLists from '#adapters/memory/Lists.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import { Lists } from '#ports/Lists.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import * as ListMetrics from '#src/observability/ListMetrics.ts'
import { entryOf } from '#tools/lists/labelled/Pair.ts'
import { importing, today } from '#tools/lists/lists.ts'

const time = Layer.succeed(Time, { now: Effect.succeed(today), realTimeUntil: () => Effect.succeed(Duration.zero) })
const required = ['onu'] as const

/** What is told of the lists once, in metrics and in the log. */
const looked = async (maxAge: Duration.Duration, areUsed: boolean) => {
  const log: Array<unknown> = []
  const told = Effect.gen(function* () {
    yield* importing('vigilancia', [entryOf('PAZ LUNA, Ana')], { cutOff: '2026-02-27' })
    return yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Layer.build(ListMetrics.layer({ required, maxAge: () => maxAge, keyRevision }, areUsed))
        yield* Effect.repeat(Effect.yieldNow, { times: 100 })
        return yield* PrometheusMetrics.format()
      }),
    )
  })
  const hearing = Logger.layer([Logger.make(({ message }) => void log.push(message))])
  const text = await Effect.runPromise(Effect.provide(told, [MemoryLists.layer, time, hearing]))
  return { lines: text.split('\n'), log }
}

it('the metrics tell how long each list can be used', async () => {
  const { lines, log } = await looked(Duration.days(3), false)
  expect(lines).toContain('cotejo_list_remaining_seconds{list="vigilancia",scope="service"} 43200')
  expect(lines).toContain('cotejo_list_required{list="onu",scope="service"} 1')
  expect(lines).toContain('cotejo_list_required{list="vigilancia",scope="service"} 0')
  expect(lines).toContain('cotejo_list_remaining_seconds{list="onu",scope="service"} -1')
  expect(log).toEqual([])
})

it('the log says which lists are missing or expired, where people are screened against them', async () => {
  const { lines, log } = await looked(Duration.days(2), true)
  expect(lines).toContain('cotejo_list_remaining_seconds{list="vigilancia",scope="service"} -43200')
  expect(log).toEqual([
    ['screening unavailable: required lists missing or expired', { lists: 'onu (falta), vigilancia (vencida)' }],
  ])
})

it('the log says it again after an hour, when it is another list, and when screening available again', async () => {
  const log: Array<unknown> = []
  const hearing = Logger.layer([Logger.make(({ message, logLevel }) => void log.push([logLevel, message]))])
  let versions: ReadonlyArray<ListVersion> = []
  const lists = Layer.mock(Lists, { versions: Effect.suspend(() => Effect.succeed(versions)) })
  const version = { list: 'onu', cutOff: '2026-03-01', importedAt: today, confirmedAt: null, origin: null } as const
  const current: ListVersion = { ...version, entries: 1, names: 1, added: 1, removed: 0, keyRevision }
  const missing = ['Error', ['screening unavailable: required lists missing or expired', { lists: 'onu (falta)' }]]
  const otherKeys = [
    'Error',
    ['screening unavailable: required lists missing or expired', { lists: 'onu (otras_claves)' }],
  ]
  const told = Effect.gen(function* () {
    const after = (minutes: number) =>
      Effect.andThen(
        TestClock.adjust(`${minutes} minutes`),
        Effect.sync(() => log.splice(0)),
      )
    yield* Layer.build(ListMetrics.layer({ required, maxAge: () => Duration.days(3), keyRevision }, true))
    expect(yield* after(0)).toEqual([missing])
    expect(yield* after(59)).toEqual([])
    expect(yield* after(1)).toEqual([missing])
    expect(yield* after(30)).toEqual([])
    versions = [{ ...current, keyRevision: keyRevision - 1 }]
    expect(yield* after(1)).toEqual([otherKeys])
    expect(yield* after(59)).toEqual([])
    expect(yield* after(1)).toEqual([otherKeys])
    versions = [current]
    expect(yield* after(1)).toEqual([['Info', ['screening available again']]])
    expect(yield* after(60)).toEqual([])
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(told), [lists, time, hearing, TestClock.layer()]))
})

it('the metrics do not keep what was true before the database went away', async () => {
  let isAway = false
  const version = { list: 'onu', cutOff: '2026-03-01', importedAt: today, confirmedAt: null, origin: null } as const
  const current: ListVersion = { ...version, entries: 7, names: 7, added: 7, removed: 0, keyRevision }
  const lists = Layer.mock(Lists, {
    versions: Effect.suspend(() =>
      isAway ? Effect.fail(new StorageUnavailable({ reason: 'away' })) : Effect.succeed([current]),
    ),
  })
  const told = Effect.gen(function* () {
    yield* Layer.build(ListMetrics.layer({ required, maxAge: () => Duration.days(3), keyRevision }, false))
    const after = (isGone: boolean) =>
      Effect.sync(() => {
        isAway = isGone
      }).pipe(
        Effect.andThen(TestClock.adjust('1 minute')),
        Effect.andThen(PrometheusMetrics.format()),
        Effect.map((text) => text.split('\n').filter((line) => /list="onu"/.test(line) && !line.includes('_required'))),
      )
    // What was never known has no series.
    expect(yield* after(true)).toEqual([])
    const known = yield* after(false)
    expect(known).toHaveLength(1)
    expect(yield* after(true)).toEqual(known.map((line) => line.replace(/ \S+$/, ' NaN')))
    expect(yield* after(false)).toEqual(known)
  })
  const registry = Layer.succeed(Metric.MetricRegistry, new Map())
  await Effect.runPromise(Effect.provide(Effect.scoped(told), [lists, time, TestClock.layer(), registry]))
})
