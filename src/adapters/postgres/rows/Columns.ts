import { Option, Schema, String } from 'effect'
import { Statement } from 'effect/sql'
import { parseTrace, type Trace } from '#domain/verification/Trace.ts'

/**
 * Parses rows with schemas. A row that does not fit is a defect, because only this code writes the tables; the defect
 * names the column and not its value. Parsing costs about 2 µs per row.
 */

/** An instant, in whole milliseconds. */
export const Instant = Schema.DateTimeUtcFromDate
export const OptionalInstant = Schema.NullOr(Instant)
export const OptionalText = Schema.NullOr(Schema.String)
export const Bytes = Schema.Uint8Array

export const traceIn = (column: string | null): Trace | null => (column === null ? null : parseTrace(column))

export const rowsOf = <A>(row: Schema.Decoder<A>): ((rows: ReadonlyArray<unknown>) => ReadonlyArray<A>) =>
  Schema.decodeUnknownSync(Schema.Array(row))

export const rowOf = <A>(row: Schema.Decoder<A>): ((rows: ReadonlyArray<unknown>) => Option.Option<A>) => {
  const decode = rowsOf(row)
  return (rows) => Option.fromUndefinedOr(decode(rows)[0])
}

/** Parses the one row that a statement always returns, such as a count. */
export const onlyRowOf = <A>(row: Schema.Decoder<A>): ((rows: ReadonlyArray<unknown>) => A) => {
  const decode = Schema.decodeUnknownSync(Schema.Tuple([row]))
  return (rows) => decode(rows)[0]
}

const inCamelCase = Statement.defaultTransforms(String.snakeToCamel, false)

/** Parses rows by the names of their columns in camel case: `account_id` is `accountId`. */
export const named =
  <A>(parse: (rows: ReadonlyArray<object>) => A) =>
  (rows: ReadonlyArray<object>): A =>
    parse(inCamelCase.array(rows))
