import { Duration, Effect, Option, Schema } from 'effect'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { documentKeys, ViewRow, viewColumns, viewOf } from '#adapters/postgres/rows/ViewRow.ts'
import type { ListFilter, VerificationView } from '#domain/verification/Verification.ts'

const longestWait = Duration.seconds(1)

/**
 * Readings per batch, and parallel batches. A shared round trip saves half of the cost of a reading. With one lane, as
 * many readings as possible share it, and a single reading still starts at once.
 */
const ofOne = { most: 64, lanes: 1, longestWait }

/** For lists: smaller batches and more lanes, so that short lists do not wait long for a long one. */
const ofLists = { most: 16, lanes: 4, longestWait }

interface Wanted {
  readonly accountId: string
  readonly id: string
}

interface Listed {
  readonly accountId: string
  readonly filter: ListFilter
}

interface Asked {
  readonly owner: string
  readonly its_id?: string
  readonly its_request_id?: string | null
  readonly its_state?: string | null
  readonly most: number
}

/** The view of a row; `None` without a row, `Unreadable` if this process lacks the key. */
type Found = Option.Option<VerificationView> | 'Unreadable'

const rowsIn = rowsOf(Schema.Struct({ ...ViewRow.fields, place: Schema.Int }))

export const readingTogether = Effect.gen(function* () {
  const { api: sql, answering } = yield* Database
  const keys = yield* DataKeys
  const columns = sql.literal(viewColumns)

  const read = Effect.fnUntraced(function* (asked: ReadonlyArray<Asked>) {
    const given = JSON.stringify(asked.map((one, place) => ({ place, ...one })))
    const rows = rowsIn(
      yield* answering(sql`
        SELECT x.place, ${columns}
          FROM jsonb_to_recordset(${given}::jsonb) AS x (place integer, owner text, its_id text, its_request_id text, its_state text, most integer),
               read_verifications(x.owner, x.its_id, x.its_request_id, x.its_state, x.most) v`),
    )
    const keyNamed = yield* keys.named(documentKeys(rows))
    const found = asked.map((): Array<Found> => [])
    for (const row of rows) {
      found[row.place]?.push(viewOf(asked[row.place]?.owner ?? '', row, row.is_under_way ? row : null, keyNamed))
    }
    return found
  })

  const one = yield* Batches.make<Wanted, Found>({
    ...ofOne,
    accountOf: ({ accountId }) => accountId,
    run: (wanted) =>
      Effect.map(read(wanted.map(({ accountId, id }) => ({ owner: accountId, its_id: id, most: 1 }))), (found) =>
        found.map(([view = Option.none()]) => view),
      ),
  })

  const list = yield* Batches.make<Listed, ReadonlyArray<Found>>({
    ...ofLists,
    accountOf: ({ accountId }) => accountId,
    run: (wanted) => {
      // Identical concurrent queries run once and share the result.
      const named = wanted.map((listed) => ({ listed, name: JSON.stringify(listed) }))
      const distinct = new Map(named.map(({ listed, name }) => [name, listed]))
      const place = new Map([...distinct.keys()].map((name, index) => [name, index]))
      const asked = [...distinct.values()].map(({ accountId, filter: { requestId, state, limit } }) => ({
        owner: accountId,
        its_request_id: requestId,
        its_state: state,
        most: limit,
      }))
      return Effect.map(read(asked), (found) => named.map(({ name }) => found[place.get(name) ?? -1]))
    },
  })

  return { one, list }
})
