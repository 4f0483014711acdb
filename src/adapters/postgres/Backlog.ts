import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Backlog } from '#ports/Backlog.ts'
import { Database } from './connection/Database.ts'
import { OptionalInstant, onlyRowOf } from './rows/Columns.ts'

const dueIn = onlyRowOf(Schema.Struct({ due: Schema.Int, oldest: OptionalInstant, stands_still: Schema.Boolean }))
const queuedIn = onlyRowOf(Schema.Struct({ queued: Schema.Int, failing: Schema.Int, oldest: OptionalInstant }))

export const layer = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    return Backlog.of({
      measure: Effect.fnUntraced(function* (now) {
        const instant = DateTime.toDate(now)
        const {
          due,
          oldest,
          stands_still: standsStill,
        } = dueIn(
          yield* working(sql`
            SELECT count(*)::integer AS due, min(due_at) AS oldest, stands_still()
              FROM verification_work WHERE node_id IS NULL AND due_at <= ${instant}`),
        )
        const transfers = queuedIn(
          yield* working(sql`
            SELECT count(*)::integer AS queued, (count(*) FILTER (WHERE attempts > 0))::integer AS failing,
                   min(due_at) FILTER (WHERE node_id IS NULL AND due_at <= ${instant}) AS oldest
              FROM (SELECT attempts, due_at, node_id FROM transfers WHERE node_id IS NULL AND due_at IS NOT NULL
                     UNION ALL
                    SELECT attempts, due_at, node_id FROM transfers WHERE node_id IS NOT NULL) AS waiting`),
        )
        const { queued, failing } = transfers
        return {
          verifications: { due, oldestDueAt: Option.fromNullOr(oldest) },
          standsStill,
          transfers: { queued, failing, oldestDueAt: Option.fromNullOr(transfers.oldest) },
        }
      }),
    })
  }),
)
