import { DateTime, Effect, Layer, Option } from 'effect'
import { Backlog } from '#ports/Backlog.ts'
import { Database } from './connection/Database.ts'

export const layer = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    return Backlog.of({
      measure: (now) =>
        working(sql<{ due: number; oldest: Date | null }>`
          SELECT count(*)::integer AS due, min(due_at) AS oldest
            FROM verification_work WHERE node_id IS NULL AND due_at <= ${DateTime.toDate(now)}`).pipe(
          Effect.map(([row]) => ({
            due: row?.due ?? 0,
            oldestDueAt: Option.map(Option.fromNullishOr(row?.oldest), DateTime.fromDateUnsafe),
          })),
        ),
    })
  }),
)
