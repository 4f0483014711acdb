import { Option, Schema } from 'effect'
import { expect, it } from 'vitest'
import { strictly } from '#adapters/sources/real/Question.ts'

const inner = Schema.Struct({ b: Schema.String })
const read = strictly(Schema.Struct({ a: Schema.String, list: Schema.optionalKey(Schema.Array(inner)) }))

it.each<readonly [string, string | Uint8Array]>([
  ['another member', '{"a":"x","c":"y"}'],
  ['a member twice', '{"a":"x","a":"y"}'],
  ['a member twice, alike', '{"a":"x","a":"x"}'],
  ['a member within twice', '{"a":"x","list":[{"b":"1","b":"2"}]}'],
  ['a member within the second twice', '{"a":"x","list":[{"b":"1"},{"b":"1","b":"2"}]}'],
  ['another type', '{"a":1}'],
  ['no end', '{"a":"x"'],
  ['something behind it', '{"a":"x"}{}'],
  ['a byte order mark', '\uFEFF{"a":"x"}'],
  ['bytes that are no UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')])],
  ['nothing', ''],
])('an answer with %s is not believed', (_, text) => {
  expect(read(Buffer.from(text))).toEqual(Option.none())
})

it.each([
  ['{"a":"x"}', { a: 'x' }],
  ['{"a":"x:y:z"}', { a: 'x:y:z' }],
  [String.raw`{"a":"\":\\"}`, { a: '":\\' }],
  [' { "a" : "ñ" } ', { a: 'ñ' }],
  ['{"a":"x","list":[]}', { a: 'x', list: [] }],
  ['{"a":"x","list":[{"b":"1"},{"b":"2"}]}', { a: 'x', list: [{ b: '1' }, { b: '2' }] }],
])('an answer of the form is: %s', (text, value) => {
  expect(read(Buffer.from(text))).toEqual(Option.some({ said: value, isFamiliar: true }))
})
