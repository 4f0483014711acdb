import { Option, Predicate, Schema } from 'effect'

const decodeUtf8 = Option.liftThrowable((bytes: Uint8Array) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
)
const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A JSON string. An unterminated one matches to the end of the text, so the search stays linear. */
const string = /"(?:[^"\\]|\\.?)*(?:"|$)/gs

/** The number of object members in a JSON text. Outside strings, a colon occurs only after a member's name. */
const membersWritten = (text: string): number => text.replace(string, '').split(':').length - 1

const membersOf = (value: unknown): number => {
  if (!Predicate.isObjectOrArray(value)) return 0
  const inner = Object.values(value).reduce<number>((sum, member) => sum + membersOf(member), 0)
  return Array.isArray(value) ? inner : Object.keys(value).length + inner
}

/**
 * Parses JSON with a closed schema without transformations, in strict UTF-8 without a byte order mark. `JSON.parse`
 * silently keeps the last of two members with one name; the member count detects that.
 */
export const strictly = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownOption(schema, { onExcessProperty: 'error' })
  return (bytes: Uint8Array): Option.Option<A> =>
    Option.flatMap(decodeUtf8(bytes), (text) =>
      Option.filter(Option.flatMap(parse(text), decode), (value) => membersOf(value) === membersWritten(text)),
    )
}
