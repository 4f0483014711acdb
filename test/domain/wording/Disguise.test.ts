import { expect, it } from 'vitest'
import { spelledAs } from '#domain/wording/Disguise.ts'

it.each<[string, ReadonlyArray<string>]>([
  ['m0r0so', ['moroso']],
  ['M0r0so', ['moroso']],
  ['M0R0SO', ['moroso']],
  ['m0r0sO', []],
  ['mo$o', ['moso']],
  ['abcdefg34578', ['abcdefge']],
  ['xyz3w@v$q', ['xyzewavsq']],
  ['moro', []],
  ['m0r', []],
  ['a000', []],
  ['m1mo', ['mimo', 'mlmo']],
  ['m2mo', []],
  ['m6mo', []],
  ['m9mo', []],
])('%s spells %j', (text, spelled) => {
  expect(spelledAs(text, { from: 0, to: text.length })).toEqual(spelled)
})
