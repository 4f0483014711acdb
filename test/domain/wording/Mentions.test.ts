import { describe, expect, it } from 'vitest'
import { phrases, words } from '#domain/wording/lexicon/inflections.ts'
import { mentionedIn } from '#domain/wording/Mentions.ts'
import { scan } from '#domain/wording/Scan.ts'
import { Finder } from '#domain/wording/Sequence.ts'
import { lexiconOf, stepsOf } from '#test/support/lexicon.ts'

const lexicon = lexiconOf(
  {
    words: words('viuda embarazada sida loca'),
    placesToo: words('viuda'),
    traits: words('obrero'),
    besidePerson: words('ciego posible'),
    alone: words('militar rica gorda'),
    numbered: words('trans'),
    notBeforeNumber: words('apta'),
    labels: words('oficio'),
    phrases: phrases(`
      lista negra
      listas negras malas
      mayor ##
      hijos #
      # hijos
      # torre
      nacido ####
      capitulo 7
      va no
      va nos
      va noso
    `),
    alonePhrases: phrases('tiempo parcial'),
  },
  {
    words: words('moroso'),
    placesToo: words('moroso'),
    besidePerson: words('flojo'),
    alone: words('apestoso'),
    phrases: phrases('mal pagador'),
    alonePhrases: phrases('tiempo perdido'),
  },
  phrases(`
    obrero mundial
    negra torre
    torre lista
    tres torre obrero
    descartes
  `),
)

const look = (text: string, isAll?: boolean) => (finder: Finder) => {
  const scanned = scan(text)
  return mentionedIn(finder, scanned, finder.sequenceOf(scanned), isAll)
}
const mentioned = (text: string, isAll?: boolean): number => look(text, isAll)(new Finder(lexicon))

/** Texts by the lists of which they mention something. */
interface Texts {
  readonly nothing?: string
  readonly describing?: string
  readonly rating?: string
  readonly both?: string
}

const wrongIn = ({ nothing = '', describing = '', rating = '', both = '' }: Texts, isAll?: boolean) =>
  [nothing, describing, rating, both].flatMap((texts, lists) =>
    (texts === '' ? [] : texts.split(' ')).flatMap((text) => {
      const found = mentioned(text, isAll)
      return found === lists ? [] : [`${text}: ${found}`]
    }),
  )

