import { DateTime, Effect, Layer, Schema, Stream } from 'effect'
import { SqlError, type Statement } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { untimed } from '#adapters/postgres/connection/SessionSettings.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { named, onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { ListEntryColumn, ListVersionRow, listVersionColumns } from '#adapters/postgres/rows/ListRows.ts'
import type { ListName, StoredEntry } from '#domain/screening/ListEntry.ts'
import { type ListOrigin, type ListVersion, refusalOf } from '#domain/screening/ListVersion.ts'
import { ImportRefused, ListAdministration } from '#ports/ListAdministration.ts'
import type { ListUnreadable } from '#ports/ListReader.ts'
import { Secrets } from '#ports/Secrets.ts'

const versionsIn = named(rowsOf<ListVersion>(ListVersionRow))
const entryRows = rowsOf(Schema.Struct({ entry: ListEntryColumn }))
const entriesIn = (rows: ReadonlyArray<unknown>) => entryRows(rows).map(({ entry }) => entry)
const comparedIn = onlyRowOf(Schema.Struct({ added: Schema.Int, removed: Schema.Int }))
const lockIn = onlyRowOf(Schema.Struct({ alone: Schema.Boolean }))
const insertedIn = onlyRowOf(Schema.Struct({ version_id: Schema.BigInt }))

/** Entries per statement: deriving and writing their keys blocks this process for about 30 ms. */
const batch = 250

const digestsOf = (origin: ListOrigin): string => JSON.stringify(origin.map(({ digest }) => digest))

export const layer = Layer.effect(
  ListAdministration,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const { digestListKey } = yield* Secrets

    const versionsOf = (list: ListName) =>
      sql`SELECT ${sql.literal(listVersionColumns)} FROM list_versions v WHERE v.list = ${list} ORDER BY v.version_id DESC`.pipe(
        Effect.map(versionsIn),
      )

    /** Prevents other imports of the list until the transaction ends. */
    const isAlone = (list: ListName) =>
      sql`SELECT pg_try_advisory_xact_lock(hashtext('cotejo list'), hashtext(${list})) AS alone`.pipe(
        Effect.map((rows) => lockIn(rows).alone),
      )

    const insertEntries = (versionId: bigint) => (entries: ReadonlyArray<StoredEntry>) => {
      const rows = entries.map(({ keys, entry }) => ({ keys: keys.map(digestListKey), entry }))
      return sql`
        INSERT INTO list_entries (version_id, keys, entry)
        SELECT ${versionId}::bigint, keys, entry
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (keys text[], entry jsonb)`
    }

    const identity = sql.literal("concat_ws(' ', entry->>'id', entry->>'situation')")
    const current = (list: ListName) => sql`SELECT version_id FROM list_versions WHERE list = ${list} AND is_current`
    const former = (list: ListName) => sql`
      SELECT max(version_id) FROM list_versions WHERE list = ${list} AND NOT is_current`
    const identitiesIn = (version: Statement.Fragment) =>
      sql`SELECT ${identity} AS identity FROM list_entries WHERE version_id = (${version})`

    /** One entry for each identity that is in one version and not in the other. */
    const missing = (version: Statement.Fragment, other: Statement.Fragment) =>
      Effect.map(
        working(sql`
          WITH missed AS (${identitiesIn(version)} EXCEPT ${identitiesIn(other)})
          SELECT DISTINCT ON (${identity}) entry FROM list_entries
           WHERE version_id = (${version}) AND ${identity} = ANY (ARRAY(SELECT identity FROM missed))
           ORDER BY ${identity}`),
        entriesIn,
      )

    const insert = Effect.fnUntraced(function* (
      version: Omit<ListVersion, 'added' | 'removed'>,
      entries: Stream.Stream<StoredEntry, ListUnreadable>,
    ) {
      const { list, cutOff, importedAt, confirmedAt, origin, keyRevision, names } = version
      yield* sql`
        DELETE FROM list_entries USING list_versions v
         WHERE list_entries.version_id = v.version_id AND v.list = ${list} AND NOT v.is_current`
      yield* sql`UPDATE list_versions SET is_current = false WHERE list = ${list} AND is_current`
      const rows = yield* sql`
        INSERT INTO list_versions
          (list, cut_off, imported_at, confirmed_at, origin, entries, names, added, removed, key_revision, is_current)
        VALUES (${list}, ${cutOff}, ${DateTime.toDate(importedAt)},
          ${confirmedAt && DateTime.toDate(confirmedAt)}, ${origin && JSON.stringify(origin)}::jsonb, ${version.entries}, ${names}, 0, 0,
          ${keyRevision}, true)
        RETURNING version_id`
      const versionId = insertedIn(rows).version_id
      yield* Stream.runForEachArray(Stream.rechunk(entries, batch), insertEntries(versionId))
      const [now, before] = [identitiesIn(current(list)), identitiesIn(former(list))]
      return comparedIn(
        yield* sql`
          UPDATE list_versions SET added = (SELECT count(*) FROM (${now} EXCEPT ${before}) a),
                 removed = (SELECT count(*) FROM (${before} EXCEPT ${now}) r)
           WHERE version_id = ${versionId} RETURNING added, removed`,
      )
    })

    return ListAdministration.of({
      replace: (next, entries, force) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* untimed(sql)
              if (!(yield* isAlone(next.list))) {
                return yield* new ImportRefused({ reason: 'en_curso', current: null })
              }
              const [latest = null] = yield* versionsOf(next.list)
              const reason = refusalOf(next, latest, force)
              if (reason !== null) return yield* new ImportRefused({ reason, current: latest })
              return { ...next, ...(yield* insert(next, entries)) }
            }),
          )
          .pipe(
            // A rollback on a lost connection is reported as a defect; turn it back into a failure.
            Effect.catchDefect((defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))),
            Effect.catchTag('SqlError', toStorageFailure),
          ),
      confirm: (list, origin, at) =>
        Effect.map(
          working(sql`
            UPDATE list_versions SET confirmed_at = ${DateTime.toDate(at)}, origin = ${JSON.stringify(origin)}::jsonb
             WHERE list = ${list} AND is_current
               AND jsonb_path_query_array(origin, '$[*].digest') = ${digestsOf(origin)}::jsonb RETURNING true`),
          (rows) => rows.length > 0,
        ),
      history: (list) => working(versionsOf(list)),
      entries: (list, id) =>
        working(
          sql`SELECT entry FROM list_entries WHERE version_id = (${current(list)}) AND entry->>'id' = ${id}`,
        ).pipe(Effect.map(entriesIn)),
      changes: (list) =>
        Effect.all({
          added: missing(current(list), former(list)),
          removed: missing(former(list), current(list)),
        }),
    })
  }),
)
