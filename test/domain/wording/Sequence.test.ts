import { describe, expect, it } from 'vitest'
import { scan } from '#domain/wording/Scan.ts'
import type { Finder } from '#domain/wording/Sequence.ts'
import { lexiconOf, shownBy, stepsOf } from '#test/support/lexicon.ts'

const lexicon = lexiconOf(
  {
    words:
      'viuda loca embarazada discapacitada abc def ghi abcdefg hij defghi abcd efgh ghij klm ttpqrs klmttp qrs'.split(
        ' ',
      ),
  },
  { words: 'moroso morosos deuda insolvente endeudado'.split(' ') },
)
const { words, spelled, others, together } = shownBy(
  lexicon,
  'viuda loca embarazada discapacitada abc def ghi abcdefg hij defghi abcd efgh ghij klm ttpqrs klmttp qrs moroso morosos deuda insolvente endeudado cliente de no alta lista casa',
)
/** As many words of two letters as there are, joined into one. */
const repeated = (count: number): ReadonlyArray<string> => Array.from({ length: count }, () => `0 no 0-${2 * count}`)

describe('the words of a text', () => {
  it.each<[string, ReadonlyArray<string>]>([
    ['', []],
    ['moroso', ['0 moroso 0-6']],
    ['casa-MOROSO', ['0 casa 0-4', '1 moroso 5-11']],
    ['casa=moroso/7', ['0 casa 0-4', '2 moroso 5-11', '3 number 7 12-13']],
    ['moros', ['0 ? 0-5']],
    ['morosox', ['0 ? 0-7']],
    ['x9', ['0 unit -1 0-2']],
    ['0-9', ['0 number 0 0-1', '1 number 9 2-3']],
    ['9876', ['0 number 9876 0-4']],
    ['00012', ['0 number -1 0-5']],
  ])('stand in it as the lexicon knows them, and numbers of up to four digits with their value: %j', (text, found) => {
    expect(words(text)).toEqual(found)
  })

  it.each<[string, ReadonlyArray<string>]>([
    ['clientemoroso', ['0 cliente 0-13', '0 moroso 0-13']],
    ['7/clientemoroso', ['0 number 7 0-1', '3 cliente 2-15', '0 moroso 2-15']],
    ['noalta', ['0 no 0-6', '0 alta 0-6']],
    ['nodeno', ['0 no 0-6', '0 de 0-6', '0 no 0-6']],
    ['xmoroso', ['0 ? 0-7']],
    ['xxmoroso', ['0 ? 0-8']],
    ['morosoxx', ['0 ? 0-8']],
    ['clientexmoroso', ['0 ? 0-14']],
  ])('are taken apart where nothing but words is joined: %j', (text, found) => {
    expect(words(text)).toEqual(found)
  })

  it('are taken apart from six letters on, up to sixty-four', () => {
    expect(words('nomal')).toEqual(['0 ? 0-5'])
    expect(words('no'.repeat(32))).toEqual(repeated(32))
    expect(words(`${'no'.repeat(31)}del`)).toEqual(['0 ? 0-65'])
    expect(words(`${'-'.repeat(60)}noalta`)).toEqual(['1 no 60-66', '0 alta 60-66'])
  })

  it('are taken apart into words of one list alone', () => {
    expect(words('viudaloca')).toEqual(['0 viuda 0-9', '0 loca 0-9'])
    expect(words('deudamorosos')).toEqual(['0 deuda 0-12', '0 morosos 0-12'])
    expect(words('viudamorosos')).toEqual(['0 ? 0-12'])
    expect(words('deudaviuda')).toEqual(['0 ? 0-10'])
  })

  it('are taken apart into the fewest, and of as many into those with the longest at the end', () => {
    expect(words('abcdefghi')).toEqual(['0 abc 0-9', '0 defghi 0-9'])
    expect(words('abcdefghij')).toEqual(['0 abcdefg 0-10', '0 hij 0-10'])
    expect(words('noabcdefghi')).toEqual(['0 no 0-11', '0 abc 0-11', '0 defghi 0-11'])
    expect(words('abcdefgh')).toEqual(['0 abcd 0-8', '0 efgh 0-8'])
    expect(words('klmttpqrs')).toEqual(['0 klm 0-9', '0 ttpqrs 0-9'])
  })

  it('are taken apart each for itself', () => {
    expect(words('clientemoroso-clientemorosx')).toEqual(['0 cliente 0-13', '0 moroso 0-13', '1 ? 14-27'])
    expect(words('clientemorosx-clientemoroso')).toEqual(['0 ? 0-13', '1 cliente 14-27', '0 moroso 14-27'])
    expect(words('nonono-nonox')).toEqual(['0 no 0-6', '0 no 0-6', '0 no 0-6', '1 ? 7-12'])
    expect(words('nonono-nomalx')).toEqual(['0 no 0-6', '0 no 0-6', '0 no 0-6', '1 ? 7-13'])
  })

  it.each<[string, ReadonlyArray<string>]>([
    ['xembarazada', ['0 embarazada 0-11']],
    ['embarazadax', ['0 embarazada 0-11']],
    ['clientexembarazada', ['0 embarazada 0-18']],
    ['noinsolventes', ['0 insolvente 0-13']],
    ['xendeudado', ['0 endeudado 0-10']],
    ['embarazad', ['0 ? 0-9']],
    ['embarazade', ['0 ? 0-10']],
    ['xembarazad', ['0 ? 0-10']],
    ['xmorososxxxx', ['0 ? 0-12']],
  ])('that are long are found inside of other letters: %j', (text, found) => {
    expect(words(text)).toEqual(found)
  })
})

