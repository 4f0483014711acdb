import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FactorCode, factor } from '#domain/recommendation/Catalog.ts'
import { StepCode, step } from '#domain/recommendation/CatalogSteps.ts'
import { explanations, messages, microexplanation } from '#domain/recommendation/CatalogTexts.ts'
import type { Definition } from '#domain/wording/Lexicon.ts'
import { descriptive } from '#domain/wording/lexicon/descriptive.ts'
import { alternatives } from '#domain/wording/lexicon/inflections.ts'
import { rating } from '#domain/wording/lexicon/rating.ts'
import { usesForbiddenWord } from '#domain/wording/Vocabulary.ts'

const refused = (texts: ReadonlyArray<string>) => texts.filter(usesForbiddenWord)

describe('usesForbiddenWord (vocabulario_no_permitido)', () => {
  it('refuses verdicts, scores, debts, risk and trust in their inflections', () => {
    const families = `
      aprobar aprobado aprobada aprobados aprobadas aprobo aprueba apruebe aprobacion aprobaciones reprobado reprueba
      rechazar rechazado rechazada rechazo rechace denegada descalificado calificado califica califique calificacion
      calificaciones score scores scoring puntaje puntuacion puntuaciones rating moroso morosa morosos morosas morosidad
      deudor deudora deudores deudoras deuda deudas adeudo adeuda endeudado insolvente insolventes riesgo riesgos riesgoso
      confiable confiables fraude fraudes fraudulento fraudulenta estafa estafador estafadoras sospechoso sospechosas
      approved approving approval rejected rejects denied denies denying risk risks risky fraud trustworthy blacklist
      blacklisted delinquent defaulter defaulted evicted evicting apta aptas
    `
    const words = families.trim().split(/\s+/)
    expect(words.filter((word) => !usesForbiddenWord(word))).toEqual([])
    expect(words.filter((word) => !usesForbiddenWord(`/hooks/${word}/42?tenant=7`))).toEqual([])
  })

  it('refuses phrases, apart or joined', () => {
    for (const text of [
      'lista-negra',
      'listas_negras',
      'listanegra',
      'listaNegra',
      'lista%20negra',
      'no-apto',
      'noapta',
    ]) {
      expect(usesForbiddenWord(text), text).toBe(true)
    }
    for (const text of [
      'no-pasa',
      'noPasa',
      'nopasa',
      'no_paga',
      'nopaga',
      'black-list',
      'loan-default',
      'mal-pagador',
    ]) {
      expect(usesForbiddenWord(text), text).toBe(true)
    }
    expect(
      refused([
        'lista-7-negra',
        'negra-lista',
        'lista',
        'negra',
        'no-aplica',
        'pasa',
        'pagador-3',
        'clientemoroso',
        'm0r0so',
      ]),
    ).toEqual([])
  })

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

  it('lets steps of a rental and plain technical words pass', () => {
    const texts = [
      'precalificacion-12',
      'preaprobacion-bancaria',
      'ingreso-2024-12',
      'cobranza-7',
      'buro-109',
      'separado-2',
    ]
    expect(refused([...texts, 'contrato-vencido-3', 'referencias-12', 'dictamen-4'])).toEqual([])
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

  it('finds a forbidden word anywhere in a sentence', () => {
    const word = fc.constantFrom('moroso', 'riesgo', 'aprobada', 'fraude', 'puntaje', 'lista negra')
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(explanations)), word, fc.nat(), (sentence, forbidden, at) => {
        const words = sentence.split(' ')
        words.splice(at % words.length, 0, forbidden)
        expect(usesForbiddenWord(words.join(' '))).toBe(true)
      }),
    )
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
