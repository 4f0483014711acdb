import { expect, it } from 'vitest'
import { simplifySchema } from '#wire/SimplifySchema.ts'

const tidied = (schema: object): unknown => JSON.parse(JSON.stringify(schema), simplifySchema)

it.each([
  [
    'the parts of an allOf',
    { type: 'string', allOf: [{ minLength: 1 }, { maxLength: 9 }] },
    { type: 'string', minLength: 1, maxLength: 9 },
  ],
  [
    'no allOf of which a keyword stands in two parts',
    { type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
    { type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
  ],
  [
    'no allOf of which a keyword stands beside it',
    { pattern: 'a', allOf: [{ pattern: 'b' }] },
    { pattern: 'a', allOf: [{ pattern: 'b' }] },
  ],
  ['an allOf without what is no schema', { allOf: [true, { minLength: 1 }] }, { minLength: 1 }],
  ['a choice of one', { anyOf: [{ type: 'string' }], description: 'x' }, { type: 'string', description: 'x' }],
  [
    'one type or null',
    { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'x' },
    { type: ['string', 'null'], description: 'x' },
  ],
  [
    'no choice of values and null: generators do not compile a null in an enum',
    { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
    { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
  ],
  [
    'no choice of three',
    { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }], description: 'x' },
    { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }], description: 'x' },
  ],
  [
    'no choice of two types',
    { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'x' },
    { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'x' },
  ],
  [
    'no choice between a reference and null',
    { anyOf: [{ $ref: '#/x' }, { type: 'null' }], description: 'x' },
    { anyOf: [{ $ref: '#/x' }, { type: 'null' }], description: 'x' },
  ],
  ['no choice of what is no schema', { anyOf: [true, { type: 'null' }] }, { anyOf: [true, { type: 'null' }] }],
  ['no choice with what is no schema', { anyOf: [{ type: 'string' }, true] }, { anyOf: [{ type: 'string' }, true] }],
  [
    'members that may be absent as not required',
    {
      properties: { a: { type: 'string', mayBeAbsent: true }, b: { type: 'number' }, c: { type: 'null' }, d: true },
      required: ['a', 'b', 'd'],
    },
    { properties: { a: { type: 'string' }, b: { type: 'number' }, c: { type: 'null' }, d: {} }, required: ['b', 'd'] },
  ],
  [
    'no properties without what is required',
    { properties: { a: { type: 'string' } } },
    { properties: { a: { type: 'string' } } },
  ],
  [
    'values that may grow as those that are known',
    { type: 'string', enum: ['a'], allOf: [{ mayGrow: true }] },
    { type: 'string', 'x-extensible-enum': ['a'] },
  ],
  ['values that may not grow as they are', { enum: ['a'] }, { enum: ['a'] }],
  ['what is required without properties', { required: ['a'] }, { required: ['a'] }],
  [
    'lists and values as they are',
    { items: [1, 'a', null, { anyOf: [{ type: 'null' }] }] },
    { items: [1, 'a', null, { type: 'null' }] },
  ],
])('writes %s', (_, schema, written) => {
  expect(tidied(schema)).toEqual(written)
})
