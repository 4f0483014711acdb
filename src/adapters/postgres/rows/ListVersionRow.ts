import { DateTime } from 'effect'
import type { ListName } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'

export interface ListVersionRow {
  readonly list: ListName
  readonly cut_off: string
  readonly imported_at: Date
  readonly entries: number
  readonly names: number
  readonly added: number
  readonly removed: number
  readonly key_revision: number
}

/** What is read of a version; a day stays the text that it is. */
export const listVersionColumns =
  'v.list, v.cut_off::text AS cut_off, v.imported_at, v.entries, v.names, v.added, v.removed, v.key_revision'

export const listVersionOf = (row: ListVersionRow): ListVersion => ({
  list: row.list,
  cutOff: row.cut_off,
  importedAt: DateTime.fromDateUnsafe(row.imported_at),
  entries: row.entries,
  names: row.names,
  added: row.added,
  removed: row.removed,
  keyRevision: row.key_revision,
})