describe('a word', () => {
  it.each<[string, Texts]>([
    [
      'counts wherever it stands',
      { nothing: 'norte', describing: 'viuda norte-viuda viuda-norte-7', rating: 'moroso', both: 'viuda-moroso' },
    ],
    [
      'does not count behind what marks a place, or an article, where it may be a place',
      {
        nothing: 'calle-viuda calle-de-la-viuda calle-moroso la-viuda norte-la-viuda de-la-viuda 7-la-viuda',
        describing: 'calle-embarazada calle-norte-viuda calle-7-viuda calle-viuda-viuda viuda-calle viuda-la',
      },
    ],
    ['counts behind a mere `de`', { nothing: 'calle-de-viuda', describing: 'de-viuda norte-de-viuda' }],
    [
      'counts behind the article of a person, in the same part of the text',
      {
        nothing: 'inquilino/la-viuda inquilino=la-viuda',
        describing: 'inquilino-la-viuda inquilino-de-la-viuda',
      },
    ],
    [
      'that is a label names a person in its own list',
      { nothing: 'oficio-la-moroso', describing: 'oficio-la-viuda', rating: 'inquilino-la-moroso' },
    ],
    [
      'does not count where a place is marked in the part before',
      {
        nothing: 'calle/viuda calle-la/viuda calle/de/viuda norte-la/viuda norte-calle-de/viuda',
        describing: 'calle-norte/viuda',
      },
    ],
    [
      'counts unless a number follows, or another name of a unit',
      {
        nothing: 'apta-7 apta/7 apta-x9 apta-V1StGXR8 apta-1a2edad',
        describing: 'apta apta-norte apta-norte-7 7-apta depto-para-apta apta-01ARZ3NDEKTSV4RRFFQ69G5FAV',
      },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('a word that counts beside a person', () => {
  it.each<[string, Texts]>([
    [
      'counts on either side, with up to three particles between',
      {
        nothing: 'ciego inquilino-de-la-el-de-ciego ciego-de-la-el-de-inquilino',
        describing:
          'inquilino-ciego ciego-inquilino inquilino-de-la-el-ciego ciego-de-la-el-inquilino inquilino-de-ciego',
        rating: 'inquilino-flojo flojo-inquilino',
      },
    ],
    [
      'does not count beyond anything else',
      { nothing: 'inquilino-norte-ciego ciego-norte-inquilino ciego-7-inquilino norte-ciego ciego-norte' },
    ],
    [
      'counts beyond a slash, but for customers, and never beyond a parameter',
      {
        nothing:
          'cliente/ciego ciego/cliente cliente/de-ciego cliente-de/ciego inquilino?ciego ciego?inquilino inquilino?de/ciego',
        describing:
          'inquilino/ciego ciego/inquilino inquilino-de/ciego inquilino/de-ciego cliente-ciego cliente=ciego ciego=cliente',
      },
    ],
    ['counts beside a label of its list', { nothing: 'oficio-flojo', describing: 'oficio-ciego' }],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('a word that counts alone', () => {
  it.each<[string, Texts]>([
    [
      'counts where nothing else is said in the whole text',
      {
        nothing:
          'norte-militar militar-norte norte/militar militar/norte militar-ciego norte-7/militar norte/7/militar',
        describing:
          'militar folio-militar muy-militar dos-militar de-militar inquilino-militar trans-militar militar-la viuda-militar',
        rating: 'apestoso',
        both: 'apestoso-militar',
      },
    ],
    [
      'counts where a number stands in its part of the text',
      {
        nothing: 'folio=militar folio?militar militar/norte-7 norte-militar-7',
        describing: 'militar-7 norte/militar-7 7-militar/norte norte/militar-x9',
      },
    ],
    ['does not count behind an article', { nothing: 'la-militar el-militar-4', describing: 'de-militar-4' }],
    [
      'of up to four letters does not count with a number of six digits glued to it',
      {
        nothing: 'RICA240115 folio-RICA240115 RICA240115-7 RICA2401150',
        describing: 'RICA24011 RICA-240115 GORDA240115 RICA',
      },
    ],
    [
      'and a number counts with one',
      {
        nothing: 'posible-7 trans trans/9 9/trans trans-norte-9 la-trans-9 TRANS/TRAN240115 inquilino-trans',
        describing: 'trans-9 9-trans trans-x9 norte/trans-9 folio-trans-9 trans-militar-9',
      },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })

  it('does not count where the text is a name', () => {
    const texts = {
      nothing: 'militar militar-7 trans-9 tiempo-parcial tiempo-perdido',
      describing: 'viuda apta lista-negra inquilino-ciego',
    }
    expect(wrongIn(texts, false)).toEqual([])
  })
})

describe('a text that says whom a dwelling is for', () => {
  it('mentions nothing by that, but for words that count wherever they stand', () => {
    const texts = {
      nothing:
        'depto-para-viuda depto-para-norte-viuda depto-norte-para-viuda depto-para-inquilino-ciego depto-para-militar depto-para-lista-negra depto-para-norte=viuda depto-para-norte=casa=viuda',
      describing:
        'depto-para-embarazada para-depto-viuda depto-viuda para-viuda depto/para-viuda depto-para/viuda depto-para-norte/viuda depto?para=viuda norte=para-viuda =viuda norte-depto=norte-para-viuda viuda-depto-para',
    }
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('what stands among random pieces', () => {
  it('counts from five letters on, and a phrase from six', () => {
    const texts = {
      nothing: 'sida-V1StGXR8 V1StGXR8-loca va-no-V1StGXR8 va-nos-V1StGXR8',
      describing:
        'sida va-no va-nos viuda-V1StGXR8 va-noso-V1StGXR8 sida/V1StGXR8 va-no/V1StGXR8 sida-01ARZ3NDEKTSV4RRFFQ69G5FAV loca-1a2edad',
    }
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('a phrase', () => {
  it.each<[string, Texts]>([
    [
      'counts in its order, with up to three particles between its words',
      {
        nothing: 'negra-lista lista-norte-negra lista-7-negra lista-de-la-el-de-negra listas-negras lista',
        describing: 'lista-negra lista-de-la-el-negra listas-de-negras-las-malas norte-lista-negra-norte',
        rating: 'mal-pagador',
        both: 'mal-pagador-lista-negra',
      },
    ],
    [
      'goes on beyond a slash, but not beyond a parameter',
      { nothing: 'lista?negra lista-de?negra', describing: 'lista/negra lista=negra' },
    ],
    [
      'that begins with a number does not go on beyond a slash',
      { nothing: '3/hijos 0/hijos 3?hijos', describing: '3-hijos 3=hijos 0-hijos dos/hijos hijos/3 dos-hijos' },
    ],
    [
      'has small numbers up to twelve',
      { nothing: 'hijos-13 13-hijos hijos-diez', describing: 'hijos-0 hijos-12 hijos-dos' },
    ],
    [
      'has ages from 13 to 109, but for fifteen',
      { nothing: 'mayor-12 mayor-15 mayor-110', describing: 'mayor-13 mayor-14 mayor-16 mayor-109' },
    ],
    [
      'has years from 1900 to 2099',
      { nothing: 'nacido-1899 nacido-2100 nacido-19', describing: 'nacido-1900 nacido-2099' },
    ],
    ['has a number as it is written', { nothing: 'capitulo-8 capitulo-siete', describing: 'capitulo-7' }],
    [
      'that counts alone counts where nothing else is said in its part of the text',
      {
        nothing: 'norte-tiempo-parcial tiempo-parcial-norte norte-tiempo-perdido',
        describing: 'tiempo-parcial tiempo-parcial-7 tiempo-muy-parcial norte/tiempo-parcial',
        rating: 'tiempo-perdido folio-tiempo-perdido',
      },
    ],
    [
      'that is exempt takes its words, and phrases that have one of them, out of what counts',
      {
        nothing:
          'obrero-mundial obrero-mundial-7 inquilino-obrero-mundial lista-negra-torre torre-lista-negra inquilino-tres-torre-obrero-inquilino descartes depto-para-negra-torre',
        describing:
          'obrero-7 inquilino-obrero inquilino-obrero-norte obrero-mundial-viuda viuda-obrero-mundial obrero-mundial/obrero-7 lista-negra-lista-negra-torre negra-torre-norte-lista-negra lista-negra-obrero-mundial',
        rating: 'mal-pagador-lista-negra-torre lista-negra-torre-mal-pagador',
      },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('another reading', () => {
  it.each<[string, Texts]>([
    [
      'of pieces together counts as a word that counts wherever it stands',
      { nothing: 'mor-oso mili-tar disc-iegos c-i-e-g-o', describing: 'embar-azada', rating: 'm-o-r-o-s-o' },
    ],
    [
      'of digits as letters counts as if it were written so',
      {
        nothing: 'c1ego norte-m1litar 4pta-7',
        describing: 'inquilino-c1ego l1sta-negra calle-v1uda m1litar m1litar-7 tr4ns-9',
        rating: 'm0r0so',
      },
    ],
    [
      'of one token counts as a word, or as the words that are joined in it, and never alone',
      {
        nothing: 'mIlItAr cl1entemilitar cLiEnTeCiEgO lIsTaNeGrA',
        describing: 'cl1enteciego clienteciego l1stanegra inquilinoCiego',
        rating: 'mOrOsO',
      },
    ],
  ])('%s', (_, texts) => {
    expect(wrongIn(texts)).toEqual([])
  })
})

describe('the steps over words and phrases', () => {
  it.each([
    ['norte', 9],
    ['zz', 4],
    // A number may begin a phrase.
    ['7', 3],
    ['8', 2],
    ['7-zz', 8],
    // Where words stand is found out when one of them may count.
    ['viuda', 12],
    ['inquilino-ciego', 45],
    ['lista-zz', 25],
    ['zz-lista', 19],
    ['lista-viuda-viuda', 56],
    ['lista-negra', 36],
  ])('are counted, and lead no further than a phrase may go: %j', (text, steps) => {
    expect(stepsOf(lexicon, look(text))).toBe(steps)
  })
})
