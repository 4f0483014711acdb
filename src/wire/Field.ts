import type { Schema } from 'effect'

/** JSON Schema keywords that say in the OpenAPI document what the schema itself does not check. */
interface Promised {
  readonly format?: 'date-time' | 'uri'
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly enum?: ReadonlyArray<string>
  /** A later version may have more values than these. */
  readonly mayGrow?: true
  /** A partner must not count on it, although this version of the service always answers it. */
  readonly mayBeAbsent?: true
}

/** The keywords of `Promised` that OpenApi.ts copies from annotations; `format` it copies anyway. */
export const promised: ReadonlyArray<string> = [
  'pattern',
  'minLength',
  'maxLength',
  'maxItems',
  'minimum',
  'enum',
  'mayGrow',
  'mayBeAbsent',
]

/**
 * A member of an object with its text and an example in the OpenAPI document. Decoding is the same
 * with and without it.
 *
 * @param promise limits that another step judges, or that the service keeps without a schema
 */
export const field = <S extends Schema.Top>(
  schema: S,
  description: string,
  example: S['Type'],
  promise: Promised = {},
): S['Rebuild'] => schema.annotateKey({ description, examples: [example], ...promise })

/** A member that holds objects of ours, whose own members have the examples. */
export const part = <S extends Schema.Top>(schema: S, description: string, promise: Promised = {}): S['Rebuild'] =>
  schema.annotateKey({ description, ...promise })
