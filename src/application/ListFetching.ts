import { DateTime, Duration, Effect, Layer, Metric, Schedule } from 'effect'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { ListTurns } from '#ports/ListTurns.ts'
import { Time } from '#ports/Time.ts'
import { type Fetched, FetchLists } from './FetchLists.ts'

/** Where each list is published: its files, the main one first. */
export type ListAddresses = ReadonlyMap<ListName, ReadonlyArray<string>>

/** How often a process looks whether it is time. */
const looking = Duration.minutes(1)
/** Before its first look: Prometheus, which usually reads every minute, has read the series at 0 by then. */
const first = Duration.minutes(2)
/** Between rounds: after one in which every list was had, and after another. */
const roundEvery = Duration.hours(6)
const againAfter = Duration.minutes(30)
/** A round that was not ended after so long is begun by another process. */
const turn = Duration.hours(1)

const fetches = Metric.counter('cotejo_list_fetches_total', {
  description: 'Times that a list was fetched from its publisher, by list and result',
  incremental: true,
})

const results: ReadonlyArray<Fetched['_tag']> = ['importada', 'sin_cambios', 'rechazada']

/** There before the first fetch: Prometheus sees an increase only of what it has read before. */
const initializeSeries = (lists: Iterable<ListName>) =>
  Effect.forEach(lists, (list) =>
    Effect.forEach(results, (result) => Metric.value(Metric.withAttributes(fetches, { list, result }))),
  )

/** Fetches the lists for as long as the scope lasts, over all replicas one at a time. */
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
        // Whatever becomes of one, the others have their turn.
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
