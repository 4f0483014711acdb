import { Option, Schema } from 'effect'
import { parseTrace, type Trace } from '#domain/verification/Trace.ts'

/**
 * Rows are read by schemas. One that does not fit is a defect, which tells the column and not its value: nobody
 * else writes here. It costs some 2 µs a row.
 */

/** An instant, in whole milliseconds. */
export const Instant = Schema.DateTimeUtcFromDate
export const OptionalInstant = Schema.NullOr(Instant)
export const OptionalText = Schema.NullOr(Schema.String)
export const Bytes = Schema.Uint8Array

/** The trace that is kept in a column. */
export const traceIn = (column: string | null): Trace | null => (column === null ? null : parseTrace(column))

/** Reads all rows of a statement. */
export const rowsOf = <A>(row: Schema.Decoder<A>): ((rows: ReadonlyArray<unknown>) => ReadonlyArray<A>) =>
  Schema.decodeUnknownSync(Schema.Array(row))

/** Reads the row of a statement that has one at most. */
export const rowOf = <A>(row: Schema.Decoder<A>): ((rows: ReadonlyArray<unknown>) => Option.Option<A>) => {
  const decode = rowsOf(row)
  return (rows) => Option.fromUndefinedOr(decode(rows)[0])
}

/** Reads the one row that a statement always has, such as a count. */
export const onlyRowOf = <A>(row: Schema.Decoder<A>): ((rows: ReadonlyArray<unknown>) => A) => {
  const decode = Schema.decodeUnknownSync(Schema.Tuple([row]))
  return (rows) => decode(rows)[0]
}
