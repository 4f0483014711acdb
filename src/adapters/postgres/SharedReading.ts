import { Duration, Effect, Option, Schema } from 'effect'
import type { Standing } from '#ports/Verifications.ts'
import * as Batches from './connection/Batches.ts'
import { Database } from './connection/Database.ts'
import { DataKeys } from './DataKeys.ts'
import { rowsOf } from './rows/Columns.ts'
import { documentKeys, StandingRow, standingColumns, standingOf } from './rows/StandingRow.ts'

/**
 * Readings that share a round trip, which is half of what one costs, and round trips under way at once: with one, as many
 * as possible share it, and a reading that comes alone still goes at once.
 */
const batch = { most: 64, lanes: 1, locked: { lanes: 1, waitMillis: 0 }, longestWait: Duration.seconds(1) }

/** Which verification, and whose. */
interface Wanted {
  readonly accountId: string
  readonly id: string
}

/** None where the account has none of this id. */
type Found = Option.Option<Standing> | 'Unreadable'

const rowsIn = rowsOf(Schema.Struct({ ...StandingRow.fields, place: Schema.Int }))

/** Reads single verifications: those that are asked for at the same time together, whoever asks. */
export const readingTogether = Effect.gen(function* () {
  const { api: sql, answering } = yield* Database
  const keys = yield* DataKeys
  const columns = sql.literal(standingColumns)

  return yield* Batches.make<Wanted, Found>({
    ...batch,
    accountOf: ({ accountId }) => accountId,
    run: Effect.fnUntraced(function* (wanted) {
      const owners = wanted.map(({ accountId }) => accountId)
      const ids = wanted.map(({ id }) => id)
      const rows = rowsIn(
        yield* answering(sql`
          SELECT x.place::integer, ${columns}
            FROM unnest(${owners}::text[], ${ids}::text[]) WITH ORDINALITY AS x (owner, id, place),
                 read_verifications(x.owner, x.id, NULL, NULL, 1) v`),
      )
      const keyNamed = yield* keys.named(documentKeys(rows))
      const found = new Map(rows.map((row) => [row.place, row]))
      return wanted.map(({ accountId }, index) => {
        const row = found.get(index + 1)
        return Option.some(row === undefined ? Option.none() : standingOf(accountId, row, keyNamed))
      })
    }),
  })
})
