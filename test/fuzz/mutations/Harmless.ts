import fc from 'fast-check'
import { type Change, header, inBody, inHeader, inText } from '#test/fuzz/Draft.ts'
import { escaped, type Json } from '#test/fuzz/Json.ts'
import { listed } from '#test/fuzz/listed.ts'
import { urlMutation } from './Contents.ts'
import { anyOf, type Mutations, mutation, oneOf } from './Mutation.ts'
import { unicodeMutations } from './Unicode.ts'

/** What may be done to a request without changing what it is answered. */

/** Changes every object, array and scalar of a document. */
const everywhere = (node: Json, change: (node: Json) => Json): Json => {
  if ('items' in node) return change({ items: node.items.map((item) => everywhere(item, change)) })
  if ('lexeme' in node) return change(node)
  return change({ members: node.members.map((member) => ({ ...member, value: everywhere(member.value, change) })) })
}

const reversed = (node: Json): Json => ('members' in node ? { members: node.members.toReversed() } : node)

const inEscapes = (node: Json): Json => {
  if ('members' in node) {
    return { members: node.members.map(({ name, value }) => ({ name: escaped(String(JSON.parse(name))), value })) }
  }
  return 'lexeme' in node && /^"[^\\"]*"$/.test(node.lexeme) ? { lexeme: escaped(node.lexeme.slice(1, -1)) } : node
}

const rewritings: ReadonlyArray<Change> = [
  inBody((body) => everywhere(body, reversed)),
  inBody((body) => everywhere(body, inEscapes)),
  ...[' ', '\n', '\r\n\t '].map((gap) => inText((json) => gap + json + gap)),
  inText((json) => json.replace(/^\{/, '{ \t\n').replace(/\}$/, '\r }')),
]

const schemes = ['Bearer  ', ' Bearer', '\tBearer', ...listed('bearer | BEARER | bEaReR')]
const mediaTypes = listed(`
  Application/JSON | application/json; charset=utf-8 | application/json;charset="x" | application/json; | application/json \t;
  application/json ; Zarquixtl=1
`)

/** Headers that mean something to others. */
const strangers: ReadonlyArray<readonly [name: string, value: string]> = [
  ...listed(`
    Accept | Accept-Encoding | Accept-Language | User-Agent | Cookie | Origin | Referer | X-Forwarded-For | Forwarded | Via
    X-HTTP-Method-Override | If-None-Match | If-Match | Range | X-Request-Id | X-Zarquixtl
  `).map((name) => [name, 'Zarquixtl'] as const),
  ['Accept', 'application/xml;q=1, */*;q=0'],
  ['Accept-Encoding', 'gzip, br'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['traceparent', '00-zz-'],
  ['tracestate', '=,;'],
  ['b3', '0'],
  ['X-Empty', ''],
  ['X-Bytes', '\x80\xa0\xff'],
  ['Connection', 'keep-alive'],
  ['Connection', 'close'],
  ['Keep-Alive', 'timeout=0'],
  ['Date', 'Thu, 01 Jan 1970 00:00:00 GMT'],
]

const alternating = (name: string): string =>
  name.replace(/./g, (letter, at: number) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase()))

const spellings = [alternating, (name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]

const sizes = fc.oneof(fc.integer({ min: 1, max: 70_000 }), fc.integer({ min: 40, max: 300 }))

/** Exactly 65,536 bytes. */
const full = inText((json) => json.replace('{', `{${' '.repeat(Math.max(0, 65_536 - Buffer.byteLength(json)))}`))

export const fullMutation: Mutations = fc.constant(mutation(0, 'body of 65,536 bytes', full))

export const harmlessMutations: ReadonlyArray<Mutations> = [
  oneOf(0, 'JSON otherwise written', rewritings, (change) => change),
  oneOf(0, 'X-Canal', ['api', 'mcp', ' mcp '], (value) => header('X-Canal', value)),
  oneOf(0, 'Bearer otherwise written', schemes, (scheme) =>
    inHeader('Authorization', (value) => value.replace('Bearer', scheme)),
  ),
  oneOf(0, 'Content-Type otherwise written', mediaTypes, (value) => header('Content-Type', value)),
  oneOf(0, 'other headers', strangers, ([name, value]) => header(name, value)),
  oneOf(0, 'header names otherwise written', spellings, (spelled) => (draft) => ({
    ...draft,
    headers: draft.headers.map(([name, value]) => [spelled(name), value] as const),
  })),
  fc.constant(mutation(0, 'headers in another order', (draft) => ({ ...draft, headers: draft.headers.toReversed() }))),
  anyOf(0, 'chunked', sizes, (chunks) => (draft) => ({ ...draft, chunks })),
  ...unicodeMutations,
  urlMutation,
]
