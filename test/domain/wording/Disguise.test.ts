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
  ['$o$o$o', ['sososo']],
  ['m0ros9', ['moros']],
  ['m0ros:', []],
  ['M0ROa', []],
  ['M0ROz', []],
  ['m0roA', []],
  ['m0roZ', []],
  ['m0ro{o', []],
  ['M0RO[O', []],
  ['40m0r0so', ['moroso', 'omoroso']],
  ['m000o', []],
  ['m00oo', ['moooo']],
  [`m0m${'o'.repeat(37)}`, [`mom${'o'.repeat(37)}`]],
  [`m0m${'o'.repeat(38)}`, []],
])('%s spells %j', (text, spelled) => {
  expect(spelledAs(text, { from: 0, to: text.length })).toEqual(spelled)
})

it.each<[string, ReadonlyArray<string>]>([
  ['m0r0so', ['moroso']],
  ['m000o', []],
])('%s spells %j behind other letters', (text, spelled) => {
  const before = 'x'.repeat(30)
  expect(spelledAs(before + text, { from: 30, to: 30 + text.length })).toEqual(spelled)
})
