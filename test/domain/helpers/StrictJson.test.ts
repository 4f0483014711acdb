import { Option } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '#domain/helpers/StrictJson.ts'

const depth = 8
const accepts = (text: string, maximumDepth = depth) => Option.isSome(parse(text, maximumDepth))

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)
const nestedObjects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('a body with two members of one name [peticion_invalida]', () => {
  it.each([
    ['side by side', '{"a":1,"a":1}'],
    ['with other members between', '{"a":1,"b":[{"a":2}],"a":3}'],
    ['spelled with an escape', '{"a":1,"\\u0061":2}'],
    ['spelled with escapes of either case', '{"\\u00F1":1,"\\u00f1":2}'],
    ['spelled with a surrogate pair', '{"😀":1,"\\ud83d\\ude00":2}'],
    ['with an escaped slash', '{"a/b":1,"a\\/b":2}'],
    ['in an inner object', '{"x":{"a":1,"a":2}}'],
    ['in an object of a list', '[0,{"a":1},{"b":1,"b":2}]'],
    ['after a list', '{"a":[1,2,3],"a":1}'],
    ['after an inner object', '{"a":{"b":1},"a":1}'],
    ['whose values hold quotes and commas', '{"a":"\\",\\"b\\":","a":1}'],
    ['of empty names', '{"":1,"":2}'],
    ['named __proto__', '{"__proto__":1,"__proto__":2}'],
    ['with white space between', '{ "a" : 1 ,\n\t"a" : 2 }'],
  ])('is refused %s', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(accepts(text)).toBe(false)
  })
})

describe('a body', () => {
  it.each([
    ['the same name in different objects', '{"a":{"a":{"a":1}},"b":{"a":1}}'],
    ['the same name in the objects of a list', '[{"a":1},{"a":2}]'],
    ['a name as its own value', '{"a":"a","b":"a"}'],
    ['names in a list', '{"a":["a","a","b"]}'],
    ['names that differ in case', '{"a":1,"A":2}'],
    ['names that differ in composition', '{"\\u00e9":1,"e\\u0301":2}'],
    ['braces, brackets, quotes and backslashes in a text', '{"a":"}]{[,:\\"\\\\","b":"\\\\"}'],
    ['braces and quotes in a name', '{"{\\"a":1,"}":2,"\\\\":3}'],
    ['a deep text', `{"a":"${'['.repeat(100)}"}`],
    ['an empty object', '{}'],
    ['empty lists', '[[],[]]'],
    ['a scalar', '12'],
    ['a text', '"a"'],
  ])('may hold %s', (_, text) => {
    expect(parse(text, depth)).toEqual(Option.some(JSON.parse(text)))
  })

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '[1,]',
    '01',
    'NaN',
    '{"a":1}{}',
    '{"a":"\n"}',
    '"\\x41"',
    '\uFEFF{}',
    '// {}',
  ])('is refused as %j, which is not JSON [peticion_invalida]', (text) => {
    expect(accepts(text)).toBe(false)
  })

  it('may be nested eight deep and not nine [peticion_invalida]', () => {
    for (const shape of [nestedObjects, (levels: number) => nested(levels, '[', ']')]) {
      expect(accepts(shape(depth))).toBe(true)
      expect(accepts(shape(depth + 1))).toBe(false)
    }
    expect(accepts(`[${nested(depth - 1, '[', ']')},${nested(depth - 1, '[', ']')}]`)).toBe(true)
    expect(accepts(`{"a":[],"b":${nestedObjects(depth)}}`)).toBe(false)
  })

  it('is refused, without failing, when it is as deep as a body can be long [peticion_invalida]', () => {
    expect(accepts(nested(32_768, '[', ']'))).toBe(false)
    expect(accepts('['.repeat(65_536))).toBe(false)
  })
})

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

const arbitraryJson = fc
  .tuple(
    fc.jsonValue({ maxDepth: 10, stringUnit: 'binary', depthSize: 'medium' }),
    fc.constantFrom('', ' ', '\t', '\n  '),
  )
  .map(([value, indent]) => JSON.stringify(value, null, indent))

const escaped = (name: string) =>
  [...name].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

describe('parse', () => {
  it('agrees with JSON.parse on any value without duplicates, up to the depth asked for', () => {
    fc.assert(
      fc.property(arbitraryJson, fc.nat({ max: 8 }), (text, maximumDepth) => {
        const value: unknown = JSON.parse(text)
        expect(parse(text, maximumDepth)).toEqual(depthOf(value) <= maximumDepth ? Option.some(value) : Option.none())
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses any object to which a member is added again, however its name is spelled', () => {
    const name = fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom(...'abc{}[],:') })
    const members = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), {
      minKeys: 1,
      maxKeys: 5,
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(members, fc.nat(), fc.boolean(), (object, at, spelledOut) => {
        const names = Object.keys(object)
        const again = names[at % names.length] ?? ''
        const text = JSON.stringify(object)
        expect(accepts(`${text.slice(0, -1)},"${spelledOut ? escaped(again) : again}":0}`)).toBe(false)
        expect(accepts(`${text.slice(0, -1)},"new":0}`)).toBe(true)
      }),
    )
  })

  it('never throws, and accepts nothing that JSON.parse refuses', () => {
    const text = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ab1 ', 'true', 'null', '"a"', '\\u0061') })
    fc.assert(
      fc.property(text, (any) => {
        if (accepts(any)) expect(() => JSON.parse(any)).not.toThrow()
      }),
      { numRuns: 2_000 },
    )
  })
})
