import { Context, DateTime, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { eachPage } from '#adapters/postgres/connection/Pages.ts'
import { Instant, named, OptionalText, onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** A ledger entry: one change of an account's balance. */
const Entry = Schema.Struct({
  accountId: Schema.String,
  /** Increases in the order of writing. */
  entryId: Schema.Int,
  /** Deposit, charge, refund or correction of the balance. */
  kind: Schema.Literals(['abono', 'cargo', 'devolucion', 'ajuste']),
  /** Negative if the balance decreased. */
  centavos: Schema.Int,
  verificationId: OptionalText,
  /** The `solicitud_id` of the verification. */
  requestId: OptionalText,
  reference: OptionalText,
  reason: OptionalText,
  recordedAt: Instant,
})
export type LedgerEntry = typeof Entry.Type
const entriesIn = named(rowsOf(Entry))

/** At or after `since`, and before `until`; null does not limit. */
interface EntryFilter {
  readonly accountId: string | null
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

const pageSize = 1_000

/** Sums in centavos: `opening` + `moved` = `closing`, and `closing` + `later` = `settled`, the current balances. */
const Sums = Schema.Struct({
  opening: Schema.Int,
  entries: Schema.Int,
  moved: Schema.Int,
  later: Schema.Int,
  settled: Schema.Int,
})
export type EntrySums = typeof Sums.Type
const sumsIn = onlyRowOf(Sums)

export class LedgerEntries extends Context.Service<
  LedgerEntries,
  {
    /** Most recent first. */
    readonly list: (
      filter: EntryFilter & { readonly accountId: string },
      limit: number,
    ) => Effect.Effect<ReadonlyArray<LedgerEntry>, StorageUnavailable>
    /**
     * Passes every entry to a callback, one page at a time, ordered by account and time of writing. Returns the sums.
     * All is read in one snapshot.
     */
    readonly each: <R>(
      filter: EntryFilter,
      take: (page: ReadonlyArray<LedgerEntry>) => Effect.Effect<void, never, R>,
    ) => Effect.Effect<EntrySums, StorageUnavailable, R>
    /** Entries of one verification, oldest first. */
    readonly ofVerification: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<ReadonlyArray<LedgerEntry>, StorageUnavailable>
  }
>()('cotejo/adapters/postgres/LedgerEntries') {}

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
