import { expect, it } from 'vitest'
import { searchFor } from '#domain/wording/Names.ts'
import { scansOf } from '#domain/wording/Wording.ts'

const isNamed = searchFor(['Ana Sol', 'Pérez de la Cruz'])

it.each([
  ['ana-perez', true],
  ['ana-sol', true],
  ['ANA_CRUZ', true],
  ['ana-ana', false],
  ['ana', false],
  ['ana-de-la', false],
  ['anaperez', true],
  ['perezana', true],
  ['anasol', true],
  ['xanasol', false],
  ['anasolx', false],
  ['xanaperezx', true],
  ['anadelaperez', true],
  ['perezdelacruz', true],
  ['perezxcruz', false],
  ['perezperez', false],
  ['p-e-r-e-z-ana', true],
  ['p-e-r-e-z', false],
  ['p-e=r-e-z-ana', false],
  ['s-o-l-perez', true],
  ['a-n-a/s-o-l', true],
  ['p-e-r-e-z-7-ana', true],
  ['aNa-perez', false],
  ['cRuZpErEz', true],
  ['x-aNaSoL', true],
  ['perezxcruz-sol', false],
  ['p3r3z-ana', true],
  ['p3r3z-cru2', false],
  ['', false],
])('two names of a person are found in %j: %s', (text, isFound) => {
  expect(isNamed(scansOf(text))).toBe(isFound)
})

it('looks for nobody who has fewer than two names that tell something', () => {
  expect([
    searchFor([])(scansOf('ana-perez')),
    searchFor(['Ana', 'ANA'])(scansOf('ana-ana')),
    searchFor(['Ana', 'Li'])(scansOf('ana-li')),
    searchFor(['Ana', 'Santa'])(scansOf('ana-santa')),
    searchFor(['Ana', 'Lia'])(scansOf('ana-lia')),
  ]).toEqual([false, false, false, false, true])
})

it('looks for twelve names, and thirty letters of each', () => {
  const twelve = 'aaa bbb ccc ddd eee fff ggg hhh iii jjj kkk lll'
  const names = searchFor([`${twelve} mmm`])
  expect([names(scansOf('aaa-lll')), names(scansOf('aaa-mmm'))]).toEqual([true, false])
  const long = searchFor([`ana ${'x'.repeat(31)}`])
  expect([long(scansOf(`ana-${'x'.repeat(30)}`)), long(scansOf(`ana-${'x'.repeat(29)}`))]).toEqual([true, false])
})

it.each<[string, ReadonlyArray<string>, string, boolean]>([
  ['one of four letters, before a short one', ['Cruz', 'Ana'], 'xcruzanax', true],
  ['one of four letters, behind a short one', ['Ana', 'Cruz'], 'xanacruzx', true],
  ['one of five letters, before a short one', ['Perez', 'Ana'], 'xperezanax', true],
  ['two short ones', ['Sol', 'Ana'], 'xsolanax', false],
  ['one that ends as another does', ['Lana', 'Ana'], 'lanaana', true],
  ['none without letters', ['Ana', '7'], 'ana-fault', false],
])('in joined letters a name tells something by itself from four letters on: %s', (_, names, text, isFound) => {
  expect(searchFor(names)(scansOf(text))).toBe(isFound)
})

it('looks for both names in one reading of a text', () => {
  expect(isNamed(scansOf('x-y-7-ana%41-%70erez-x-y-norte'))).toBe(false)
  expect(isNamed(scansOf('x-y-7-ana-%70erez-x-y-norte'))).toBe(true)
})
