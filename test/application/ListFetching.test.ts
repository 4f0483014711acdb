import { DateTime, Effect, Layer, Logger } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { type Fetched, FetchLists } from '#application/FetchLists.ts'
import * as ListFetching from '#application/ListFetching.ts'
import { ListTurns } from '#ports/ListTurns.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'

const addresses: ListFetching.ListAddresses = new Map([
  ['onu', ['https://example.com/un.xml']],
  ['sat_69b', ['https://example.com/69b.csv']],
])
const refused: Fetched = { _tag: 'rechazada', reason: 'example.com: cortada' }

/** What is fetched in so many hours, at which hour, where the fetch of a time ends so. */
const fetchedIn = (
  hours: number,
  end: (times: number) => Effect.Effect<Fetched, StorageUnavailable>,
  log: Array<unknown> = [],
  taken: Array<number> = [],
) => {
  const fetched: Array<string> = []
  let dueAt = DateTime.makeUnsafe(0)
  const turns = Layer.succeed(ListTurns, {
    take: (now, until) =>
      Effect.sync(() => {
        if (DateTime.isLessThan(now, dueAt)) return false
        dueAt = until
        taken.push(DateTime.toEpochMillis(until) - DateTime.toEpochMillis(now))
        return true
      }),
    nextAt: (at) =>
      Effect.sync(() => {
        dueAt = at
      }),
  })
  const fetching = Layer.succeed(FetchLists, {
    fetch: (list) =>
      Effect.flatMap(DateTime.now, (now) => {
        fetched.push(`${list} ${DateTime.toEpochMillis(now) / 3_600_000}`)
        return end(fetched.length)
      }),
  })
  const time = Layer.succeed(Time, { now: DateTime.now, realTimeUntil: () => Effect.die('nobody waits') })
  return Layer.build(ListFetching.layer(addresses)).pipe(
    Effect.andThen(TestClock.adjust({ hours })),
    Effect.scoped,
    Effect.provide([
      turns,
      fetching,
      time,
      Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))]),
    ]),
    Effect.provide(TestClock.layer()),
    Effect.as(fetched),
    Effect.runPromise,
  )
}

const same: Fetched = {
  _tag: 'sin_cambios',
  version: {
    ...{ list: 'onu', cutOff: '2026-01-31', importedAt: DateTime.makeUnsafe(0), confirmedAt: null, origin: null },
    ...{ entries: 1, names: 1, added: 0, removed: 0, keyRevision: 1 },
  },
}

it('lists are fetched at once and every 6 hours', async () => {
  expect(await fetchedIn(13, () => Effect.succeed(same))).toEqual([
    ...['onu 0', 'sat_69b 0', 'onu 6', 'sat_69b 6', 'onu 12', 'sat_69b 12'],
  ])
})

it('results are counted from 0, so that the first is an increase', async () => {
  await fetchedIn(0, () => Effect.succeed(same))
  const told = await Effect.runPromise(PrometheusMetrics.format())
  expect(told).toMatch(/^cotejo_list_fetches_total\{(?=.*"sat_69b")(?=.*"rechazada").*\} 0$/m)
})

it('lists are fetched again after half an hour when one was refused', async () => {
  const once = await fetchedIn(2, (times) => Effect.succeed(times === 2 ? refused : same))
  expect(once).toEqual(['onu 0', 'sat_69b 0', 'onu 0.5', 'sat_69b 0.5'])
})

it('a list that the database ended leaves the others their turn, and is fetched again like a refused one', async () => {
  const down = new StorageUnavailable({ reason: 'down' })
  const fetched = await fetchedIn(1.5, (times) => (times === 1 ? Effect.fail(down) : Effect.succeed(same)))
  expect(fetched).toEqual(['onu 0', 'sat_69b 0', 'onu 0.5', 'sat_69b 0.5'])
})

it('who begins a round has an hour for it, and each list is told: one that was refused as an error', async () => {
  const [log, taken]: [Array<unknown>, Array<number>] = [[], []]
  await fetchedIn(0, (times) => Effect.succeed(times === 1 ? same : refused), log, taken)
  expect(taken).toEqual([3_600_000])
  expect(log).toEqual([
    ['Info', ['list fetched', { list: 'onu', result: 'sin_cambios', cut_off: '2026-01-31' }]],
    ['Error', ['list fetched', { list: 'sat_69b', result: 'rechazada', reason: 'example.com: cortada' }]],
  ])
})
