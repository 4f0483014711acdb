import { DateTime, Effect, Layer } from 'effect'
import { SqlError } from 'effect/sql'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import { type ListVersion, refusalOf } from '#domain/screening/ListVersion.ts'
import { ImportRefused, ListAdministration } from '#ports/ListAdministration.ts'
import { Database } from './connection/Database.ts'
import { toStorageFailure } from './connection/SqlFailures.ts'
import { type ListVersionRow, listVersionColumns, listVersionOf } from './rows/ListVersionRow.ts'

/** Entries of one statement. */
const batch = 2_000

const batchesOf = (entries: ReadonlyArray<StoredEntry>): ReadonlyArray<ReadonlyArray<StoredEntry>> =>
  Array.from({ length: Math.ceil(entries.length / batch) }, (_, index) =>
    entries.slice(index * batch, (index + 1) * batch),
  )

export const layer = Layer.effect(
  ListAdministration,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const columns = sql.literal(listVersionColumns)

    const versionsOf = (list: ListName) =>
      Effect.map(
        sql<ListVersionRow>`
          SELECT ${columns} FROM list_versions v WHERE v.list = ${list} ORDER BY v.is_current DESC`,
        (rows) => rows.map(listVersionOf),
      )

    /** Within a transaction, to the end of which nobody else imports the list. */
    const isAlone = (list: ListName) =>
      Effect.map(
        sql<{ alone: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext('cotejo list'), hashtext(${list})) AS alone`,
        ([row]) => row?.alone === true,
      )

    const insert = Effect.fnUntraced(function* (version: ListVersion, entries: ReadonlyArray<StoredEntry>) {
      const { list, cutOff, importedAt, keyRevision } = version
      yield* sql`DELETE FROM list_versions WHERE list = ${list} AND NOT is_current`
      yield* sql`UPDATE list_versions SET is_current = false WHERE list = ${list}`
      const [row] = yield* sql<{ version_id: bigint }>`
        INSERT INTO list_versions (list, cut_off, imported_at, entries, key_revision, is_current)
        VALUES (${list}, ${cutOff}, ${DateTime.toDate(importedAt)}, ${version.entries}, ${keyRevision}, true)
        RETURNING version_id`
      yield* Effect.forEach(
        batchesOf(entries),
        (some) => sql`
          INSERT INTO list_entries (version_id, keys, entry)
          SELECT ${row?.version_id ?? null}::bigint, keys, entry
            FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS x (keys text[], entry jsonb)`,
        { discard: true },
      )
    })

    return ListAdministration.of({
      replace: (next, entries, force) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL statement_timeout = 0`
              const version: ListVersion = { ...next, entries: entries.length }
              if (!(yield* isAlone(version.list))) {
                return yield* new ImportRefused({ reason: 'en_curso', current: null })
              }
              const [current = null] = yield* versionsOf(version.list)
              const reason = refusalOf(version, current, force)
              if (reason !== null) return yield* new ImportRefused({ reason, current })
              yield* insert(version, entries)
              return version
            }),
          )
          .pipe(
            // Rolling back on a connection that is gone is a defect of its own.
            Effect.catchDefect((defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))),
            Effect.catchTag('SqlError', toStorageFailure),
          ),
      history: (list) => working(versionsOf(list)),
    })
  }),
)
