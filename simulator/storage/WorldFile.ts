import { gunzipSync, gzipSync } from 'node:zlib'
import { DateTime, Duration, Effect, Option, Predicate, Schema } from 'effect'

/**
 * The content of a world, as a text that another process reads. Every object appears once, however many references it
 * has, together with its class. A reader knows only the classes below.
 */

/** A literal value, or the number of an object. */
const Reference = Schema.Union([
  Schema.Null,
  Schema.String,
  Schema.Finite,
  Schema.Boolean,
  Schema.Struct({ n: Schema.Int }),
  Schema.Struct({ u: Schema.Literal(true) }),
])
type Reference = typeof Reference.Type

const Pair = Schema.Tuple([Reference, Reference])
const Node = Schema.Union([
  Schema.Struct({ array: Schema.Array(Reference) }),
  Schema.Struct({ map: Schema.Array(Pair) }),
  Schema.Struct({ object: Schema.Array(Schema.Tuple([Schema.String, Reference])) }),
  Schema.Struct({ instant: Schema.Finite }),
  Schema.Struct({ duration: Schema.Finite }),
])
type Node = typeof Node.Type

const Graph = Schema.fromJsonString(Schema.Struct({ root: Reference, nodes: Schema.Array(Node) }))
const encodeGraph = Schema.encodeSync(Graph)
const decodeGraph = Schema.decodeUnknownOption(Graph)

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

/** The text of a state. */
export const toText = (state: unknown): string => {
  const numbers = new Map<object, number>()
  const nodes: Array<Node> = []

  const nodeOf = (value: object): Node => {
    if (Array.isArray(value)) return { array: value.map(refer) }
    if (value instanceof Map) return { map: Array.from(value, ([key, item]) => [refer(key), refer(item)] as const) }
    if (DateTime.isDateTime(value)) return { instant: DateTime.toEpochMillis(value) }
    if (Duration.isDuration(value)) return { duration: Duration.toMillis(value) }
    if (isPlain(value)) return { object: Object.entries(value).map(([name, member]) => [name, refer(member)] as const) }
    throw new TypeError(`a world holds what its file has no form for: ${value.constructor.name}`)
  }

  const refer = (value: unknown): Reference => {
    if (value === undefined) return { u: true }
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return value
    }
    if (!Predicate.isObjectOrArray(value)) throw new TypeError(`a world holds a ${typeof value}`)
    const known = numbers.get(value)
    if (known !== undefined) return { n: known }
    const number = numbers.size
    numbers.set(value, number)
    nodes[number] = { array: [] }
    nodes[number] = nodeOf(value)
    return { n: number }
  }

  const root = refer(state)
  return gzipSync(encodeGraph({ root, nodes })).toString('base64')
}

/** The largest content of a file, unpacked. */
const largestContent = 134_217_728
/** How many times as large as its file a content may be. Worlds are about four times as large. */
const mostExpansion = 200

const unzipped = Option.liftThrowable((text: string) => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new TypeError('not in base64')
  const packed = Buffer.from(text, 'base64')
  const maxOutputLength = Math.min(largestContent, packed.length * mostExpansion)
  return gunzipSync(packed, { maxOutputLength }).toString('utf8')
})

/** Makes the objects of a graph, each once. */
const made = ({ root, nodes }: typeof Graph.Type): unknown => {
  const objects = new Map<number, unknown>()

  const find = (reference: Reference): unknown => {
    if (!Predicate.isObject(reference)) return reference
    if ('u' in reference) return undefined
    const { n } = reference
    if (objects.has(n)) return objects.get(n)
    const node = nodes[n]
    if (node === undefined) throw new TypeError('a number of nothing')
    return make(n, node)
  }

  const make = (n: number, node: Node): unknown => {
    const keep = <A>(object: A): A => {
      objects.set(n, object)
      return object
    }
    if ('array' in node) {
      const array: Array<unknown> = keep([])
      for (const item of node.array) array.push(find(item))
      return array
    }
    if ('map' in node) {
      const map = keep(new Map())
      for (const [key, item] of node.map) map.set(find(key), find(item))
      return map
    }
    if ('object' in node) {
      const object: Record<string, unknown> = keep({})
      for (const [name, member] of node.object) {
        if (name === '__proto__') throw new TypeError('a name that no state has')
        object[name] = find(member)
      }
      return object
    }
    if ('instant' in node) return keep(DateTime.makeUnsafe(node.instant))
    return keep(Duration.millis(node.duration))
  }
  return find(root)
}

/** The state of a text; none where it is damaged. */
export const fromText = (text: string): Effect.Effect<Option.Option<unknown>> =>
  Effect.sync(() => Option.flatMap(Option.flatMap(unzipped(text), decodeGraph), Option.liftThrowable(made)))

/** Whether a state consists of the same parts as another one, as far as their kinds and the names of members tell. */
export const isOfSameParts = <State>(state: unknown, other: State): state is State => {
  if (!Predicate.isObjectOrArray(other)) return typeof state === typeof other
  if (!Predicate.isObjectOrArray(state)) return false
  if (Object.getPrototypeOf(state) !== Object.getPrototypeOf(other)) return false
  if (!isPlain(other)) return true
  const [names, members] = [Object.keys(other), new Map(Object.entries(state))]
  return (
    members.size === names.length &&
    Object.entries(other).every(([name, member]) => members.has(name) && isOfSameParts(members.get(name), member))
  )
}
