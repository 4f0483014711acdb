import { Duration, Effect, Layer, Option } from 'effect'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { type Application, type Standing, Verifications } from '#ports/Verifications.ts'
import * as Batches from './connection/Batches.ts'
import { Database } from './connection/Database.ts'
import { WorkSignal } from './connection/WorkSignal.ts'
import { areThere, DataKeys } from './DataKeys.ts'
import {
  columns,
  type Decision,
  decisionOf,
  EarlierRow,
  type Judging,
  judgedIn,
  keysNeeded,
  keysOf,
  ofSameBody,
} from './rows/ApplicationRow.ts'
import { rowOf } from './rows/Columns.ts'
import { dayOf } from './rows/Rows.ts'
import { earlierColumns } from './rows/StandingRow.ts'
import { readingTogether } from './SharedReading.ts'

/**
 * Admissions that share a round trip and its commit, and round trips under way at once: with one, five times as many share
 * it as with four, which costs everybody less than the wait. A client is answered within 2 s.
 */
const batch = { most: 64, lanes: 1, locked: { lanes: 4, waitMillis: 700 }, longestWait: Duration.seconds(1) }

const unreadable = new StorageUnavailable({
  kind: 'unfit',
  reason: 'a verification is sealed by a key that this replica lacks',
})

const earlierIn = rowOf(EarlierRow)

/** How rows stand, but those that were retired meanwhile. */
const readable = (
  standings: ReadonlyArray<Option.Option<Standing> | 'Unreadable'>,
): Effect.Effect<ReadonlyArray<Standing>, StorageUnavailable> => {
  const found: Array<Standing> = []
  for (const standing of standings) {
    if (standing === 'Unreadable') return Effect.fail(unreadable)
    if (Option.isSome(standing)) found.push(standing.value)
  }
  return Effect.succeed(found)
}

export const layer = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const { api: sql, answering } = yield* Database
    const keys = yield* DataKeys
    const { announce } = yield* WorkSignal

    const judge = yield* Batches.make<Judging, Decision>({
      ...batch,
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
        const names = given.flatMap(({ data_key, work_key }) => [data_key, work_key])
        const judged = judgedIn(
          yield* answering(sql`
            SELECT a.* FROM admit(${JSON.stringify(given)}::jsonb, ${waitMillis}::integer) a
             WHERE ${areThere(sql, names)}`),
        )
        if (judged.length === 0) yield* keys.forget
        const keyNamed = yield* keys.named(keysNeeded(judged))
        const byPlace = new Map(judged.map((row) => [row.place, row]))
        return items.map((item, place) => {
          const row = byPlace.get(place)
          return row === undefined ? Option.none() : decisionOf(row, item, keyNamed)
        })
      }),
    })

    const reading = yield* readingTogether

    const decide = Effect.fnUntraced(function* (judging: Judging) {
      const decision = yield* judge(judging)
      return decision === 'Unreadable' ? yield* unreadable : decision
    })

    const earlier = sql.literal(earlierColumns)

    const admitted = (stage: 'whole' | 'screened') =>
      Effect.fnUntraced(function* (application: Application) {
        const admission = yield* Effect.orDie(Effect.fromOption(yield* decide({ application, stage })))
        if (admission._tag === 'Created') yield* announce('resolution')
        return admission
      })

    return Verifications.of({
      admit: admitted('whole'),
      screen: (application) => decide({ application, stage: 'screening' }),
      admitScreened: admitted('screened'),
      recall: Effect.fnUntraced(function* (accountId, requestId, fingerprint) {
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
