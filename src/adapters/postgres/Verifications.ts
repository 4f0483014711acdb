import { Duration, Effect, Layer, Option, Schema } from 'effect'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { type Application, Verifications } from '#ports/Verifications.ts'
import * as Batches from './connection/Batches.ts'
import { Database } from './connection/Database.ts'
import { WorkSignal } from './connection/WorkSignal.ts'
import { DataKeys } from './DataKeys.ts'
import {
  columns,
  type Decision,
  decisionOf,
  isSameBody,
  type Judging,
  judgedIn,
  keysNeeded,
} from './rows/ApplicationRow.ts'
import { rowOf, rowsOf } from './rows/Columns.ts'
import { dayOf, VerificationRow, verificationOf } from './rows/Rows.ts'

/** Admissions that share a round trip, and round trips under way at once. A client is answered within 2 s. */
const batch = { most: 64, lanes: 4, locked: { lanes: 4, waitMillis: 700 }, longestWait: Duration.seconds(1) }

const unreadable = new StorageUnavailable({ reason: 'an earlier request is known by a key that this replica lacks' })

const Row = Schema.Struct({ row: VerificationRow })
const rowIn = rowOf(Row)
const rowsIn = rowsOf(Row)

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
        const names = [...new Set(given.flatMap(({ data_key, work_key }) => [data_key, work_key]))]
        // A standby that took over may lack a key that this process remembers. Then nothing is done.
        const judged = judgedIn(
          yield* answering(sql`
            SELECT a.* FROM admit(${JSON.stringify(given)}::jsonb, ${waitMillis}::integer) a
             WHERE (SELECT count(*) FROM data_keys
                     WHERE name IN (SELECT jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))) = ${names.length}`),
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

    const decide = Effect.fnUntraced(function* (judging: Judging) {
      const decision = yield* judge(judging)
      return decision === 'Unreadable' ? yield* unreadable : decision
    })

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
          SELECT to_jsonb(v) AS row FROM read_verifications(${accountId}, NULL, ${requestId}, NULL, 1) v`)
        const found = Option.getOrNull(rowIn(rows))
        if (found === null) return Option.none()
        const keyNamed = yield* keys.named([found.row.data_key])
        const same = isSameBody(found.row, fingerprint, keyNamed)
        if (same === 'Unreadable') return yield* unreadable
        return same ? Option.some(verificationOf(found.row)) : Option.none()
      }),
      read: (accountId, id) =>
        answering(sql`
          SELECT to_jsonb(v) AS row FROM read_verifications(${accountId}, ${id}, NULL, NULL, 1) v`).pipe(
          Effect.map(rowIn),
          Effect.map(Option.map(({ row }) => verificationOf(row))),
        ),
      list: (accountId, { requestId, state, limit }) =>
        answering(sql`
          SELECT to_jsonb(v) AS row FROM read_verifications(${accountId}, NULL, ${requestId}, ${state}, ${limit}) v`).pipe(
          Effect.map((rows) => rowsIn(rows).map(({ row }) => verificationOf(row))),
        ),
    })
  }),
)
