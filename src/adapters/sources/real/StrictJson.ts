import { Option, Predicate, Schema } from 'effect'

const decodeUtf8 = Option.liftThrowable((bytes: Uint8Array) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
)
const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** In JSON every string ends; one that did not would be taken to the end of the text, and so looked at once. */
const string = /"(?:[^"\\]|\\.?)*(?:"|$)/gs

/** How many members the objects of a JSON text have: outside of strings a colon stands for nothing else. */
const membersWritten = (text: string): number => text.replace(string, '').split(':').length - 1

const membersOf = (value: unknown): number => {
  if (!Predicate.isObjectOrArray(value)) return 0
  const inner = Object.values(value).reduce<number>((sum, member) => sum + membersOf(member), 0)
  return Array.isArray(value) ? inner : Object.keys(value).length + inner
}

/**
 * Reads JSON of a closed schema without transformations, in strict UTF-8 without byte order mark. Of two
 * members of one name `JSON.parse` keeps the last in silence; then there is one less than was written.
 */
export const strictly = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownOption(schema, { onExcessProperty: 'error' })
  return (bytes: Uint8Array): Option.Option<A> =>
    Option.flatMap(decodeUtf8(bytes), (text) =>
      Option.filter(Option.flatMap(parse(text), decode), (value) => membersOf(value) === membersWritten(text)),
    )
}
