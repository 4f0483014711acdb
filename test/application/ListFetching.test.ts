import { DateTime, Effect, Layer, Logger } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { type Fetched, FetchLists } from '#application/FetchLists.ts'
import * as ListFetching from '#application/ListFetching.ts'
import { ListTurns } from '#ports/ListTurns.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { seriesAfter } from '#test/support/series.ts'

const addresses: ListFetching.ListAddresses = new Map([
  ['onu', ['https://example.com/un.xml']],
  ['sat_69b', ['https://example.com/69b.csv']],
])
const refused: Fetched = { _tag: 'rechazada', reason: 'example.com: cortada' }

/** What is fetched in so many minutes, at which minute, where the fetch of a time ends so. */
const fetching = (
  minutes: number,
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
  const publishers = Layer.succeed(FetchLists, {
    fetch: (list) =>
      Effect.flatMap(DateTime.now, (now) => {
        fetched.push(`${list} ${DateTime.toEpochMillis(now) / 60_000}`)
        return end(fetched.length)
      }),
  })
  const time = Layer.succeed(Time, { now: DateTime.now, realTimeUntil: () => Effect.die('nobody waits') })
  return Layer.build(ListFetching.layer(addresses)).pipe(
    Effect.andThen(TestClock.adjust({ minutes })),
    Effect.scoped,
    Effect.provide([
      turns,
      publishers,
      time,
      Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))]),
    ]),
    Effect.provide(TestClock.layer()),
    Effect.as(fetched),
  )
}

const fetchedIn = (...all: Parameters<typeof fetching>) => Effect.runPromise(fetching(...all))

const same: Fetched = {
  _tag: 'sin_cambios',
  version: {
    ...{ list: 'onu', cutOff: '2026-01-31', importedAt: DateTime.makeUnsafe(0), confirmedAt: null, origin: null },
    ...{ entries: 1, names: 1, added: 0, removed: 0, keyRevision: 1 },
  },
}

it('lists are fetched after two minutes and then every 6 hours', async () => {
  expect(await fetchedIn(13 * 60, () => Effect.succeed(same))).toEqual([
    ...['onu 2', 'sat_69b 2', 'onu 362', 'sat_69b 362', 'onu 722', 'sat_69b 722'],
  ])
})

it.each([
  [1, 0],
  [3, 1],
])('%d minutes after the start %d refusals are counted, so that the first is an increase', async (minutes, count) => {
  const series = await seriesAfter(fetching(minutes, () => Effect.succeed(refused)))
  expect(series['cotejo_list_fetches_total{list="sat_69b",result="rechazada"}']).toBe(count)
})

it('lists are fetched again after half an hour when one was refused', async () => {
  const once = await fetchedIn(60, (times) => Effect.succeed(times === 2 ? refused : same))
  expect(once).toEqual(['onu 2', 'sat_69b 2', 'onu 32', 'sat_69b 32'])
})

it('a list that the database ended leaves the others their turn, and is fetched again like a refused one', async () => {
  const down = new StorageUnavailable({ reason: 'down' })
  const fetched = await fetchedIn(45, (times) => (times === 1 ? Effect.fail(down) : Effect.succeed(same)))
  expect(fetched).toEqual(['onu 2', 'sat_69b 2', 'onu 32', 'sat_69b 32'])
})

it('who begins a round has an hour for it, and each list is told: one that was refused as an error', async () => {
  const [log, taken]: [Array<unknown>, Array<number>] = [[], []]
  await fetchedIn(2, (times) => Effect.succeed(times === 1 ? same : refused), log, taken)
  expect(taken).toEqual([3_600_000])
  expect(log).toEqual([
    ['Info', ['list fetched', { list: 'onu', result: 'sin_cambios', cut_off: '2026-01-31' }]],
    ['Error', ['list fetched', { list: 'sat_69b', result: 'rechazada', reason: 'example.com: cortada' }]],
  ])
})
