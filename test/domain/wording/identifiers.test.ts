import { describe, expect, it } from 'vitest'
import { usesForbiddenWord } from '#domain/wording/Wording.ts'
import { seed } from '#test/support/seed.ts'
import { describesPerson, isOpaqueFor } from '#test/support/wording.ts'
import { descriptive } from './corpus/descriptive.ts'
import { innocent } from './corpus/innocent.ts'
import { cities, neighbourhoods, pathWords, streets } from './corpus/places.ts'
import { rating } from './corpus/rating.ts'
import { opaqueIdentifiers } from './identifiers.corpus.ts'

const isOpaque = isOpaqueFor(['Quetzalli', 'Xochihua', 'Tzintzun'])

describe('partners’ identifiers', () => {
  it('pass when they are opaque: 20,000 without peticion_invalida or vocabulario_no_permitido', () => {
    // About one random id in a million spells a word: another seed may find one.
    const refused = opaqueIdentifiers(seed, 20_000).filter((text) => !isOpaque(text) || usesForbiddenWord(text))
    expect(refused, `seed ${seed}`).toEqual([])
  })

  it('pass when they name streets, cities, neighbourhoods and parts of software', () => {
    const refused = [...streets, ...cities, ...neighbourhoods, ...pathWords].filter(
      (name) => !isOpaque(name) || usesForbiddenWord(name) || !isOpaque(`/v1/${name}/7`),
    )
    expect(refused).toEqual([])
  })

  it('pass when words that describe people are names of streets, colonies, houses, companies, and steps', () => {
    expect(innocent.filter((text) => !isOpaque(text) || usesForbiddenWord(text))).toEqual([])
  })

  it.each([
    ['describe a person (peticion_invalida)', descriptive, describesPerson],
    ['rate a person (vocabulario_no_permitido)', rating, usesForbiddenWord],
  ])('are refused when they %s', (_, corpus, catches) => {
    expect(corpus.filter((text) => !catches(text))).toEqual([])
  })
})
