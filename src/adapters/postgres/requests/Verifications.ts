import { Duration, Effect, Layer, Option } from 'effect'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { WorkSignal } from '#adapters/postgres/connection/WorkSignal.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import {
  admissionOf,
  columns,
  EarlierRow,
  type Judging,
  judgedIn,
  keysNeeded,
  keysOf,
  ofSameBody,
} from '#adapters/postgres/rows/AdmissionRow.ts'
import { rowOf } from '#adapters/postgres/rows/Columns.ts'
import { dayOf } from '#adapters/postgres/rows/Rows.ts'
import { earlierColumns } from '#adapters/postgres/rows/ViewRow.ts'
import type { Admission } from '#domain/account/Admission.ts'
import type { VerificationView } from '#domain/verification/Verification.ts'
import { blockedReasons, StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Verifications } from '#ports/Verifications.ts'
import { readingTogether } from './SharedReading.ts'

/**
 * Admissions per batch, and parallel batches. With one lane, five times as many share a commit as with four, which
 * saves more than the wait costs. A client must be answered within 2 s.
 */
const batch = { most: 64, lanes: 1, longestWait: Duration.seconds(1) }
const blocked = {
  is: ({ _tag }: Admission) => _tag === 'Locked' || _tag === 'KeyMissing',
  lanes: 4,
  waitMillis: 700,
}

const unreadable = new StorageUnavailable({ kind: 'unfit', reason: blockedReasons.Unreadable })

const earlierIn = rowOf(EarlierRow)

/** The views of the rows, without those retired meanwhile. */
const readable = (
  views: ReadonlyArray<Option.Option<VerificationView> | 'Unreadable'>,
): Effect.Effect<ReadonlyArray<VerificationView>, StorageUnavailable> => {
  const found: Array<VerificationView> = []
  for (const view of views) {
    if (view === 'Unreadable') return Effect.fail(unreadable)
    if (Option.isSome(view)) found.push(view.value)
  }
  return Effect.succeed(found)
}

export const layer = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const { api: sql, answering } = yield* Database
    const keys = yield* DataKeys
    const { announce } = yield* WorkSignal

    const judge = yield* Batches.make<Judging, Admission>({
      ...batch,
      blocked,
      accountOf: ({ application }) => application.verification.accountId,
      run: Effect.fnUntraced(function* (items, waitMillis) {
        const placed = items.map((item, place) => ({ item, place }))
        const byDay = Map.groupBy(placed, ({ item: { application } }) => dayOf(application.verification))
        const rows = yield* Effect.forEach(byDay, ([day, some]) =>
          Effect.map(
            Effect.all({ applicant: keys.ofDay('applicant', day), record: keys.ofDay('record', day) }),
            (ofDay) => some.map(({ item, place }) => columns(ofDay, item, place)),
          ),
        )
        const given = rows.flat()
        const judged = judgedIn(
          yield* answering(sql`SELECT * FROM admit(${JSON.stringify(given)}::jsonb, ${waitMillis}::integer)`),
        )
        if (judged.some(({ verdict }) => verdict === 'KeyMissing')) yield* keys.forget
        const keyNamed = yield* keys.named(keysNeeded(judged))
        const byPlace = new Map(judged.map((row) => [row.place, row]))
        return items.map((item, place) => {
          const row = byPlace.get(place)
          return row && admissionOf(row, item, keyNamed)
        })
      }),
    })

    const reading = yield* readingTogether

    const earlier = sql.literal(earlierColumns)

    return Verifications.of({
      admit: (application, stage = 'whole') =>
        Effect.tap(judge({ application, stage }), ({ _tag }) =>
          _tag === 'Created' ? announce('resolution') : Effect.void,
        ),
      findReplay: Effect.fnUntraced(function* (accountId, requestId, fingerprint) {
        const rows = yield* answering(sql`
          SELECT ${earlier}, fingerprint, data_key FROM read_verifications(${accountId}, NULL, ${requestId}, NULL, 1) v`)
        const row = Option.getOrNull(earlierIn(rows))
        if (row === null) return Option.none()
        const keyNamed = yield* keys.named(keysOf(row))
        return Option.fromUndefinedOr((yield* readable([ofSameBody(accountId, row, fingerprint, keyNamed)]))[0])
      }),
      read: Effect.fnUntraced(function* (accountId, id) {
        const found = yield* reading.one({ accountId, id })
        return found === 'Unreadable' ? yield* unreadable : found
      }),
      list: (accountId, filter) => Effect.flatMap(reading.list({ accountId, filter }), readable),
    })
  }),
)
