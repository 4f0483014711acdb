import { Schema } from 'effect'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { OptionalText } from './Columns.ts'

/** The column `entry` of `list_entries`. */
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
