import { DateTime, Duration, Effect, Layer, Schema } from 'effect'
import { Retention } from '#ports/Retention.ts'
import { Database } from './connection/Database.ts'
import { differingSettings } from './connection/SharedSettings.ts'
import { Instant, onlyRowOf, rowsOf } from './rows/Columns.ts'
import { turnsOf } from './Turns.ts'

/** What was created on a day may be stored so long after it. */
const usedAfterItsDay = Duration.hours(1)

const namedIn = rowsOf(Schema.Struct({ name: Schema.String }))
const namesIn = (rows: ReadonlyArray<object>) => namedIn(rows).map(({ name }) => name)
const retiredIn = onlyRowOf(Schema.Struct({ retired: Schema.Int }))
const dueIn = onlyRowOf(Schema.Struct({ due_at: Instant }))

export const layer = Layer.effect(
  Retention,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const turns = yield* turnsOf('retention')

    return Retention.of({
      differingSettings: yield* differingSettings,
      takeTurn: turns.take,
      nextAt: turns.nextAt,
      nextDueAt: working(sql`SELECT due_at FROM upkeep WHERE task = 'retention'`).pipe(
        Effect.map((rows) => dueIn(rows).due_at),
      ),
      retire: (endedBefore, limit) =>
        Effect.map(
          working(sql`SELECT retire_old(${DateTime.toDate(endedBefore)}::timestamptz, ${limit}) AS retired`),
          (rows) => retiredIn(rows).retired,
        ),
      // A key is looked at once, and again when something of its day was removed. That is noted first: who removes
      // something meanwhile waits, and has it looked at the next time.
      destroyKeys: (now) => {
        const ended = sql`day < ${DateTime.formatIsoDateUtc(DateTime.subtractDuration(now, usedAfterItsDay))}::date`
        return working(
          sql.withTransaction(
            Effect.gen(function* () {
              const looked = yield* sql`
                UPDATE data_keys k SET kept_at = now()
                  FROM (SELECT name FROM data_keys
                         WHERE purpose = 'record' AND kept_at IS NULL AND ${ended} ORDER BY name FOR UPDATE) unseen
                 WHERE k.name = unseen.name RETURNING k.name`
              // Rows are found by the index of what is kept, account by account. A connection that does not see all of
              // them destroys nothing.
              const records = yield* sql`
                DELETE FROM data_keys k
                 WHERE k.name IN (SELECT jsonb_array_elements_text(${JSON.stringify(namesIn(looked))}::jsonb))
                   AND (NOT row_security_active('verifications') OR current_setting('cotejo.account', true) = '*')
                   AND NOT EXISTS (
                     SELECT FROM accounts a CROSS JOIN LATERAL (
                       SELECT FROM verifications v
                        WHERE v.account_id = a.account_id AND v.retired_at IS NULL
                          AND v.created_at >= k.day::timestamp AT TIME ZONE 'UTC'
                          AND v.created_at < (k.day + 1)::timestamp AT TIME ZONE 'UTC'
                        LIMIT 1
                     ) kept
                   )
                RETURNING 1`
              const applicants = yield* sql`
                DELETE FROM data_keys
                 WHERE purpose = 'applicant' AND ${ended}
                   AND to_char(day, 'YYYY-MM-DD') NOT IN (SELECT split_part(data_key, '/', 2) FROM verification_work)
                RETURNING 1`
              return records.length + applicants.length
            }),
          ),
        )
      },
    })
  }),
)
