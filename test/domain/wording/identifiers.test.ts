import { describe, expect, it } from 'vitest'
import { seed } from '#test/support/seed.ts'
import { describesPerson, isOpaqueFor, ratesPerson } from '#test/support/wording.ts'
import { aims, figures } from '#tools/wording/figures.ts'
import { innocent } from './corpus/innocent.ts'
import { cities, neighbourhoods, pathWords, streets } from './corpus/places.ts'
import { describing, rating } from './corpus/refused.ts'
import { opaqueIdentifiers } from './identifiers.corpus.ts'

const isOpaque = isOpaqueFor(['Quetzalli', 'Xochihua', 'Tzintzun'])

describe('partners’ identifiers', () => {
  it('pass when they are opaque: 20,000 without peticion_invalida or vocabulario_no_permitido', () => {
    // About one random id in a million spells a word: another seed may find one.
    const refused = opaqueIdentifiers(seed, 20_000).filter((text) => !isOpaque(text) || ratesPerson(text))
    expect(refused, `seed ${seed}`).toEqual([])
  })

  it('pass when they name streets, cities, neighbourhoods and parts of software', () => {
    const refused = [...streets, ...cities, ...neighbourhoods, ...pathWords].filter(
      (name) => !isOpaque(name) || ratesPerson(name) || !isOpaque(`/v1/${name}/7`),
    )
    expect(refused).toEqual([])
  })

  it('pass when words that describe people are names of streets, colonies, houses, companies, and steps', () => {
    expect(innocent.filter((text) => !isOpaque(text) || ratesPerson(text))).toEqual([])
  })

  it.each([
    ['describe a person (peticion_invalida)', describing, describesPerson],
    ['rate a person (vocabulario_no_permitido)', rating, ratesPerson],
  ])('are refused when they %s', (_, corpus, catches) => {
    expect(corpus.filter((text) => !catches(text))).toEqual([])
  })
})

describe('texts as people write them', () => {
  const { identifiers, machineMade, descriptions } = figures(seed, 2_000)

  it('are refused wrongly at most twice in a thousand, and never when a machine made them', () => {
    expect(identifiers.texts).toBeGreaterThan(1_000)
    expect((1_000 * identifiers.refused.length) / identifiers.texts).toBeLessThanOrEqual(aims.wrongIn1000)
    expect(machineMade.refused, `seed ${seed}`).toEqual([])
  })

  it('are refused in at least 85 of 100 cases when they clearly describe or rate a person', () => {
    expect(descriptions.texts).toBeGreaterThan(1_000)
    expect((100 * descriptions.refused.length) / descriptions.texts).toBeGreaterThanOrEqual(aims.refusedIn100)
  })
})
