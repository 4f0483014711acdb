import { Effect, Layer } from 'effect'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { Lists } from '#ports/Lists.ts'
import { Database } from './connection/Database.ts'
import { type ListVersionRow, listVersionColumns, listVersionOf } from './rows/ListVersionRow.ts'

interface FoundRow extends ListVersionRow {
  readonly version_id: bigint
  readonly entry: ListEntry | null
}

export const layer = Layer.effect(
  Lists,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const columns = sql.literal(listVersionColumns)

    return Lists.of({
      versions: Effect.map(
        working(sql<ListVersionRow>`SELECT ${columns} FROM list_versions v WHERE v.is_current ORDER BY v.version_id`),
        (rows) => rows.map(listVersionOf),
      ),
      // One statement, so that what it sees is of one instant, whatever is imported meanwhile.
      find: (keys) =>
        Effect.map(
          working(sql<FoundRow>`
            WITH found AS MATERIALIZED (
              SELECT version_id, entry FROM list_entries
               WHERE keys && ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
            )
            SELECT v.version_id, ${columns}, found.entry
              FROM list_versions v LEFT JOIN found USING (version_id)
             WHERE v.is_current`),
          (rows) => ({
            versions: [...new Map(rows.map((row) => [row.list, listVersionOf(row)])).values()],
            candidates: rows.flatMap(({ list, entry }) => (entry === null ? [] : [{ list, entry }])),
          }),
        ),
    })
  }),
)
