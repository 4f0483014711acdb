import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { differingSettings } from '#adapters/postgres/connection/SharedSettings.ts'
import { Instant, OptionalInstant, onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { Backlog } from '#ports/Backlog.ts'
import { databaseCondition } from './DatabaseCondition.ts'

const dueIn = onlyRowOf(Schema.Struct({ due: Schema.Int, oldest: OptionalInstant, stands_still: Schema.Boolean }))
const standingIn = onlyRowOf(
  Schema.Struct({ under_way: Schema.Int, oldest: OptionalInstant, settled: Schema.Finite, held: Schema.Finite }),
)
const checkIn = onlyRowOf(Schema.Struct({ since: Instant, discrepancies: Schema.NullOr(Schema.Int) }))
const queuedIn = onlyRowOf(Schema.Struct({ queued: Schema.Int, failing: Schema.Int, oldest: OptionalInstant }))

export const layer = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const differing = yield* differingSettings
    const condition = working(databaseCondition(sql))

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
              FROM verification_work WHERE replica_id IS NULL AND due_at <= ${instant}`),
        )
        const {
          under_way: underWay,
          oldest: oldestUnderWay,
          ...balance
        } = standingIn(
          yield* working(sql`
            SELECT (SELECT count(*)::integer FROM verification_work) AS under_way,
                   min(under_way.oldest) AS oldest,
                   coalesce(sum(settled_centavos), 0)::float8 AS settled, coalesce(sum(held_centavos), 0)::float8 AS held
              FROM accounts a
              CROSS JOIN LATERAL (
                SELECT min(v.created_at) AS oldest FROM verifications v
                 WHERE v.account_id = a.account_id AND v.state = 'en_proceso' AND v.retired_at IS NULL) AS under_way`),
        )
        const { since: uncheckedSince, discrepancies } = checkIn(
          yield* working(sql`
            SELECT coalesce(max(checked_at), min(applied_at)) AS since, max(discrepancies + of_processor) AS discrepancies
              FROM ledger_checks RIGHT JOIN schema_migrations ON true`),
        )
        const transfers = queuedIn(
          yield* working(sql`
            SELECT count(*)::integer AS queued, (count(*) FILTER (WHERE attempts > 0))::integer AS failing,
                   min(due_at) FILTER (WHERE replica_id IS NULL AND due_at <= ${instant}) AS oldest
              FROM (SELECT attempts, due_at, replica_id FROM transfers WHERE replica_id IS NULL AND due_at IS NOT NULL
                     UNION ALL
                    SELECT attempts, due_at, replica_id FROM transfers WHERE replica_id IS NOT NULL) AS waiting`),
        )
        const { queued, failing } = transfers
        return {
          verifications: { due, oldestDueAt: Option.fromNullOr(oldest) },
          underWay,
          oldestUnderWayAt: Option.fromNullOr(oldestUnderWay),
          balance,
          uncheckedSince,
          discrepancies: Option.fromNullOr(discrepancies),
          standsStill,
          differingSettings: (yield* differing).length,
          transfers: { queued, failing, oldestDueAt: Option.fromNullOr(transfers.oldest) },
          database: yield* condition,
        }
      }),
    })
  }),
)
