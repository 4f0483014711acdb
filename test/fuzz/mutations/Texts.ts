import fc from 'fast-check'
import { type Change, inBytes, inObject, inText, objects, putting } from '#test/fuzz/Draft.ts'
import { escaped, type Json, lexeme, type Member, nested, type Path } from '#test/fuzz/Json.ts'
import { listed } from '#test/fuzz/listed.ts'
import { anyOf, type Mutations, mutation, oneOf } from './Mutation.ts'

/** What can be wrong with a body as text and bytes: step 3, and the second half of 6. */

/** Stands for bytes that no text has. */
const hole = '\u{10fffd}'

const notUtf8 = listed(`
  ff | c3 | 80 | c0af | e080af | f08080af | eda080 | eda080edb080 | f4908080 | f5808080 | e282
`)

const filled =
  (hexadecimal: string): Change =>
  (draft) => {
    const filling = Buffer.from(hexadecimal, 'hex').toString('latin1')
    const found = Buffer.from(hole).toString('latin1')
    return inBytes((utf8) => Buffer.from(utf8.toString('latin1').replaceAll(found, filling), 'latin1'))(
      putting(['consentimiento', 'version_aviso'], lexeme(`"${hole}"`))(draft),
    )
  }

const encodings: ReadonlyArray<(utf8: Buffer) => Buffer> = [
  (utf8) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]),
  (utf8) => Buffer.from(utf8.toString(), 'utf16le'),
  (utf8) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(utf8.toString(), 'utf16le')]),
  (utf8) => Buffer.from(utf8.toString(), 'utf16le').swap16(),
  (utf8) => Buffer.concat([utf8, Buffer.from([0])]),
  (utf8) => Buffer.concat([utf8, Buffer.from([0xc3])]),
]

/** What makes no JSON, or no object, of an object. */
const spoiled: ReadonlyArray<(json: string) => string> = [
  (json) => json.slice(0, -1),
  (json) => json.slice(1),
  (json) => json + json,
  (json) => `${json},`,
  (json) => `${json}}`,
  (json) => json.replace(/}$/, ',}'),
  (json) => json.replace('{', '{,'),
  (json) => json.replace(':', ' '),
  (json) => json.replace(',', ';'),
  (json) => json.replaceAll('"', "'"),
  (json) => `/**/${json}`,
  (json) => `${json}//`,
  (json) => `\u00a0${json}`,
  (json) => `${json}\f`,
  (json) => `)]}'\n${json}`,
  (json) => `callback(${json})`,
  (json) => `[${json}]`,
  (json) => JSON.stringify(json),
]

const noObjects = ['', ' ', ...listed('null | true | 7 | "x" | [] | undefined | [ | { | {"a" | {"a": | " | \\')]

const deep = [
  '['.repeat(65_536),
  '['.repeat(32_768) + ']'.repeat(32_768),
  '{"a":'.repeat(13_000),
  `${'{"":'.repeat(9)}1${'}'.repeat(9)}`,
]

/** What no JSON has in the place of a value. */
const noValues = [
  ...['', '"\n"', '"\t"', '"\u0000"', '"\u001f"'],
  ...listed(`
    NaN | Infinity | -Infinity | undefined | 01 | -01 | .5 | 5. | +1 | 0x1 | 1e | 1e+ | --1 | - 1 | 1_000 | 1n
    True | nul | nulls | 'x' | "\\x41" | "\\u12" | "\\u{41}" | "\\" | " | \`x\`
    {a:1} | [1,] | [,1] | [1 2] | {"a":1,} | {"a" 1} | {1:1} | {"a":1 "b":2}
  `),
]

/** An object's member stands a second time, its name perhaps in escapes. */
const twice = (path: Path, at: number, spelled: (name: string) => string, value: Json | null): Change =>
  inObject(path, (members) => {
    const member: Member = members[at % Math.max(1, members.length)] ?? { name: '"x"', value: lexeme('1') }
    const again = { name: spelled(member.name), value: value ?? member.value }
    return members.includes(member) ? [...members, again] : [member, again]
  })

const spellings = [
  (name: string) => name,
  (name: string) => escaped(String(JSON.parse(name))),
  (name: string) => name.replace(/^"\w/, (start) => `"${escaped(start.slice(1)).slice(1, -1)}`),
]

const size = 65_536

const overweight: ReadonlyArray<(json: string) => string> = [
  (json) => json + ' '.repeat(Math.max(1, size + 1 - Buffer.byteLength(json))),
  (json) => ' '.repeat(size + 500) + json,
  (json) => json.replace('{', `{${'\n'.repeat(size)}`),
  (json) => json.replace('{', `{"x":"${'ñ'.repeat(size / 2)}",`),
]

export const sizeMutation: Mutations = oneOf(3, 'body over 65,536 bytes', overweight, inText)

export const bracketMutation: Mutations = oneOf(6, 'brackets', deep, (text) => inText(() => text))

const memberTwice = fc
  .tuple(fc.constantFrom(...objects), fc.nat(6), fc.constantFrom(...spellings), fc.constantFrom(null, lexeme('null')))
  .map((drawn) => mutation(6, 'a member twice', twice(...drawn)))

const prototypeTwice = inObject([], (members) => [
  { name: '"__proto__"', value: lexeme('{}') },
  { name: '"__proto__"', value: lexeme('1') },
  ...members,
])

const splices = fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 5 }), fc.constantFrom(...'{}[]",:\\\u0000'))

export const textMutations: ReadonlyArray<Mutations> = [
  oneOf(6, 'not UTF-8', notUtf8, filled),
  oneOf(6, 'another encoding', encodings, inBytes),
  oneOf(6, 'spoiled JSON', spoiled, inText),
  oneOf(6, 'no JSON object', noObjects, (text) => inText(() => text)),
  fc
    .tuple(fc.constantFrom(...noValues), fc.constantFrom('propiedad_id', 'solicitud_id', 'extra'))
    .map(([text, name]) => mutation(6, 'no JSON value', putting([name], lexeme(text)))),
  memberTwice,
  fc.constant(mutation(6, '__proto__ twice', prototypeTwice)),
  fc
    .tuple(fc.constantFrom('documento', 'extra', 'propiedad_id'), fc.integer({ min: 8, max: 200 }))
    .map(([name, depth]) => mutation(6, 'depth over 8', putting([name], nested(depth)))),
  anyOf(null, 'spliced text', splices, ([at, removed, sign]) =>
    inText((json) => json.slice(0, at) + sign + json.slice(at + removed)),
  ),
]
