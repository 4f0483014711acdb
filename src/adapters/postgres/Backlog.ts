import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Backlog } from '#ports/Backlog.ts'
import { Database } from './connection/Database.ts'
import { OptionalInstant, onlyRowOf } from './rows/Columns.ts'

const countIn = onlyRowOf(Schema.Struct({ due: Schema.Int, oldest: OptionalInstant }))

export const layer = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    return Backlog.of({
      measure: (now) =>
        working(sql`
          SELECT count(*)::integer AS due, min(due_at) AS oldest
            FROM verification_work WHERE node_id IS NULL AND due_at <= ${DateTime.toDate(now)}`).pipe(
          Effect.map(countIn),
          Effect.map(({ due, oldest }) => ({ due, oldestDueAt: Option.fromNullOr(oldest) })),
        ),
    })
  }),
)
