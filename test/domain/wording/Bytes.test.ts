import { expect, it } from 'vitest'
import { fold, readingsOf } from '#domain/wording/Reading.ts'

it.each([
  ['ñandú', 'nandu'],
  ['aßb', 'a b'],
  ['a漢字b', 'a  b'],
  ['\u0080a', ' a'],
  ['\u007fa', '\u007fa'],
  ['\u{1d400}b', 'Ab'],
  ['\u{1d7ce}b', '0b'],
  ['\u{1f130}b', 'Ab'],
  ['\u{1f600}b', ' b'],
  ['\u{10000}b', ' b'],
  ['a\u{1d400}\u{1d401}z', 'aABz'],
  ['\u{1d7ff}b', '9b'],
  ['\u{1f100}b', '0.b'],
  ['\u{107a5}b', 'qb'],
  ['\u{1ccd6}\u{1ccef}\u{1ccf9}', 'AZ9'],
  ['\u{1fbf0}b', '0b'],
  ['\u{1f600}\u{1f600}b', '  b'],
  ['\uffffab', ' ab'],
  ['', ''],
])('%j is folded into %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

it.each<[string, ReadonlyArray<string>]>([
  ['%', ['%']],
  ['%4', ['%4']],
  ['%4g', ['%4g']],
  ['%g4', ['%g4']],
  ['%%41', ['% ', '%A']],
  ['a%7Fb', ['a b', 'a\u007fb']],
  ['%41%42', ['  ', 'AB']],
  ['%c3%b1', ['n']],
  ['%C3%B1%C3%A9', ['ne']],
  ['%C3', ['A']],
  ['%C3%41', ['A ', 'AA']],
  ['%C1%A1', ['A ']],
  ['%F3%F3', ['oo']],
  ['%EF%BD', ['i1 2']],
  ['%E1%BA%A1', ['a']],
  ['%F0%9D%90%80', ['A']],
  ['%25', [' ', '%']],
  ['%2541', [' ', 'A']],
  ['%252541', [' ', '%41']],
  ['a%2Db', ['a b', 'a-b']],
  ['%C3%C3', ['AA']],
  ['%F4%8F%BF%BF', [' ']],
  ['%F4%90%80%80', ['o   ']],
  ['%41%zz', [' %zz', 'A%zz']],
  ['%4141', [' 41', 'A41']],
  ['%25zz', [' zz', '%zz']],
  ['%41%2542', ['  ', 'A ', 'AB']],
  ['x%zz%41', ['x%zz ', 'x%zzA']],
])('%j is read as %j', (text, readings) => {
  expect(readingsOf(text)).toEqual(readings)
})
