import { describe, expect, it } from 'vitest'
import { agreementOf, likeness, phoneticFullName } from '#adapters/lists/Agreement.ts'
import { nameTokens } from '#adapters/lists/NameTokens.ts'

type Registered = Parameters<typeof phoneticFullName>[0]

const person = (
  surnames: readonly [string, string | null],
  nombres: string,
  sex: 'H' | 'M' = 'M',
  bornAbroad = false,
) => ({ name: { nombres, primerApellido: surnames[0], segundoApellido: surnames[1] }, sex, bornAbroad }) as const
const reading = (published: string) => {
  const [surnames = '', givenNames = ''] = published.split(', ')
  return { surnames: nameTokens(surnames), givenNames: nameTokens(givenNames) }
}
const agreement = (registered: Registered, published: string, looksAnywhere?: boolean): string => {
  const agreed = agreementOf(phoneticFullName(registered), reading(published), looksAnywhere)
  return agreed === null ? 'none' : `${agreed.surnames} ${agreed.givenNames} ${agreed.slips}`
}

describe('surnames agree', () => {
  it.each([
    ['Zúñiga', 'De la Peña', 'ZUNIGA PENA', 'both all 0'],
    ['Zúñiga', 'De la Peña', 'PENA ZUNIGA', 'swapped all 0'],
    ['Zúñiga', 'De la Peña', 'ZUNIGA', 'one all 0'],
    ['Zúñiga', 'De la Peña', 'ZUNINGA', 'one all 1'],
    ['Zúñiga', 'De la Peña', 'PENA', 'none'],
    ['Zúñiga', null, 'ZUNIGA', 'only all 0'],
    ['Zúñiga', null, 'ZUNINGA', 'only all 1'],
    ['Zúñiga', null, 'ZUNIGA PENA', 'none'],
    ['Al', 'Aulaqi', 'AL AULAQI', 'both all 0'],
    ['Al Aulaqi', null, 'ALAULAQI', 'only all 0'],
    ['Zúñiga', 'Roblerzo', 'ZUNINGA ROBLERMO', 'both all 2'],
    ['Zúñiga', 'Roblerzo', 'ROBLERMO ZUNINGA', 'swapped all 2'],
    ['De Zúñiga', 'Peña Luz', 'ZUNIGA PENA LUZ', 'both all 0'],
    ['Zúñiga Luz', 'De Peña', 'ZUNIGA LUZ PENA', 'both all 0'],
    ['Zúñiga Luz', 'De Peña', 'PENA ZUNIGA LUZ', 'swapped all 0'],
  ])('of %s %s and %s: %s', (first, second, surnames, agreed) => {
    expect(agreement(person([first, second], 'Eulalia'), `${surnames}, Eulalia`)).toBe(agreed)
  })

  it.each([
    ['M', 'Peña de Roblerzo', 'ZUNIGA PENA', 'both all 0'],
    ['H', 'Peña de Roblerzo', 'ZUNIGA PENA', 'none'],
    ['M', 'Peña Roblerzo', 'ZUNIGA PENA', 'none'],
    ['M', 'Peña Luz de Roblerzo', 'ZUNIGA PENA LUZ', 'both all 0'],
    ['M', 'Peña Luz de Roblerzo', 'ZUNIGA PENA', 'none'],
    ['M', 'Peña de Roblerzo', 'ZUNIGA PENA ROBLERZO', 'both all 0'],
  ] as const)('without that of a husband: of %s, Zúñiga %s and %s: %s', (sex, second, surnames, agreed) => {
    expect(agreement(person(['Zúñiga', second], 'Cruz', sex), `${surnames}, Cruz`)).toBe(agreed)
  })

  it('with slips in given names added', () => {
    expect(agreement(person(['Zúñiga', 'Peña'], 'Eulalia'), 'ZUNIGA PENA, Eulalda')).toBe('both all 1')
    expect(agreement(person(['Zúñiga', 'Peña'], 'Eulalia'), 'ZUNINGA PENA, Eulalda')).toBe('both all 2')
    expect(agreement(person(['Zúñiga', 'Peña'], 'Eulalia'), 'ZUNIGA PENA, Eulogia')).toBe('none')
  })
})

