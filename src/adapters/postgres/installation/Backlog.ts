import { DateTime, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { differingSettings } from '#adapters/postgres/connection/SharedSettings.ts'
import { Instant, named, onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { Backlog } from '#ports/Backlog.ts'
import { databaseCondition } from './DatabaseCondition.ts'

const MaybeInstant = Schema.OptionFromNullOr(Instant)
const dueIn = named(
  onlyRowOf(Schema.Struct({ due: Schema.Int, oldestDueAt: MaybeInstant, standsStill: Schema.Boolean })),
)
const balanceOf = { settled: Schema.Finite, held: Schema.Finite }
const standingIn = named(
  onlyRowOf(Schema.Struct({ underWay: Schema.Int, oldestUnderWayAt: MaybeInstant, ...balanceOf })),
)
const checkIn = named(
  onlyRowOf(Schema.Struct({ uncheckedSince: Instant, discrepancies: Schema.OptionFromNullOr(Schema.Int) })),
)
const queuedIn = named(onlyRowOf(Schema.Struct({ queued: Schema.Int, failing: Schema.Int, oldestDueAt: MaybeInstant })))

export const layer = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const differing = yield* differingSettings
    const condition = working(databaseCondition(sql))

    return Backlog.of({
      measure: Effect.fnUntraced(function* (now) {
        const instant = DateTime.toDate(now)
        const { standsStill, ...verifications } = dueIn(
          yield* working(sql`
            SELECT count(*)::integer AS due, min(due_at) AS oldest_due_at, stands_still()
              FROM verification_work WHERE replica_id IS NULL AND due_at <= ${instant}`),
        )
        const { underWay, oldestUnderWayAt, ...balance } = standingIn(
          yield* working(sql`
            SELECT (SELECT count(*)::integer FROM verification_work) AS under_way,
                   min(under_way.oldest) AS oldest_under_way_at,
                   coalesce(sum(settled_centavos), 0)::float8 AS settled, coalesce(sum(held_centavos), 0)::float8 AS held
              FROM accounts a
              CROSS JOIN LATERAL (
                SELECT min(v.created_at) AS oldest FROM verifications v
                 WHERE v.account_id = a.account_id AND v.state = 'en_proceso' AND v.retired_at IS NULL) AS under_way`),
        )
        const checked = checkIn(
          yield* working(sql`
            SELECT coalesce(max(checked_at), min(applied_at)) AS unchecked_since,
                   max(discrepancies + of_processor) AS discrepancies
              FROM ledger_checks RIGHT JOIN schema_migrations ON true`),
        )
        const transfers = queuedIn(
          yield* working(sql`
            SELECT count(*)::integer AS queued, (count(*) FILTER (WHERE attempts > 0))::integer AS failing,
                   min(due_at) FILTER (WHERE replica_id IS NULL AND due_at <= ${instant}) AS oldest_due_at
              FROM (SELECT attempts, due_at, replica_id FROM transfers WHERE replica_id IS NULL AND due_at IS NOT NULL
                     UNION ALL
                    SELECT attempts, due_at, replica_id FROM transfers WHERE replica_id IS NOT NULL) AS waiting`),
        )
        return {
          verifications,
          underWay,
          oldestUnderWayAt,
          balance,
          ...checked,
          standsStill,
          differingSettings: (yield* differing).length,
          transfers,
          database: yield* condition,
        }
      }),
    })
  }),
)
