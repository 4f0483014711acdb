import { Schema } from 'effect'
import { type ListEntry, ListName, listNames } from '#domain/screening/ListEntry.ts'
import { Instant, OptionalText } from './Columns.ts'

export const ListVersionRow = Schema.Struct({
  list: ListName,
  cutOff: Schema.String,
  importedAt: Instant,
  confirmedAt: Schema.NullOr(Instant),
  origin: Schema.NullOr(Schema.Array(Schema.Struct({ etag: Schema.NullOr(Schema.String), digest: Schema.String }))),
  entries: Schema.Int,
  names: Schema.Int,
  added: Schema.Int,
  removed: Schema.Int,
  keyRevision: Schema.Int,
})

const known: ReadonlySet<unknown> = new Set(listNames)

/** Whether this release knows the list of a row. A newer release may import other lists. */
export const isOfKnownList = ({ list }: { readonly list?: unknown }): boolean => known.has(list)

/** The columns of a version. Days are read as text. */
export const listVersionColumns =
  'v.list, v.cut_off::text AS cut_off, v.imported_at, v.confirmed_at, v.origin, v.entries, v.names, v.added, v.removed, v.key_revision'

export const ListEntryColumn: Schema.Decoder<ListEntry> = Schema.Struct({
  id: Schema.String,
  names: Schema.Array(Schema.String),
  births: Schema.Array(Schema.String),
  sex: Schema.NullOr(Schema.Literals(['H', 'M'])),
  foreign: Schema.Boolean,
  curps: Schema.Array(Schema.String),
  rfc: OptionalText,
  situation: Schema.NullOr(Schema.Literals(['presunto', 'definitivo', 'desvirtuado', 'sentencia_favorable'])),
})
