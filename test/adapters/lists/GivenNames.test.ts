import { describe, expect, it } from 'vitest'
import { agreementOfGivenNames, heardGivenNames, isOfOtherSex } from '#adapters/lists/GivenNames.ts'
import { nameTokens } from '#adapters/lists/NameTokens.ts'
import { inOneWord } from '#adapters/lists/PhoneticName.ts'

const agreement = (ours: string, theirs: string, sex: 'H' | 'M' | 'X' = 'X', foreign = false): string => {
  const agreed = agreementOfGivenNames(heardGivenNames(nameTokens(ours), sex, foreign), nameTokens(theirs))
  return agreed === null ? 'none' : `${agreed.givenNames} ${agreed.slips}`
}

describe('given names agree', () => {
  it.each([
    ['Juan Carlos', 'Juancarlos', 'all 0'],
    ['Juancarlos', 'Juan Carlos', 'all 0'],
    ['Eulalia', 'Eulalda', 'all 1'],
    ['Eulalia', 'Eulogia', 'none'],
    ['Eulalia Rosa', 'Rosa Eulalia', 'all 0'],
    ['Eulalia Rosveda', 'Rosvepa Eulalda', 'all 2'],
    ['Eulalia Rosa', 'Eulalia', 'some 0'],
    ['Eulalia', 'Eulalia Rosa', 'some 0'],
    ['Eulalia', 'Rosa Eulalia', 'some 0'],
    ['Eulalia Rosa', 'Eulalia Rosa Paz', 'some 0'],
    ['Eulalia Rosa', 'Eulalia Paz', 'none'],
    ['Eulalia Rosa', 'Paz Rosa', 'none'],
    ['Eulalia Eulalia', 'Eulalia Rosa', 'none'],
    ['Eulalia Rosa', 'Eulalia Eulalia', 'none'],
    ['', 'Eulalia', 'none'],
    ['Eulalia', '', 'none'],
    ['', '', 'none'],
  ])('by their sound and by slips: %s and %s: %s', (ours, theirs, agreed) => {
    expect(agreement(ours, theirs)).toBe(agreed)
  })

  it.each([
    ['Rosvelo', 'Rosvela', 'none'],
    ['Rosvela', 'Rosvelo', 'none'],
    ['Rosvel', 'Rosvela', 'none'],
    ['Rosvela', 'Rosvel', 'none'],
    ['Rosvelo', 'Rosvel', 'all 1'],
    ['Rosvela', 'Rosvele', 'all 1'],
    ['Rosvele', 'Rosvela', 'all 1'],
  ])('but not his and hers: %s and %s: %s', (ours, theirs, agreed) => {
    expect(agreement(ours, theirs)).toBe(agreed)
  })

  it.each([
    ['Eulalia', 'E', 'some 0'],
    ['E', 'Eulalia', 'some 0'],
    ['Eulalia', 'A', 'none'],
    ['Eulalia', 'Eu', 'none'],
    ['Eulalia', 'Eula', 'none'],
    ['Eulalia Rosa', 'E', 'some 0'],
    ['Eulalia', 'E Rosa', 'none'],
    ['Eulalia Rosa', 'Eulalia R', 'some 0'],
    ['Eulalia Rosa', 'R Eulalia', 'some 0'],
    ['Eulalia Rosa', 'Eulalia R Paz', 'some 0'],
    ['Eulalia R', 'E Rosa Paz', 'none'],
    ['E Eulalia', 'Eulalia Enos', 'some 0'],
    ['Eulalia Enos', 'E Eulalia', 'some 0'],
    ['Enos Eulalia', 'Eulalia E', 'some 0'],
    ['Eulalia E', 'Enos Eulalia', 'some 0'],
    ['Julio', 'J Fidel', 'none'],
  ])('less by an initial: %s and %s: %s', (ours, theirs, agreed) => {
    expect(agreement(ours, theirs)).toBe(agreed)
  })

  it.each([
    ['María Eulalia', 'M Eulalia', 'all 0'],
    ['J Antonio', 'José Antonio', 'all 0'],
    ['Eulalia', 'María Eulalia', 'all 0'],
    ['María Eulalia', 'Eulalia', 'all 0'],
    ['Eulalia', 'M Eulalia', 'all 0'],
    ['Eulalia Rosa', 'María Eulalia Rosa', 'all 0'],
    ['María Eulalia', 'J Eulalia', 'none'],
    ['José Antonio', 'M Antonio', 'none'],
    ['María Eulalia', 'María Eulalia Rosa', 'some 0'],
    ['María', 'María Eulalia', 'some 0'],
    ['María', 'Eulalia', 'none'],
    ['Jesús Antonio', 'José Antonio', 'none'],
    ['José Antonio', 'Jesús Antonio', 'none'],
    ['Jesús Luz Antonio', 'José Antonio', 'none'],
    ['Rosa', 'María Eulalia', 'none'],
    ['María Eulalia', 'María Rosa', 'none'],
    ['Eulalia María', 'María Eulalia', 'all 0'],
  ])('without the María or José before them: %s and %s: %s', (ours, theirs, agreed) => {
    expect(agreement(ours, theirs)).toBe(agreed)
  })

  it.each([
    ['M', 'Eulalia', 'José Eulalia', 'none'],
    ['H', 'Eulalia', 'José Eulalia', 'all 0'],
    ['H', 'Tadeo', 'María Tadeo', 'none'],
    ['M', 'Tadeo', 'María Tadeo', 'all 0'],
    ['X', 'Tadeo', 'María Tadeo', 'all 0'],
    ['M', 'José Eulalia', 'José Eulalia Rosa', 'some 0'],
    ['M', 'Eulalia José', 'José Eulalia', 'none'],
    ['M', 'Eulalia José', 'Eulalia José Rosa', 'some 0'],
    ['M', 'Eulalia', 'Eulalia José', 'some 0'],
  ] as const)('not with a name of the other sex before them: of %s, %s and %s: %s', (sex, ours, theirs, agreed) => {
    expect(agreement(ours, theirs, sex)).toBe(agreed)
  })

  it.each([
    ['Abdul Rahman', 'Abdurrahman', 'all 1', 'none'],
    ['Abdul Karim', 'Abdelkareem', 'all 0.5', 'none'],
    ['Muhammad Yusuf', 'Mohamed Youssef', 'all 1', 'none'],
    ['Muhammad', 'Yusuf', 'none', 'none'],
  ])('in one word too, and in other letters, of who was born abroad: %s and %s', (ours, theirs, abroad, here) => {
    expect(agreement(ours, theirs, 'H', true)).toBe(abroad)
    expect(agreement(ours, theirs, 'H', false)).toBe(here)
  })
})

it.each([
  ['H', 'María', true],
  ['M', 'María', false],
  ['X', 'María', false],
  ['H', 'José', false],
  ['M', 'José', true],
  ['X', 'José', false],
  ['H', 'M', false],
  ['M', 'J', false],
  ['H', 'Eulalia', false],
  ['M', 'Tadeo', false],
] as const)('for who is %s in the registry %s is of the other sex: %s', (sex, name, isOther) => {
  expect(isOfOtherSex(sex, inOneWord(nameTokens(name)))).toBe(isOther)
})

it('no name is of neither sex', () => {
  expect([isOfOtherSex('H', undefined), isOfOtherSex('M', undefined)]).toEqual([false, false])
})
