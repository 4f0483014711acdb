import { expect, it } from 'vitest'
import { searchFor } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Tokens.ts'

const isNamedBy = (names: ReadonlyArray<string>, text: string): boolean => searchFor(names)(readingOf(text))

it.each([
  ['ana-perez', true],
  ['ANA_PEREZ', true],
  ['ana-cruz', true],
  ['/hooks/perez/3?de=ana', true],
  ['P%C3%A9rez-Ana', true],
  ['anaPerez', true],
  ['AnaPerez2024', true],
  ['anaperez', true],
  ['perezana', true],
  ['anadelaperez', true],
  ['perezdelacruzana', true],
  ['solperez', true],
  ['sol-ruiz', true],
  ['ana', false],
  ['ana-ana', false],
  ['ana-sol', false],
  ['anasol', false],
  ['perez-de-la-cruz-7', false],
  ['perezdelacruz', false],
  ['ana-de-la', false],
  ['xanaperez', false],
  ['anaperezx', false],
  ['anax-perez', false],
  ['V1StGXR8_ana7Perez9q', false],
  ['', false],
])('words of two names of a person are found in %j: %s', (text, isFound) => {
  expect(isNamedBy(['Ana Sol', 'Pérez de la Cruz', 'Ruiz'], text)).toBe(isFound)
})

it.each([
  [['Juan', 'Pérez', 'López'], 'JPerezLopez'],
  [['María', 'García', 'Ruiz'], 'MGarciaRuiz'],
  [['Juan', 'López', 'Díaz'], 'JLopezDiaz-2024'],
  [['Ana', 'Ruiz', 'Mora'], 'AnaRuizM'],
  [['Luz', 'Díaz', 'Ríos'], 'LuzDiazR-01'],
])('an initial before or behind two names hides none of them: %j in %j', (names, text) => {
  expect(isNamedBy(names, text)).toBe(true)
})

it.each([
  [['Miguel Ángel', 'Pérez', 'Torres'], 'miguel-angel-de-quevedo-245', false],
  [['Miguel Ángel', 'Quevedo', 'Torres'], 'miguel-angel-de-quevedo-245', true],
  [['Guadalupe', 'Guadalupe', 'Ruiz'], 'guadalupe-guadalupe', false],
  [['Rosario', 'García', 'García'], 'garcia-y-garcia-12', false],
  [['María Cruz', 'Cruz', 'Ruiz'], 'maria-cruz-12', false],
  [['María Cruz', 'Cruz', 'Ruiz'], 'maria-ruiz-12', true],
  [['Ana', 'Li', 'Wu'], 'ana-li-wu', false],
  [['Ana', 'Santa', 'Ruiz'], 'ana-santa', false],
  [['Ana', 'San', 'Ruiz'], 'ana-san', false],
  [['Ana', '7', 'Ruiz'], 'ana-7', false],
  [['Rosa', 'Flores'], 'rosales-flores-3', false],
  [['Ana', 'Mora'], 'solicitud-demora', false],
  [['Ana', 'Paz'], 'campanapaz-2', false],
  [['Ana'], 'ana-ruiz', false],
  [[], 'ana-ruiz', false],
])('a compound name is one name, and what two share is one: %j in %j: %s', (names, text, isFound) => {
  expect(isNamedBy(names, text)).toBe(isFound)
})

it('looks for twelve words, and thirty letters of each', () => {
  const eleven = 'aaa bbb ccc ddd eee fff ggg hhh iii jjj kkk'
  const names = [eleven, 'lll mmm']
  expect([isNamedBy(names, 'aaa-lll'), isNamedBy(names, 'aaa-mmm')]).toEqual([true, false])
  const long = ['ana', 'x'.repeat(31)]
  expect([isNamedBy(long, `ana-${'x'.repeat(30)}`), isNamedBy(long, `ana-${'x'.repeat(29)}`)]).toEqual([true, false])
})
