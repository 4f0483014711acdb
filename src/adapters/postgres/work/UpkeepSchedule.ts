import { DateTime, Duration, Effect } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'

/**
 * No task is scheduled further ahead than this. A later due time was written before the clock was set back, and counts
 * as due (src/domain/helpers/Marks.ts).
 */
const furthest = Duration.hours(13)

/** The schedule of an upkeep task, which one process at a time does. */
export const upkeepSchedule = Effect.fnUntraced(function* (task: 'retention' | 'lists') {
  const { work: sql, working } = yield* Database
  return {
    take: (now: DateTime.Utc, until: DateTime.Utc) =>
      working(sql`
        UPDATE upkeep SET due_at = ${DateTime.toDate(until)}
         WHERE task = ${task}
           AND (due_at <= ${DateTime.toDate(now)} OR due_at > ${DateTime.toDate(DateTime.addDuration(now, furthest))})
        RETURNING 1`).pipe(Effect.map((rows) => rows.length > 0)),
    nextAt: (dueAt: DateTime.Utc) =>
      Effect.asVoid(working(sql`UPDATE upkeep SET due_at = ${DateTime.toDate(dueAt)} WHERE task = ${task}`)),
  }
})
