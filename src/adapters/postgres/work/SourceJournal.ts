import { DateTime, Duration, Effect, Layer, Schedule } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { journalNotes } from '#domain/Limits.ts'
import { isCall, type Noted, SourceJournal } from '#ports/SourceJournal.ts'

/** Notes are written in batches, so that they cost almost nothing. */
const every = Duration.seconds(1)

const isFailure = (result: string): boolean => isCall(result) && result !== 'consultada' && result !== 'pendiente'

interface Summary {
  readonly account_id: string
  readonly verification_id: string
  readonly source: string
  readonly tries: number
  readonly failures: number
  readonly first_at: string
  readonly last_at: string
  readonly result: string
  readonly last_failure: string | null
  readonly last_failure_at: string | null
}

const added = (before: Summary | undefined, noted: Noted): Summary => {
  const { accountId, verificationId, source, result } = noted
  const [askedAt, endedAt] = [DateTime.formatIso(noted.at), DateTime.formatIso(noted.endedAt)]
  const [called, failed] = [isCall(result), isFailure(result)]
  const isFirst = before === undefined || (called && before.tries === 0)
  return {
    account_id: accountId,
    verification_id: verificationId,
    source,
    tries: (before?.tries ?? 0) + (called ? 1 : 0),
    failures: (before?.failures ?? 0) + (failed ? 1 : 0),
    first_at: isFirst ? askedAt : before.first_at,
    last_at: endedAt,
    result,
    last_failure: failed ? result : (before?.last_failure ?? null),
    last_failure_at: failed ? endedAt : (before?.last_failure_at ?? null),
  }
}

export const layer = Layer.effect(
  SourceJournal,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const summaries = new Map<string, Summary>()

    // Skip notes of verifications that were removed meanwhile. Each note is looked up by its key, in a form that the
    // list indexes cannot serve: a join or such an index would go through the whole account.
    const write = Effect.suspend(() => {
      if (summaries.size === 0) return Effect.void
      const json = JSON.stringify([...summaries.values()])
      summaries.clear()
      return working(sql`
        INSERT INTO source_notes AS n (account_id, verification_id, source, tries, failures, first_at, last_at, result,
                                       last_failure, last_failure_at)
        SELECT x.* FROM jsonb_to_recordset(${json}::jsonb) AS x (
            account_id text, verification_id text, source text, tries integer, failures integer, first_at timestamptz,
            last_at timestamptz, result text, last_failure text, last_failure_at timestamptz)
         WHERE (SELECT v.sequence FROM verifications v
                 WHERE v.account_id = x.account_id AND v.verification_id = x.verification_id
                   AND coalesce(v.retired_at, 'infinity') = 'infinity') IS NOT NULL
         ORDER BY x.account_id, x.verification_id, x.source
        ON CONFLICT (account_id, verification_id, source) DO UPDATE
           SET tries = n.tries + excluded.tries, failures = n.failures + excluded.failures,
               first_at = CASE WHEN n.tries = 0 AND excluded.tries > 0 THEN excluded.first_at ELSE n.first_at END,
               last_at = excluded.last_at, result = excluded.result,
               last_failure = coalesce(excluded.last_failure, n.last_failure),
               last_failure_at = coalesce(excluded.last_failure_at, n.last_failure_at)`)
    }).pipe(Effect.catch(({ reason }) => Effect.logWarning('could not record source calls', { reason })))

    yield* Effect.addFinalizer(() => write)
    yield* Effect.forkScoped(Effect.repeat(write, Schedule.spaced(every)))

    return {
      note: (noted: Noted) =>
        Effect.sync(() => {
          const key = `${noted.accountId} ${noted.verificationId} ${noted.source}`
          if (summaries.size < journalNotes || summaries.has(key)) summaries.set(key, added(summaries.get(key), noted))
        }),
    }
  }),
)
