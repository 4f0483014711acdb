import { DateTime, Duration, Effect, Layer, Metric, Schedule } from 'effect'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { ListTurns } from '#ports/ListTurns.ts'
import { Time } from '#ports/Time.ts'
import { type Fetched, FetchLists } from './FetchLists.ts'

/** The addresses of each list's files, the main file first. */
export type ListAddresses = ReadonlyMap<ListName, ReadonlyArray<string>>

/** How often a process checks whether a round is due. */
const looking = Duration.minutes(1)
/** Delay before the first check. Prometheus usually scrapes every minute, so it has read the series at 0 by then. */
const first = Duration.minutes(2)
/** Interval between rounds: after a round that fetched every list, and after any other round. */
const roundEvery = Duration.hours(6)
const againAfter = Duration.minutes(30)
/** If a round has not ended after this time, another process starts it. */
const turn = Duration.hours(1)

const fetches = Metric.counter('cotejo_list_fetches_total', {
  description: 'Downloads of a list from its publisher, by list and result',
  incremental: true,
})

const results: ReadonlyArray<Fetched['_tag']> = ['importada', 'sin_cambios', 'rechazada']

/** Creates the series before the first fetch: Prometheus sees an increase only from a value that it has read. */
const initializeSeries = (lists: Iterable<ListName>) =>
  Effect.forEach(lists, (list) =>
    Effect.forEach(results, (result) => Metric.value(Metric.withAttributes(fetches, { list, result }))),
  )

/** Fetches the lists until the scope closes. Only one replica fetches at a time. */
export const layer = (addresses: ListAddresses) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { fetch } = yield* FetchLists
      const { take, nextAt } = yield* ListTurns
      const time = yield* Time
      yield* initializeSeries(addresses.keys())

      const one = Effect.fnUntraced(function* ([list, files]: readonly [ListName, ReadonlyArray<string>]) {
        const fetched = yield* fetch(list, files, false)
        yield* Metric.update(Metric.withAttributes(fetches, { list, result: fetched._tag }), 1)
        const facts = fetched._tag === 'rechazada' ? { reason: fetched.reason } : { cut_off: fetched.version.cutOff }
        const log = fetched._tag === 'rechazada' ? Effect.logError : Effect.logInfo
        yield* log('list fetched', { list, result: fetched._tag, ...facts })
        return fetched._tag !== 'rechazada'
      })

      const round = Effect.gen(function* () {
        const now = yield* time.now
        if (!(yield* take(now, DateTime.addDuration(now, turn)))) return
        // A failure of one list does not stop the others.
        const had = yield* Effect.forEach([...addresses], ([list, files]) =>
          Effect.catchCause(one([list, files]), (cause) =>
            Effect.as(Effect.logError('list could not be fetched', { list }, cause), false),
          ),
        )
        yield* nextAt(DateTime.addDuration(yield* time.now, had.every(Boolean) ? roundEvery : againAfter))
      })
      const safely = Effect.catchCause(round, (cause) => Effect.logError('lists could not be fetched', cause))
      yield* Effect.forkScoped(Effect.delay(Effect.repeat(safely, Schedule.spaced(looking)), first))
    }),
  )
