import { describe, expect, it } from 'vitest'
import { FactorCode, factor } from '#domain/recommendation/Catalog.ts'
import { StepCode, step } from '#domain/recommendation/CatalogSteps.ts'
import { explanations, messages, microexplanation } from '#domain/recommendation/CatalogTexts.ts'
import type { Definition } from '#domain/wording/Lexicon.ts'
import { descriptive } from '#domain/wording/lexicon/descriptive.ts'
import { alternatives } from '#domain/wording/lexicon/inflections.ts'
import { rating } from '#domain/wording/lexicon/rating.ts'
import { usesForbiddenWord } from '#domain/wording/Wording.ts'

const refused = (texts: ReadonlyArray<string>) => texts.filter(usesForbiddenWord)

describe('usesForbiddenWord (vocabulario_no_permitido)', () => {
  it('takes whole words only', () => {
    expect(refused(['comprobado', 'comprobante', 'descartes', 'underscore', 'frank', 'riego', 'operating'])).toEqual([])
    expect(refused(['generating', 'separating', 'moraleja', 'aprovechar', 'asterisk', 'brisk', 'malecon'])).toEqual([])
  })

  it('lets an apartment be an apto and a setting be a default', () => {
    expect(refused(['apto-301', 'aptos-12b', '/edificio/apto/4', '/hooks/default/v1', 'default-route'])).toEqual([])
    expect(refused(['default', 'default-42', 'default.example.com', '?x=default'])).toEqual([])
    expect(refused(['apto', 'apto-norte', 'apto-de-soltero-12'])).toEqual([])
    const texts = ['solicitante-apto', 'no-apto', 'dictamen=apto', 'loan-default', 'in-default']
    expect(refused(texts)).toEqual(texts)
  })

  it('refuses forged papers, superlatives and neutral forms', () => {
    const texts = ['ine-falsa', 'pasaporte-falso', 'recibos-alterados', 'fake-paystub', 'morosisimo', 'rechazadisimo']
    expect(refused([...texts, 'endeudadisimas', 'rechazade'])).toHaveLength(8)
  })

  it("lets our own words pass: the catalog's texts and the contract's codes", () => {
    const texts = [
      ...FactorCode.literals.flatMap((code) => {
        const { text, reviewed, meaning } = factor(code)
        return [code, text, reviewed ?? '', meaning ?? '']
      }),
      ...StepCode.literals.flatMap((code) => [code, step(code).text]),
      ...Object.values(messages),
      ...Object.values(explanations),
      microexplanation,
    ]
    expect(texts.length).toBeGreaterThan(60)
    expect(refused(texts)).toEqual([])
    const ours = 'validada concluidos coincidencia sustento recomendación decisión juicio listas verificado consultada'
    expect(refused([ours, ...ours.split(' ')])).toEqual([])
  })
})

describe('the two lists (peticion_invalida and vocabulario_no_permitido)', () => {
  const wordsIn = ({ words, traits, besidePerson }: Definition) => new Set([...words, ...traits, ...besidePerson])

  it('have no word and no phrase in common', () => {
    const described = wordsIn(descriptive)
    expect([...wordsIn(rating)].filter((word) => described.has(word))).toEqual([])
    const writtenOut = (phrases: ReadonlyArray<ReadonlyArray<string>>) =>
      phrases.flatMap((phrase) =>
        phrase.reduce<ReadonlyArray<string>>(
          (starts, position) => starts.flatMap((start) => alternatives(position).map((word) => `${start} ${word}`)),
          [''],
        ),
      )
    const phrases = new Set(writtenOut(descriptive.phrases))
    expect(writtenOut(rating.phrases).filter((phrase) => phrases.has(phrase))).toEqual([])
  })

  it('hold folded words only, and none so short that random ids meet it', () => {
    for (const list of [descriptive, rating]) {
      expect([...wordsIn(list)].filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
      expect(list.words.filter((word) => word.length < 4)).toEqual([])
    }
  })

  it('say of a word only once whether it counts alone or in company', () => {
    for (const { words, traits, besidePerson } of [descriptive, rating]) {
      const always = new Set<string>(words)
      expect([...traits, ...besidePerson].filter((word) => always.has(word))).toEqual([])
      const alone = new Set<string>(traits)
      expect(besidePerson.filter((word) => alone.has(word))).toEqual([])
    }
  })
})
