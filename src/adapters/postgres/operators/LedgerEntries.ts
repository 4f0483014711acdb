import { DateTime, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { eachPage } from '#adapters/postgres/connection/Pages.ts'
import { Instant, named, OptionalText, onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { type EntryFilter, LedgerEntries, type LedgerEntry } from '#ports/LedgerEntries.ts'

const entriesIn = named(
  rowsOf<LedgerEntry>(
    Schema.Struct({
      accountId: Schema.String,
      entryId: Schema.Int,
      kind: Schema.Literals(['abono', 'cargo', 'devolucion', 'ajuste']),
      centavos: Schema.Int,
      verificationId: OptionalText,
      requestId: OptionalText,
      reference: OptionalText,
      reason: OptionalText,
      recordedAt: Instant,
    }),
  ),
)

const pageSize = 1_000

const sumsIn = onlyRowOf(
  Schema.Struct({
    opening: Schema.Int,
    entries: Schema.Int,
    moved: Schema.Int,
    later: Schema.Int,
    settled: Schema.Int,
  }),
)

export const layer = Layer.effect(
  LedgerEntries,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    const signed = sql`(CASE WHEN l.credit = 'saldo' THEN l.amount_centavos ELSE -l.amount_centavos END)`
    const entries = sql`
      SELECT l.account_id, l.entry_id::float8 AS entry_id, l.kind, ${signed}::float8 AS centavos, l.verification_id,
             v.request_id, l.reference, l.reason, l.recorded_at
        FROM ledger_entries l LEFT JOIN verifications v USING (account_id, verification_id)`
    const before = (at: DateTime.Utc | null) => at && sql`l.recorded_at < ${DateTime.toDate(at)}`
    const chosen = ({ accountId, since, until }: EntryFilter) =>
      sql.and([
        sql`'saldo' IN (l.debit, l.credit)`,
        ...(accountId === null ? [] : [sql`l.account_id = ${accountId}`]),
        ...(since === null ? [] : [sql`l.recorded_at >= ${DateTime.toDate(since)}`]),
        ...(until === null ? [] : [before(until) ?? sql`true`]),
      ])

    const sums = ({ accountId, since, until }: EntryFilter) => {
      const isEarlier = before(since) ?? sql`false`
      const isInTime = before(until) ?? sql`true`
      const total = (fragment: typeof signed) => sql`coalesce(sum(${signed}) FILTER (WHERE ${fragment}), 0)::float8`
      return Effect.map(
        sql`
          SELECT ${total(isEarlier)} AS opening, ${total(sql`NOT (${isEarlier}) AND ${isInTime}`)} AS moved,
                 ${total(sql`NOT (${isInTime})`)} AS later,
                 (count(*) FILTER (WHERE NOT (${isEarlier}) AND ${isInTime}))::float8 AS entries,
                 (SELECT coalesce(sum(a.settled_centavos), 0)::float8 FROM accounts a
                   WHERE ${accountId === null ? sql`true` : sql`a.account_id = ${accountId}`}) AS settled
            FROM ledger_entries l
           WHERE 'saldo' IN (l.debit, l.credit) AND ${accountId === null ? sql`true` : sql`l.account_id = ${accountId}`}`,
        sumsIn,
      )
    }

    const pageAfter = (filter: EntryFilter, last: LedgerEntry | undefined) =>
      Effect.map(
        sql`${entries} WHERE ${chosen(filter)}
              AND (l.account_id, l.entry_id) > (${last?.accountId ?? ''}, ${last?.entryId ?? 0})
            ORDER BY l.account_id, l.entry_id LIMIT ${pageSize}`,
        entriesIn,
      )

    return LedgerEntries.of({
      list: (filter, limit) =>
        Effect.map(working(sql`${entries} WHERE ${chosen(filter)} ORDER BY l.entry_id DESC LIMIT ${limit}`), entriesIn),
      each: (filter, take) =>
        eachPage(sql, sums(filter), (last: LedgerEntry | undefined) => pageAfter(filter, last), take),
      ofVerification: (accountId, verificationId) =>
        Effect.map(
          working(sql`${entries}
            WHERE l.account_id = ${accountId} AND l.verification_id = ${verificationId} ORDER BY l.entry_id`),
          entriesIn,
        ),
    })
  }),
)
