import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '#application/RequestVerification.ts'

type Json = Parameters<typeof canonical>[0]
type Members = Record<string, Json>

const same = (one: string, other: string) => canonical(JSON.parse(one)) === canonical(JSON.parse(other))

describe('two bodies are the same', () => {
  it.each([
    ['in another order of members', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['in another order of members, nested', '{"x":{"a":1,"b":[{"c":1,"d":2}]}}', '{"x":{"b":[{"d":2,"c":1}],"a":1}}'],
    ['with other white space', '{"a":[1,2]}', ' {\n"a" : [ 1,\t2 ] } '],
    ['with other escapes', '{"a":"ñ/é"}', '{"\\u0061":"\\u00f1\\/\\u00e9"}'],
    ['with another spelling of a number', '{"a":100}', '{"a":1.0e2}'],
    ['with null for an absent member', '{"a":1}', '{"a":1,"b":null}'],
    ['with null for an absent member, nested', '{"x":{}}', '{"x":{"y":null}}'],
  ])('%s', (_, one, other) => {
    expect(same(one, other)).toBe(true)
  })

  it('with undefined for an absent member', () => {
    expect(canonical({ a: 1, b: undefined })).toBe(canonical({ a: 1 }))
  })
})

describe('two bodies differ [conflicto_idempotencia]', () => {
  it.each([
    ['in a value', '{"a":1}', '{"a":2}'],
    ['in a type', '{"a":1}', '{"a":"1"}'],
    ['in a boolean that reads like a text', '{"a":true}', '{"a":"true"}'],
    ['in the order of a list', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['in a null within a list', '{"a":[1,null]}', '{"a":[1]}'],
    ['in an empty object, which is not null', '{"a":{}}', '{}'],
    ['in an empty list, which is not null', '{"a":[]}', '{}'],
    ['in an empty text, which is not null', '{"a":""}', '{}'],
    ['in capitals', '{"a":"A"}', '{"a":"a"}'],
    ['in the composition of a letter', '{"a":"\\u00e9"}', '{"a":"e\\u0301"}'],
    ['in where a member stands', '{"a":{"b":1}}', '{"a":{},"b":1}'],
    ['in a text that looks like structure', '{"a":"1,\\"b\\":2"}', '{"a":"1","b":2}'],
    ['in a blank', '{"a":"x "}', '{"a":"x"}'],
  ])('%s', (_, one, other) => {
    expect(same(one, other)).toBe(false)
  })
})

it('the canonical text has its members by their names, and nothing that says nothing', () => {
  const body = { b: [1, { d: 'x', c: null }, null], a: true, '"': {}, e: undefined }
  expect(canonical(body)).toBe('{"\\"":{},"a":true,"b":[1,{"d":"x"},null]}')
})

// Few names and values, so that equal ones come about and quotes and commas stand where they could confuse.
const names = fc.constantFrom('a', 'b', '"', 'a":1,"b', '__proto__', '')
const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, '', '1', 'a', '"', ',', '{}', '[]', 'null')

const ownMembers = (members: ReadonlyArray<readonly [string, Json]>): Members => {
  const object: Members = {}
  for (const [name, value] of members) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

const { value: arbitraryValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(names, tie('value')), { maxLength: 3, selector: ([name]) => name }).map(ownMembers),
  ),
}))

const isMembers = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same value with members in the opposite order, and nulls added or left out. */
const rewritten = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(rewritten)
  if (!isMembers(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return ownMembers([['added', null], ...kept.toReversed().map(([name, member]) => [name, rewritten(member)] as const)])
}

/** The value without null members: what two bodies must agree in. */
const meant = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(meant)
  if (!isMembers(value)) return value
  return ownMembers(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, meant(member)] as const),
  )
}

describe('canonical', () => {
  it('is equal exactly for values that mean the same', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (one, other) => {
        expect(canonical(one) === canonical(other)).toBe(isDeepStrictEqual(meant(one), meant(other)))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is not moved by the order of members or by nulls', () => {
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        expect(canonical(rewritten(value))).toBe(canonical(value))
      }),
    )
  })

  it('is JSON of the same meaning', () => {
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        expect(isDeepStrictEqual(JSON.parse(canonical(value)), meant(value))).toBe(true)
      }),
    )
  })
})
