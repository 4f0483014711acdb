import { describe, expect, it } from 'vitest'
import { compile } from '#domain/wording/Lexicon.ts'
import { phrases, words } from '#domain/wording/lexicon/inflections.ts'
import { tokensOf } from '#domain/wording/Tokens.ts'
import { layoutOf, mentions } from '#domain/wording/Wording.ts'

const lexicon = compile(
  {
    words: words('viuda embarazada sida'),
    placesToo: words('viuda'),
    traits: words('obrero loca rica'),
    besidePerson: words('ciego prieto'),
    labels: words('oficio'),
    phrases: phrases(`
      lista negra
      listas negras malas
      mayor ##
      hijos #
      # hijos
      nacido ####
      nac #date
      capitulo 7
      ley #any
      va no
    `),
    alonePhrases: phrases('tiempo parcial'),
  },
  words('inquilino cliente'),
  phrases(`
    obrero mundial
    negra torre
    descartes
  `),
)

const isMentioned = (text: string): boolean => mentions(layoutOf(tokensOf(text), [lexicon]), lexicon)

/** Texts by whether they mention anything. */
interface Texts {
  readonly nothing: string
  readonly something: string
}

const wrongIn = ({ nothing, something }: Texts) => [
  ...nothing.split(' ').filter(isMentioned),
  ...something.split(' ').filter((text) => !isMentioned(text)),
]

describe('a word', () => {
  it.each<[string, Texts]>([
    ['counts wherever it stands', { nothing: 'norte', something: 'embarazada norte-embarazada embarazada-norte-7' }],
    [
      'does not count behind what marks a place, or an article, where it may be a place',
      {
        nothing: 'calle-viuda calle-de-la-viuda la-viuda norte-la-viuda 7-la-viuda inmobiliaria-viuda depto-de-viuda',
        something: 'calle-embarazada calle-norte-viuda calle-7-viuda viuda-calle norte-de-viuda depto-viuda',
      },
    ],
    [
      'counts behind the article of a person, in the same part of the text',
      { nothing: 'inquilino/la-viuda inquilino=la-viuda', something: 'inquilino-la-viuda oficio-la-viuda' },
    ],
    [
      'does not count where a place is marked in the part before',
      { nothing: 'calle/viuda calle=la-viuda norte-calle/de-viuda', something: 'calle-norte/viuda' },
    ],
    [
      'counts in camel case, also where capitals cut it otherwise',
      { nothing: 'calleViuda', something: 'norteEmbarazada EMBARAZADANorte embarazADA' },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('a word beside a person', () => {
  it.each<[string, Texts]>([
    [
      'counts on either side, with up to three particles between',
      {
        nothing: 'ciego inquilino-de-la-el-de-ciego norte-ciego ciego-7',
        something: 'inquilino-ciego ciego-inquilino inquilino-de-la-el-ciego inquilino-obrero oficio=ciego',
      },
    ],
    [
      'does not count beyond anything else, nor beyond a slash or a parameter',
      {
        nothing: 'inquilino-norte-ciego ciego-7-inquilino inquilino?ciego cliente/ciego inquilino/ciego',
        something: 'cliente=ciego',
      },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('a trait', () => {
  it.each<[string, Texts]>([
    [
      'counts where nothing else is said',
      {
        nothing:
          'norte-obrero prieto-obrero-7 obrero-norte-7 norte/obrero calle-obrero-3 obrero/norte obrero/hooks la-loca-7 el-obrero',
        something: 'obrero obrero-3 folio-obrero muy-obrero dos-obrero norte/obrero-7 hooks/obrero/7',
      },
    ],
    [
      'of up to four letters does not count with a number of six digits glued to it',
      { nothing: 'RICA240115 folio-RICA240115', something: 'RICA24011 RICA-240115 OBRERO240115' },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('a phrase', () => {
  it.each<[string, Texts]>([
    [
      'counts in its order, with up to three particles between its words, and as one word',
      {
        nothing: 'negra-lista lista-norte-negra lista-7-negra lista-de-la-el-de-negra listas-negras norte-listanegras',
        something: 'lista-negra lista-de-la-el-negra norte-lista-negra-norte listanegra listaNegra LISTAnegra',
      },
    ],
    ['goes on beyond a slash, but not beyond a parameter', { nothing: 'lista?negra', something: 'lista/negra' }],
    ['that begins with a number ends at a slash', { nothing: '3/hijos', something: '3-hijos dos/hijos hijos/3' }],
    [
      'has small numbers, ages, years, dates, and numbers as they are',
      {
        nothing: '13-hijos mayor-12 mayor-110 mayor-15 nacido-1899 nac-12 nac-1234567 capitulo-8 ley',
        something: '12-hijos un-hijos mayor-13 mayor-109 nacido-1950 nac-19500211 nac-500211 capitulo-7 ley-12b',
      },
    ],
    ['may count only where nothing else is said', { nothing: 'norte-tiempo-parcial', something: 'tiempo-parcial-7' }],
    [
      'may exempt its words',
      { nothing: 'obrero-mundial-3 lista-negra-torre descartes-7', something: 'obrero-norte-obrero-3-lista-negra' },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

it('says nothing of whom a dwelling is for, but with words that count wherever they stand', () => {
  const texts = {
    nothing:
      'depto-para-viuda depto-norte-para-viuda depto-para-inquilino-ciego depto-para-lista-negra depto-para=viuda',
    something: 'depto-para-embarazada para-depto-viuda depto/para-viuda depto-para/viuda depto?para=viuda',
  }
  expect(wrongIn(texts)).toEqual([])
})

it('says nothing with short words among random pieces', () => {
  const texts = {
    nothing: 'sida-V1StGXR8 va-no-V1StGXR8',
    something: 'sida va-no embarazada-V1StGXR8 sida/V1StGXR8 sida-01ARZ3NDEKTSV4RRFFQ69G5FAV',
  }
  expect(wrongIn(texts)).toEqual([])
})
