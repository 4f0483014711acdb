import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextReading, randomPiece, randomToken, readingsOf, wordsOf } from '#domain/wording/Words.ts'

/** The words of the text as it stands, before other readings. */
const first = (text: string) => wordsOf(text).slice(0, wordsOf(text).indexOf(nextReading))

describe('wordsOf', () => {
  it('splits at separators, at camel case and between letters and digits', () => {
    expect(first('/hooks/lista-negra_2024?a=b')).toEqual(['hooks', 'lista', 'negra', '2024', 'a', 'b'])
    expect(first('listaNegra')).toEqual(['lista', 'negra'])
    expect(first('CURPCliente')).toEqual(['curp', 'cliente'])
    expect(first('sinHijos2')).toEqual(['sin', 'hijos', '2'])
    expect(first('edad45anios')).toEqual(['edad', '45', 'anios'])
    expect(first('RECHAZADOS-2024')).toEqual(['rechazados', '2024'])
  })

  it('folds accents, ñ, full-width letters, look-alikes, invisible characters and case', () => {
    expect(first('Calificación Señor')).toEqual(['calificacion', 'senor'])
    expect(first('ｍｏｒｏｓｏ')).toEqual(['moroso'])
    expect(first('mоrоsо')).toEqual(['moroso'])
    expect(first('mo\u200broso mo\u00adroso')).toEqual(['moroso', 'moroso'])
    expect(first('moro\u0301so')).toEqual(['moroso'])
    expect(first('ﬁador')).toEqual(['fiador'])
  })

  it('reads the text as it stands, percent-decoded once and twice', () => {
    expect(wordsOf('mor%6Fso')).toContain('moroso')
    expect(wordsOf('mor%256Fso')).toContain('moroso')
    expect(wordsOf('lista%20negra')).toEqual(expect.arrayContaining(['lista', 'negra']))
    expect(wordsOf('deudor%78%79')).toContain('deudor')
    expect(readingsOf('sin-escapes')).toEqual(['sin-escapes'])
    expect(readingsOf('mor%256Fso')).toContain('moroso')
  })

  it('leaves malformed escapes as they are and reads bytes that are not UTF-8 as Latin-1', () => {
    expect(readingsOf('%zzmoroso%')).toEqual(['%zzmoroso%'])
    expect(wordsOf('%zz-mor%6Fso')).toContain('moroso')
    expect(wordsOf('calificaci%F3n')).toContain('calificacion')
    expect(wordsOf('calificaci%C3%B3n')).toContain('calificacion')
  })

  it('reads digits and signs as letters where they spell a word', () => {
    expect(wordsOf('m0r0so')).toContain('moroso')
    expect(wordsOf('3mbarazada')).toContain('embarazada')
    expect(wordsOf('@probado')).toContain('aprobado')
    expect(wordsOf('mo$o$o')).toContain('mososo')
    expect(wordsOf('1nso1vente')).toEqual(expect.arrayContaining(['insoivente', 'lnsolvente']))
    expect(wordsOf('d3ud0r2024')).toContain('deudor')
    expect(wordsOf('m0r0s02024')).toContain('moroso')
    expect(wordsOf('40m0r0so')).toContain('moroso')
    expect(wordsOf('m0705m')).not.toContain('motosm')
  })

  it('joins what is spelled out letter by letter or in odd case', () => {
    expect(wordsOf('m-o-r-o-s-o')).toContain('moroso')
    expect(wordsOf('mOrOsO')).toContain('moroso')
    expect(wordsOf('VIHpositivo')).toContain('vihpositivo')
  })

  it('takes out UUIDs and hexadecimal tokens, glued to a word or not', () => {
    expect(first('550e8400-e29b-41d4-a716-446655440000')).toEqual([])
    expect(first('550E8400E29B41D4A716446655440000')).toEqual([])
    expect(first('da39a3ee5e6b4b0d3255bfef95601890afd80709')).toEqual([])
    expect(first('sol-550e8400-e29b-41d4-a716-446655440000-x')).toEqual(['sol', 'x'])
    expect(first('moroso550e8400-e29b-41d4-a716-446655440000')).toEqual(['moroso'])
    expect(wordsOf('deudor5f2a9c1b7d')).toContain('deudor')
    expect(first('1a2edad')).toEqual([])
  })

  it('lets random tokens lend no words', () => {
    expect(first('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual([randomToken])
    expect(first('V1StGXR8_Z5jdHi6B-myT')).toEqual([randomPiece, randomPiece, randomPiece])
    expect(first('1IKg15Tfb77Dphdb8Cs26DuUKBl1kzB7')).toEqual([randomPiece])
    expect(first('th1uf0860487hiv38qzxwyw5')).toEqual([randomToken])
    expect(first('JEW071830')).toEqual([randomPiece])
    expect(first('/v2/depto-12B')).toEqual(['v2', 'depto', '12b'])
  })

  it('gives folded words of lower-case letters or digits for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const word of wordsOf(text)) expect(word).toBe(word.toLowerCase())
        expect(wordsOf(text).at(-1)).toBe(nextReading)
      }),
    )
  })

  it('finds a word whatever stands around it, between separators', () => {
    const around = fc.array(fc.constantFrom('depto', 'CTR', '2024', 'norte', '12B', 'x9'), { maxLength: 4 })
    const separator = fc.constantFrom('-', '_', '/', '.', ' ', '%20', '%2F', '=', '&', '+', ':')
    fc.assert(
      fc.property(around, separator, around, (before, by, after) => {
        expect(wordsOf([...before, 'Morosa', ...after].join(by))).toContain('morosa')
      }),
    )
  })

  it('stays quick on 2,000 characters made to be slow', () => {
    const slow = ['%25', '%', 'aB', 'aA1', 'm0r0s0', '1', 'a-', 'A', '-', '$', 'á', 'clientede'].map((part) =>
      part.repeat(2_000).slice(0, 2_000),
    )
    const before = performance.now()
    for (const text of slow) wordsOf(text)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
