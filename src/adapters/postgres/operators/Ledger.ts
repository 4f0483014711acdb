import { Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { inSnapshot } from '#adapters/postgres/connection/Pages.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { OptionalText, onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type Discrepancy, Ledger } from '#ports/Ledger.ts'
import { type LedgerPromise, promises } from './LedgerPromises.ts'

/** The maximum number of reported breaches per promise. */
const most = 100

const breachesIn = rowsOf(
  Schema.Struct({ account_id: Schema.String, subject: OptionalText, found: Schema.String, expected: Schema.String }),
)
const countIn = onlyRowOf(Schema.Struct({ accounts: Schema.Int }))

export const layer = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    const breachesOf = ({ words, breaches }: LedgerPromise) =>
      sql.unsafe(`SELECT * FROM (${breaches}) AS breach ORDER BY account_id, subject LIMIT ${most}`).pipe(
        Effect.map(breachesIn),
        Effect.map((rows) =>
          rows.map(
            ({ account_id: accountId, subject, found, expected }): Discrepancy => ({
              promise: words,
              accountId,
              subject,
              found,
              expected,
            }),
          ),
        ),
      )

    // One snapshot for all statements, so that concurrent writes do not look like breaches.
    const check = inSnapshot(
      sql,
      Effect.gen(function* () {
        const { accounts } = countIn(yield* sql`SELECT count(*)::integer AS accounts FROM accounts`)
        const breaches = yield* Effect.forEach(promises, breachesOf)
        return { accounts, promises: promises.length, discrepancies: breaches.flat() }
      }),
    )

    return Ledger.of({
      check: Effect.catchTag(check, 'SqlError', toStorageFailure),
      noteCheck: (discrepancies, ofProcessor) =>
        Effect.asVoid(
          working(sql`
            INSERT INTO ledger_checks AS known (checked_at, discrepancies, of_processor)
            VALUES (now(), ${discrepancies}, ${ofProcessor?.found ?? 0})
            ON CONFLICT (is_last) DO UPDATE SET checked_at = excluded.checked_at, discrepancies = excluded.discrepancies,
              of_processor = CASE WHEN ${ofProcessor?.isComplete === true} THEN excluded.of_processor
                                  ELSE greatest(known.of_processor, excluded.of_processor) END`),
        ),
    })
  }),
)
