import { DateTime, Duration, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { differingSettings } from '#adapters/postgres/connection/SharedSettings.ts'
import { Instant, onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { Retention } from '#ports/Retention.ts'
import { upkeepSchedule } from './UpkeepSchedule.ts'

/** A verification created on a day may be stored up to this long after the day's end. */
const usedAfterItsDay = Duration.hours(1)

const destroyedIn = onlyRowOf(Schema.Struct({ destroyed: Schema.Int }))
const retiredIn = onlyRowOf(Schema.Struct({ retired: Schema.Int }))
const dueIn = onlyRowOf(Schema.Struct({ due_at: Instant }))

export const layer = Layer.effect(
  Retention,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const turns = yield* upkeepSchedule('retention')

    return Retention.of({
      differingSettings: yield* differingSettings,
      takeTurn: turns.take,
      nextAt: turns.nextAt,
      nextDueAt: working(sql`SELECT due_at FROM upkeep WHERE task = 'retention'`).pipe(
        Effect.map((rows) => dueIn(rows).due_at),
      ),
      retire: (endedBefore, limit) =>
        DateTime.now.pipe(
          Effect.map(DateTime.toDate),
          Effect.flatMap((now) =>
            working(sql`
              SELECT retired
                FROM retire_old(${DateTime.toDate(endedBefore)}::timestamptz, ${limit}, ${now}::timestamptz) AS retired`),
          ),
          Effect.map((rows) => retiredIn(rows).retired),
        ),
      destroyKeys: (now) => {
        const day = DateTime.formatIsoDateUtc(DateTime.subtractDuration(now, usedAfterItsDay))
        return Effect.map(
          working(sql`SELECT destroyed FROM destroy_keys(${day}::date) AS destroyed`),
          (rows) => destroyedIn(rows).destroyed,
        )
      },
    })
  }),
)
