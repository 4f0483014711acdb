import { Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { named, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { isOfKnownList, ListEntryColumn, ListVersionRow, listVersionColumns } from '#adapters/postgres/rows/ListRows.ts'
import { Lists } from '#ports/Lists.ts'
import { Secrets } from '#ports/Secrets.ts'

const versionsIn = named(rowsOf(ListVersionRow))
const foundIn = named(
  rowsOf(Schema.Struct({ ...ListVersionRow.fields, found: Schema.NullOr(Schema.Array(ListEntryColumn)) })),
)

export const layer = Layer.effect(
  Lists,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const { digestListKey } = yield* Secrets
    const columns = sql.literal(listVersionColumns)
    const skipped = new Set<unknown>()

    /** The rows of the lists that this release knows. Others are skipped, and each is logged once. */
    const ofKnownLists = Effect.fnUntraced(function* <Row extends object>(rows: ReadonlyArray<Row>) {
      for (const row of rows) {
        if (!isOfKnownList(row) && 'list' in row && !skipped.has(row.list)) {
          skipped.add(row.list)
          yield* Effect.logWarning('list of another release skipped', { list: row.list })
        }
      }
      return rows.filter(isOfKnownList)
    })

    return Lists.of({
      versions: working(sql`SELECT ${columns} FROM list_versions v WHERE v.is_current ORDER BY v.version_id`).pipe(
        Effect.flatMap(ofKnownLists),
        Effect.map(versionsIn),
      ),
      // One statement, so that versions and entries are from one snapshot. One row per list, because a common name has
      // a hundred entries, and reading the version with each entry took longer than everything else.
      find: (keys) =>
        working(sql`
          WITH found AS MATERIALIZED (
            SELECT version_id, jsonb_agg(entry) AS found FROM list_entries
             WHERE keys && ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(keys.map(digestListKey))}::jsonb))
             GROUP BY version_id
          )
          SELECT ${columns}, found.found
            FROM list_versions v LEFT JOIN found USING (version_id)
           WHERE v.is_current`).pipe(
          Effect.flatMap(ofKnownLists),
          Effect.map(foundIn),
          Effect.map((rows) => ({
            versions: rows.map(({ found: _, ...version }) => version),
            candidates: rows.flatMap(({ list, found }) => (found ?? []).map((entry) => ({ list, entry }))),
          })),
        ),
    })
  }),
)
