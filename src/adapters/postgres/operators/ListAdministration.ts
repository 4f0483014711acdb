import { DateTime, Effect, Layer, Schema } from 'effect'
import { SqlError, type Statement } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { named, onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { ListEntryColumn, ListVersionRow, listVersionColumns } from '#adapters/postgres/rows/ListRows.ts'
import { identityOf, type ListName, type StoredEntry } from '#domain/screening/ListEntry.ts'
import { type ListOrigin, type ListVersion, refusalOf } from '#domain/screening/ListVersion.ts'
import { ImportRefused, ListAdministration } from '#ports/ListAdministration.ts'
import { Secrets } from '#ports/Secrets.ts'

/** A version before it is compared with the previous one. */
type Counted = Omit<ListVersion, 'added' | 'removed'>

const versionsIn = named(rowsOf<ListVersion>(ListVersionRow))
const entryRows = rowsOf(Schema.Struct({ entry: ListEntryColumn }))
const entriesIn = (rows: ReadonlyArray<unknown>) => entryRows(rows).map(({ entry }) => entry)
const identitiesRead = rowsOf(Schema.Struct({ identity: Schema.String }))
const lockIn = onlyRowOf(Schema.Struct({ alone: Schema.Boolean }))
const insertedIn = onlyRowOf(Schema.Struct({ version_id: Schema.BigInt }))

/** Entries per statement: deriving and writing their keys blocks this process for about 30 ms. */
const batch = 500

const batchesOf = (entries: ReadonlyArray<StoredEntry>): ReadonlyArray<ReadonlyArray<StoredEntry>> =>
  Array.from({ length: Math.ceil(entries.length / batch) }, (_, index) =>
    entries.slice(index * batch, (index + 1) * batch),
  )

const recordsOf = (entries: ReadonlyArray<StoredEntry>, digest: (key: string) => string): string =>
  JSON.stringify(entries.map(({ keys, entry }) => ({ keys: keys.map(digest), entry })))

const namesIn = (entries: ReadonlyArray<StoredEntry>): number =>
  entries.reduce((sum, { entry }) => sum + entry.names.length, 0)

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

    const insertEntries = (versionId: bigint, entries: ReadonlyArray<StoredEntry>) =>
      Effect.forEach(
        batchesOf(entries),
        (some) => sql`
          INSERT INTO list_entries (version_id, keys, entry)
          SELECT ${versionId}::bigint, keys, entry
            FROM jsonb_to_recordset(${recordsOf(some, digestListKey)}::jsonb) AS x (keys text[], entry jsonb)`,
        { discard: true },
      )

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

    /** Counted in this process, because the planner has no statistics for rows written in this transaction. */
    const compared = Effect.fnUntraced(function* (version: Counted, entries: ReadonlyArray<StoredEntry>) {
      const rows = yield* sql`${identitiesIn(current(version.list))}`
      const before = new Set(identitiesRead(rows).map(({ identity }) => identity))
      const after = new Set(entries.map(({ entry }) => identityOf(entry)))
      return { ...version, added: after.difference(before).size, removed: before.difference(after).size }
    })

    const insert = Effect.fnUntraced(function* (version: ListVersion, entries: ReadonlyArray<StoredEntry>) {
      const { list, cutOff, importedAt, confirmedAt, origin, keyRevision, names, added, removed } = version
      yield* sql`
        DELETE FROM list_entries USING list_versions v
         WHERE list_entries.version_id = v.version_id AND v.list = ${list} AND NOT v.is_current`
      yield* sql`UPDATE list_versions SET is_current = false WHERE list = ${list} AND is_current`
      const rows = yield* sql`
        INSERT INTO list_versions
          (list, cut_off, imported_at, confirmed_at, origin, entries, names, added, removed, key_revision, is_current)
        VALUES (${list}, ${cutOff}, ${DateTime.toDate(importedAt)},
          ${confirmedAt && DateTime.toDate(confirmedAt)}, ${origin && JSON.stringify(origin)}::jsonb, ${version.entries}, ${names}, ${added}, ${removed},
          ${keyRevision}, true)
        RETURNING version_id`
      yield* insertEntries(insertedIn(rows).version_id, entries)
    })

    return ListAdministration.of({
      replace: (next, entries, force) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL statement_timeout = 0`
              const version: Counted = { ...next, entries: entries.length, names: namesIn(entries) }
              if (!(yield* isAlone(version.list))) {
                return yield* new ImportRefused({ reason: 'en_curso', current: null })
              }
              const [latest = null] = yield* versionsOf(version.list)
              const reason = refusalOf(version, latest, force)
              if (reason !== null) return yield* new ImportRefused({ reason, current: latest })
              const imported = yield* compared(version, entries)
              yield* insert(imported, entries)
              return imported
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