describe('words that were cut into pieces', () => {
  const [describing, rating] = [1, 1 << 8]
  it.each([
    ['dis-capacitada', describing],
    ['dis_capa.citada', describing],
    ['disCapacitada', describing],
    ['mor-osos', rating],
    ['mor-oso', 0],
    ['x-mor-osos-x', rating],
    ['7-mor-osos', rating],
    ['mor-osos/mor-oso', rating],
    ['mor-osox', 0],
    ['xmor-osos', 0],
    ['x-mor-oso', 0],
    ['mor-oSoS', 0],
    ['mor=osos', 0],
    ['mor/osos', 0],
    ['mor-7-osos', 0],
    ['morosos-x', 0],
    ['d-e-u-d-a', rating],
    ['x-d-e-u-d-a', rating],
    ['d-e-u-da', 0],
    ['de-u-d-a', 0],
    ['l-o-c-a', 0],
    ['moroso', 0],
    ['', 0],
  ])('are found from seven letters on, and spelled out from five: %j', (text, list) => {
    expect(together(text) & (describing | rating)).toBe(list)
  })
})

describe('words in which digits stand for letters', () => {
  it.each<[string, ReadonlyArray<string>]>([
    ['m0r0so', ['0 moroso 0-6']],
    ['casa=m0r0so/casa', ['0 casa 0-4', '2 moroso 5-11', '3 casa 12-16']],
    ['casa-v1uda-7-m0r0so', ['0 casa 0-4', '1 viuda 5-10', '1 number 7 11-12', '1 moroso 13-19']],
    ['x9-m0r0so-x9', ['0 unit -1 0-2', '1 moroso 3-9', '1 unit -1 10-12']],
    ['clienteMoros0-m0r0so', ['0 cliente 0-7', '0 ? 7-12', '0 number 0 12-13', '1 moroso 14-20']],
    ['m0r0so2024-casa', ['0 moroso 0-6', '0 number -1 0-6', '1 casa 11-15']],
    ['2024m0r0so', ['0 moroso 4-10', '0 number -1 4-10']],
    ['moros0-clientemoroso', ['0 moroso 0-6', '1 cliente 7-20', '0 moroso 7-20']],
    ['casa', []],
    ['casa-x9', []],
    ['m0r0s', []],
  ])('are spelled out among the others, and what numbers them is kept: %j', (text, found) => {
    expect(spelled(text)).toEqual(found)
  })

  it.each<[string, ReadonlyArray<ReadonlyArray<string>>]>([
    ['mOrOsO', [['0 moroso 0-6']]],
    ['mOrOsOs', [['0 morosos 0-7']]],
    ['cLiEnTeMoRoSo', []],
    ['xEmBaRaZaDa', []],
    ['clienteMoroso', [['0 cliente 0-13', '0 moroso 0-13']]],
    ['listaviuda7', [['0 lista 0-10', '0 viuda 0-10']]],
    ['noMaly', []],
    ['m0r0so-v1uda', [['0 moroso 0-6'], ['0 viuda 7-12']]],
    ['n0alta', [['0 no 0-6', '0 alta 0-6']]],
    ['4ltano', [['0 alta 0-6', '0 no 0-6']]],
    ['n0mal', []],
    ['clientemoros0', []],
    ['cli3ntemoros0', [['0 cliente 0-13', '0 moroso 0-13']]],
    ['x0xembarazada', []],
    ['xembarazada9', [['0 embarazada 0-11']]],
    ['casa', []],
  ])('or written in changing case are read for themselves as well: %j', (text, found) => {
    expect(others(text)).toEqual(found)
  })

  it.each([
    ['l0ca', true],
    ['l0ca-7', true],
    ['7-l0ca', true],
    ['12-l0ca-7', true],
    ['l0ca-x', false],
    ['x-l0ca', false],
    ['x9-l0ca', false],
    ['l0ca-l0ca', false],
    ['l0ca-12@', false],
  ])(
    'are read from five letters on, and shorter ones where nothing but numbers stands beside them: %j',
    (text, isRead) => {
      expect([spelled(text).length > 0, others(text).length > 0]).toEqual([isRead, isRead])
    },
  )
})

describe('the steps over a text', () => {
  const sequenceOf = (text: string) => (finder: Finder) => finder.sequenceOf(scan(text))
  it.each([
    // Each character, then each letter of the word, and the word itself.
    ['moroso', 13],
    ['-moroso-', 15],
    ['123456', 6],
    // Nothing begins with a z.
    ['zzzzz', 7],
    // Nor with a part of a joined word, in two lists, from six letters on.
    ['zzzzzz', 10],
    ['mozzz', 9],
    ['mozzzz', 16],
    ['nodeno', 18],
    ['nodenz', 26],
    // Nor is a long word inside, from nine letters on.
    ['zzzzzzzzz', 14],
    ['zzzzzzzzzz', 16],
    ['zembarazad', 24],
  ])('are counted, and lead no further than a word may go: %j', (text, steps) => {
    expect(stepsOf(lexicon, sequenceOf(text))).toBe(steps)
  })

  it.each([
    ['mor-osos', 9],
    ['m-o-r-o', 16],
    // Nothing goes on with a z.
    ['mor-zz-zz', 8],
    ['mor', 0],
    ['mor=osos', 0],
    ['mor-7', 0],
  ])('are counted where pieces are put together: %j', (text, steps) => {
    expect(stepsOf(lexicon, (finder) => finder.flagsTogether(scan(text)))).toBe(steps)
  })
})
