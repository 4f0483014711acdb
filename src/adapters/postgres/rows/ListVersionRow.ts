import { Schema } from 'effect'
import { ListName } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import { Instant } from './Columns.ts'

export const ListVersionRow = Schema.Struct({
  list: ListName,
  cut_off: Schema.String,
  imported_at: Instant,
  confirmed_at: Schema.NullOr(Instant),
  origin: Schema.NullOr(Schema.Array(Schema.Struct({ etag: Schema.NullOr(Schema.String), digest: Schema.String }))),
  entries: Schema.Int,
  names: Schema.Int,
  added: Schema.Int,
  removed: Schema.Int,
  key_revision: Schema.Int,
})

/** The columns of a version. Days are read as text. */
export const listVersionColumns =
  'v.list, v.cut_off::text AS cut_off, v.imported_at, v.confirmed_at, v.origin, v.entries, v.names, v.added, v.removed, v.key_revision'

export const listVersionOf = (row: typeof ListVersionRow.Type): ListVersion => ({
  list: row.list,
  cutOff: row.cut_off,
  importedAt: row.imported_at,
  confirmedAt: row.confirmed_at,
  origin: row.origin,
  entries: row.entries,
  names: row.names,
  added: row.added,
  removed: row.removed,
  keyRevision: row.key_revision,
})