describe('words agree anywhere', () => {
  it.each([
    [['Zúñiga', 'Peña'], 'Eulalia', 'EULALIA ZUNIGA, Pena', 'anywhere all 0'],
    [['Zúñiga', 'Peña'], 'Eulalia', 'EULALDA ZUNIGA, Pena', 'anywhere all 1'],
    [['Zúñiga', 'Peña'], 'Eulalia', 'EULALIA ZUNIGA, Luz', 'none'],
    [['Zúñiga', 'Peña'], 'Eulalia', 'ZUNIGA, Eulalia Pena', 'anywhere all 0'],
    [['Zúñiga', 'Peña'], 'Eulalia', 'ZUNIGA, Eulalia Luz', 'one some 0'],
    [['Zúñiga', 'Peña'], 'Eulalia', 'ZUNIGA PENA, Eulalia Luz', 'both some 0'],
    [['Zúñiga', 'Zúñiga'], 'Eulalia', 'EULALIA ZUNIGA, Pena', 'none'],
    [['Zúñiga', 'Peña'], 'Eulalia', 'EULALIA LUZ ZUNIGA, Pena', 'anywhere all 0'],
    [['Zúñiga', 'Peña'], 'José María', 'PENA, Maria Jose Zuniga', 'none'],
    [['Zúñiga Luz', 'Peña'], 'José María', 'LUZ ZUNIGA PENA, Jose Maria', 'anywhere all 0'],
    [['Zúñiga', 'Peña'], 'José Eulalio', 'PENA, Eulalio Jose Zuniga', 'anywhere all 0'],
    [['Zúñiga', 'Peña'], 'Tadeo', 'TADEO ZUNIGA, Pena Luz', 'anywhere all 0'],
    [['Zúñiga', 'Peña'], 'Tadeo', 'TADEO ZUNIGA, Pena Maria', 'none'],
    [['Zúñiga', 'Peña'], 'Tadeo', 'TADEO ZUNIGA, Pena Maria Luz', 'none'],
    [['Zúñiga', null], 'Tadeo', 'TADEO, Zuniga', 'none'],
  ] as const)('of %j %s and %s: %s', (surnames, nombres, published, agreed) => {
    expect(agreement(person(surnames, nombres, 'H'), published)).toBe(agreed)
  })

  it('unless that is not asked for', () => {
    const registered = person(['Zúñiga', 'Peña'], 'Eulalia')
    expect(agreement(registered, 'EULALIA ZUNIGA, Pena', false)).toBe('none')
    expect(agreement(registered, 'ZUNIGA, Eulalia Pena', false)).toBe('one some 0')
  })

  it('of who was born abroad, though they are two, and with other letters as one slip', () => {
    expect(agreement(person(['Zúñiga', null], 'Tadeo', 'H', true), 'TADEO, Zuniga')).toBe('anywhere all 0')
    expect(agreement(person(['Yusuf', null], 'Muhammad', 'H', true), 'MOHAMED, Yusuf')).toBe('anywhere all 1')
  })
})

it.each([
  ['De Zúñiga', 'De Peña', 'ZUNIGA PENA, Eulalia', 1, 1],
  ['De Zúñiga', 'De Peña', 'DE ZUNIGA PENA, Eulalia', 1, 1],
  ['Zúñiga', 'Peña', 'ZUNIGA, Eulalia', 0.6, 1],
  ['Zúñiga', 'Peña', 'ZUNIGA PENA, Eulalia Rosa', 1, 0.64],
])('%s %s and %s are so alike', (first, second, published, surnames, givenNames) => {
  const alike = likeness(phoneticFullName(person([first, second], 'Eulalia')), reading(published))
  expect(alike.surnames).toBeCloseTo(surnames, 2)
  expect(alike.givenNames).toBeCloseTo(givenNames, 2)
})
