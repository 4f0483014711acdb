import { Duration, Effect, Layer, Metric, Schedule } from 'effect'
import { type Requirements, type UnfitList, unfitLists } from '#domain/screening/Freshness.ts'
import { type ListName, listNames } from '#domain/screening/ListEntry.ts'
import { ageOf } from '#domain/screening/ListVersion.ts'
import { Lists } from '#ports/Lists.ts'
import { Time } from '#ports/Time.ts'
import { ofService } from './ServiceMetrics.ts'

/** How often the lists are looked at: they change by the day. */
const sampling = Duration.minutes(1)
/** What goes on is described again after so many looks: once an hour. */
const looksPerReminder = 60

const remaining = ofService(
  'cotejo_list_remaining_seconds',
  'Time until the current version of a list expires, by list; negative if it has expired',
)
const requiredOnes = ofService('cotejo_list_required', '1 if a list is required, by list')

const described = (unfit: ReadonlyArray<UnfitList>): string =>
  unfit.map(({ list, because }) => `${list} (${because})`).join(', ')

/** Sets the gauges of lists. Without the database all that were set are `NaN`: no alarm goes by what was true before. */
const gaugesOfLists = () => {
  const reported = new Map<string, Metric.Gauge<number>>()
  return {
    report: (gauge: Metric.Gauge<number>, list: ListName, value: number) => {
      const series = Metric.withAttributes(gauge, { list })
      reported.set(`${gauge.id} ${list}`, series)
      return Metric.update(series, value)
    },
    unknown: Effect.suspend(() =>
      Effect.forEach(reported.values(), (series) => Metric.update(series, Number.NaN), { discard: true }),
    ),
  }
}

/**
 * Reports how long the lists can be used, for as long as the scope lasts. One that was never imported has no series.
 *
 * @param areUsed whether applicants are screened against them; then the log reports when screening is unavailable
 */
export const layer = (requirements: Requirements, areUsed: boolean) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const lists = yield* Lists
      const time = yield* Time
      const { report, unknown } = gaugesOfLists()
      let [before, looks] = ['', 0]

      const alarm = Effect.fnUntraced(function* (unfit: string) {
        const isReminder = looks % looksPerReminder === 0
        looks = unfit === before ? looks + 1 : 1
        if (unfit !== '' && (unfit !== before || isReminder)) {
          yield* Effect.logError('screening unavailable: required lists missing or expired', { lists: unfit })
        }
        if (unfit === '' && before !== '') yield* Effect.logInfo('screening available again')
        before = unfit
      })

      const sample = Effect.gen(function* () {
        const now = yield* time.now
        const versions = yield* lists.versions
        for (const list of listNames) {
          const version = versions.find((one) => one.list === list)
          yield* Metric.update(
            Metric.withAttributes(requiredOnes, { list }),
            requirements.required.includes(list) ? 1 : 0,
          )
          // One that must be there and is not cannot be used, as one that is too old.
          if (version === undefined && requirements.required.includes(list)) {
            yield* report(remaining, list, -1)
          }
          if (version === undefined) continue
          const seconds = Duration.toSeconds(ageOf(version, now))
          const longest = Duration.toSeconds(requirements.maxAge(list))
          yield* report(remaining, list, longest - seconds)
        }
        if (areUsed) yield* alarm(described(unfitLists(versions, requirements, now)))
      })
      yield* Effect.catch(sample, () => unknown).pipe(Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped)
    }),
  )
