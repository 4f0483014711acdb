import { describe, expect, it } from 'vitest'
import { nameTokens } from '#adapters/lists/NameTokens.ts'
import {
  eachOf,
  fewest,
  inOneWord,
  joined,
  romanised,
  slipsBetween,
  slipsInSurname,
  surnameOf,
} from '#adapters/lists/PhoneticName.ts'

const phoneticName = (word: string, foreign = false) => inOneWord(nameTokens(word), foreign)

describe('words as they are phoneticName', () => {
  it('of a surname are those without its particles, and those with them', () => {
    expect(surnameOf(nameTokens('Zúñiga'))).toEqual([{ written: 'ZUNIGA', sounds: ['SUNIGA'], foreign: false }])
    expect(surnameOf(nameTokens('De la Vela Luz'), true)).toEqual([
      { written: 'VELALUZ', sounds: ['BELALUS'], foreign: true },
      { written: 'DELAVELALUZ', sounds: ['DELABELALUS'], foreign: true },
    ])
  })

  it('are taken each on its own, in one with their particles, or joined without them', () => {
    const [vela, luz] = [
      { written: 'VELA', sounds: ['BELA'], foreign: false },
      { written: 'LUZ', sounds: ['LUS'], foreign: false },
    ]
    expect(eachOf(nameTokens('De Vela Luz'))).toEqual([vela, luz])
    expect(inOneWord(nameTokens('De Vela Luz'))).toEqual({
      written: 'DEVELALUZ',
      sounds: ['DEBELALUS'],
      foreign: false,
    })
    expect(joined(eachOf(nameTokens('De Vela Luz'), true))).toEqual({
      written: 'VELALUZ',
      sounds: ['BELALUS'],
      foreign: false,
    })
  })
})

describe('slips between two surnames', () => {
  it.each([
    ['Hernández', 'Ernandes', 0],
    ['Xochitl', 'Sochitl', 0],
    ['Sochitl', 'Xochitl', 0],
    ['Zúñiga', 'Zuninga', 1],
    ['Nirlo', 'Nirto', 1],
    ['Nirl', 'Nirt', null],
    ['Zarquino', 'Sarquimo', 1],
    ['Gervino', 'Garvino', 1],
    ['Zúñiga', 'Muniga', null],
    ['Uzniga', 'Zuniga', 1],
    ['Zuniga', 'Uzniga', 1],
    ['Uzniga', 'Zunigha', null],
    ['Zunigha', 'Uzniga', null],
    ['Zuniga', 'Zuningas', null],
    ['Gómez', 'Gámez', null],
    ['García', 'Gracia', 2],
    ['Zura', 'Zrua', null],
    ['Rocha', 'Roch', 2],
    ['Roch', 'Rocha', 2],
    ['Roch', 'Ruch', null],
    ['Roch', 'Bocha', null],
    ['Luna', 'Lun', null],
    ['Rios', 'Ríosa', 2],
    ['Muhammad', 'Mohamed', null],
  ])('from %s to %s are %s', (one, other, slips) => {
    expect(slipsInSurname(phoneticName(one), phoneticName(other))).toBe(slips)
  })

  it('are two only where a day of birth makes up for them', () => {
    expect(slipsBetween(phoneticName('García'), phoneticName('Gracia'))).toBeNull()
    expect(slipsBetween(phoneticName('Rocha'), phoneticName('Roch'))).toBeNull()
  })

  it.each([
    ['Muhammad', 'Mohamed', 0.5],
    ['Muhammad', 'Muhammad', 0],
    ['Yusuf', 'Youssef', 0.5],
    ['Muhammad', 'Mahmud', null],
    ['Lee', 'Ali', null],
  ])('are half a one in other letters, where one is of who was born abroad: %s and %s', (one, other, slips) => {
    expect(slipsBetween(phoneticName(one, true), phoneticName(other))).toBe(slips)
    expect(slipsBetween(phoneticName(one), phoneticName(other, true))).toBe(slips)
    expect(slipsBetween(phoneticName(one, true), phoneticName(other, true))).toBe(slips)
  })
})

it.each([
  [[], null],
  [[null, null], null],
  [[null, 2, 1], 1],
  [[1, 2], 1],
  [[1, null], 1],
  [[2, null, 1, null, 3], 1],
])('the fewest of %j are %s', (slips, least) => {
  expect(fewest(slips)).toBe(least)
})

describe('what every way of writing a word has in common', () => {
  it.each([
    ['MUHAMMAD', 'U MHMD'],
    ['MOHAMED', 'U MHMD'],
    ['AHMED', 'A HMD'],
    ['YUSUF', 'U SF'],
    ['IBRAHIM', 'A BRHM'],
    ['SERGEI', 'A SRG'],
    ['SERGUEI', 'A SRG'],
    ['WAFFA', 'A VF'],
    ['SHUKRI', 'U cKR'],
    ['BRD', 'A BRD'],
    ['ALI', null],
    ['LEE', null],
    ['ALILI', null],
  ])('of %s is %s', (word, letters) => {
    expect(romanised(word)).toBe(letters)
  })
})
