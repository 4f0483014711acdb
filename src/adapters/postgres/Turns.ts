import { DateTime, Effect } from 'effect'
import { Database } from './connection/Database.ts'

/** Turns at a task that one process at a time does. */
export const turnsOf = Effect.fnUntraced(function* (task: 'retention' | 'lists') {
  const { work: sql, working } = yield* Database
  return {
    take: (now: DateTime.Utc, until: DateTime.Utc) =>
      working(sql`
        UPDATE upkeep SET due_at = ${DateTime.toDate(until)}
         WHERE task = ${task} AND due_at <= ${DateTime.toDate(now)} RETURNING 1`).pipe(
        Effect.map((rows) => rows.length > 0),
      ),
    nextAt: (dueAt: DateTime.Utc) =>
      Effect.asVoid(working(sql`UPDATE upkeep SET due_at = ${DateTime.toDate(dueAt)} WHERE task = ${task}`)),
  }
})
