import type { Schema } from 'effect'

/** JSON Schema keywords that document limits which the schema itself does not check. */
interface Promised {
  readonly format?: 'date-time' | 'uri'
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly enum?: ReadonlyArray<string>
  /** A later version may add values. */
  readonly mayGrow?: true
  /** This version always sends the member, but the OpenAPI document does not list it as required. */
  readonly mayBeAbsent?: true
}

/** The keywords of `Promised` that OpenApi.ts copies from annotations. It copies `format` without them. */
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
 * A member of an object, with its text and an example for the OpenAPI document. It does not change decoding.
 *
 * @param promise limits that only the document shows: another step checks them, or they always hold
 */
export const field = <S extends Schema.Top>(
  schema: S,
  description: string,
  example: S['Type'],
  promise: Promised = {},
): S['Rebuild'] => schema.annotateKey({ description, examples: [example], ...promise })

/** A member whose value is an object of this interface: the examples are in that object's members. */
export const part = <S extends Schema.Top>(schema: S, description: string, promise: Promised = {}): S['Rebuild'] =>
  schema.annotateKey({ description, ...promise })
