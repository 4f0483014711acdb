import { Duration, Effect, Layer, Metric, Schedule } from 'effect'
import { listNames } from '#domain/screening/ListEntry.ts'
import { ageOf } from '#domain/screening/ListVersion.ts'
import { Lists } from '#ports/Lists.ts'
import { Time } from '#ports/Time.ts'

/** How often the lists are looked at: they change by the day. */
const sampling = Duration.minutes(1)

const age = Metric.gauge('cotejo_list_age_seconds', {
  description: 'How long ago the cut-off of the current version of a list was, by list',
})
const people = Metric.gauge('cotejo_list_entries', { description: 'People in the current version of a list, by list' })

/** Tells how old the lists are, for as long as the scope lasts. One that was never imported has no age and no people. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const lists = yield* Lists
    const time = yield* Time
    const sample = Effect.gen(function* () {
      const now = yield* time.now
      const versions = yield* lists.versions
      for (const list of listNames) {
        const version = versions.find((one) => one.list === list)
        yield* Metric.update(Metric.withAttributes(people, { list }), version?.entries ?? 0)
        if (version === undefined) continue
        yield* Metric.update(Metric.withAttributes(age, { list }), Duration.toSeconds(ageOf(version, now)))
      }
    })
    yield* Effect.ignore(sample).pipe(Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped)
  }),
)
