import { describe, expect, it } from 'vitest'
import { FactorCode, factor } from '#domain/recommendation/Catalog.ts'
import { StepCode, step } from '#domain/recommendation/CatalogSteps.ts'
import { explanations, messages, microexplanation } from '#domain/recommendation/CatalogTexts.ts'
import { describing } from '#domain/wording/lexicon/describing.ts'
import { people } from '#domain/wording/lexicon/people.ts'
import { rating } from '#domain/wording/lexicon/rating.ts'
import { usesForbiddenWord } from '#domain/wording/Wording.ts'
import { ratesPerson } from '#test/support/wording.ts'

describe('words that rate a person in identifiers (vocabulario_no_permitido)', () => {
  const refused = (texts: ReadonlyArray<string>) => texts.filter(ratesPerson)

  it('takes whole words only', () => {
    expect(refused(['comprobado', 'comprobante', 'descartes', 'underscore', 'frank', 'riego', 'operating'])).toEqual([])
    expect(refused(['generating', 'separating', 'moraleja', 'aprovechar', 'asterisk', 'brisk', 'malecon'])).toEqual([])
  })

  it('lets an apartment be an apto and a setting be a default', () => {
    expect(refused(['apto-301', 'aptos-12b', '/edificio/apto/4', '/hooks/default/v1', 'default-route'])).toEqual([])
    expect(refused(['default', 'default-42', 'default.example.com', '?x=default'])).toEqual([])
    expect(refused(['apto', 'apto-norte', 'apto-de-soltero-12', 'inquilino-apto-301'])).toEqual([])
    const texts = ['solicitante-apto', 'no-apto']
    expect(refused(texts)).toEqual(texts)
  })

  it('refuses forged papers, superlatives and neutral forms', () => {
    const texts = ['ine-falsa', 'pasaporte-falso', 'recibos-alterados', 'fake-paystub', 'morosisimo']
    expect(refused([...texts, 'endeudadisimas', 'endeudade'])).toHaveLength(7)
  })
})

describe('words that no sentence of an answer uses (respuesta_retenida)', () => {
  const withheld = (texts: ReadonlyArray<string>) => texts.filter(usesForbiddenWord)

  it('are also those that are steps of a rental in identifiers', () => {
    const texts = [
      'El solicitante fue rechazado.',
      'Aprobada',
      'Riesgo alto',
      'SCORE',
      'Es confiable',
      'La persona es morosa',
    ]
    expect(withheld(texts)).toEqual(texts)
  })

  it("let our own words pass: the catalog's texts and the contract's codes", () => {
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
    expect(withheld(texts)).toEqual([])
    const ours = 'validada concluidos coincidencia sustento recomendación decisión juicio listas verificado consultada'
    expect(withheld([ours, ...ours.split(' ')])).toEqual([])
  })
})

describe('the lists', () => {
  const { words, traits, names, adjectives } = describing

  it('say of a word only once when it counts', () => {
    const all = [words, traits, names, adjectives, rating.words, rating.grades].flatMap((list) => [...new Set(list)])
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([])
  })

  it('hold folded words only', () => {
    const all = [...words, ...traits, ...names, ...adjectives, ...rating.words, ...rating.grades, ...people]
    expect(all.filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
  })

  it('hold no word so short that it begins a folio, among those that always count', () => {
    expect([...words, ...rating.words].filter((word) => word.length < 5)).toEqual([])
  })
})
