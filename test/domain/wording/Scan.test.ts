import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spelledAs } from '#domain/wording/Disguise.ts'
import { scan } from '#domain/wording/Scan.ts'

/** The pieces in lower case; those that lend no words by what they are. */
const piecesOf = (text: string) =>
  scan(text).pieces.map(({ kind, from, to }) =>
    kind === 'random' || kind === 'token' || kind === 'hexadecimal' ? `*${kind}` : text.slice(from, to).toLowerCase(),
  )

const alternativesOf = (text: string) =>
  scan(text).alternatives.map(({ from, to }) => text.slice(from, to).toLowerCase())

const spelled = (text: string) => spelledAs(text, { from: 0, to: text.length })

describe('scan', () => {
  it('splits at separators, at camel case and between letters and digits', () => {
    expect(piecesOf('/hooks/lista-negra_2024?a=b')).toEqual(['hooks', 'lista', 'negra', '2024', 'a', 'b'])
    expect(piecesOf('listaNegra')).toEqual(['lista', 'negra'])
    expect(piecesOf('CURPCliente')).toEqual(['curp', 'cliente'])
    expect(piecesOf('sinHijos2')).toEqual(['sin', 'hijos', '2'])
    expect(piecesOf('edad45anios')).toEqual(['edad', '45', 'anios'])
    expect(piecesOf('RECHAZADOS-2024')).toEqual(['rechazados', '2024'])
    expect(piecesOf('17yo')).toEqual(['17', 'yo'])
  })

  it('tells the gap before each piece', () => {
    expect(scan('/a-b=c:d//e?f&g#h;i7').pieces.map(({ gap }) => gap)).toEqual([3, 1, 2, 2, 3, 4, 4, 4, 4])
    expect(scan('listaNegra7').pieces.map(({ gap }) => gap)).toEqual([0, 0, 0])
  })

  it('takes a UUID for one token and hexadecimal tokens for themselves, glued to a word or not', () => {
    expect(piecesOf('550e8400-e29b-41d4-a716-446655440000')).toEqual(['*token'])
    expect(piecesOf('550E8400E29B41D4A716446655440000')).toEqual(['*hexadecimal'])
    expect(piecesOf('da39a3ee5e6b4b0d3255bfef95601890afd80709')).toEqual(['*hexadecimal'])
    expect(piecesOf('sol-550e8400-e29b-41d4-a716-446655440000-x')).toEqual(['sol', '*token', 'x'])
    expect(piecesOf('moroso550e8400-e29b-41d4-a716-446655440000')).toEqual(['moroso', '*token'])
    expect(piecesOf('1a2edad')).toEqual(['*hexadecimal'])
    expect(piecesOf('550e8400-e29b-41d4-a716-44665544000')).not.toEqual(['*token'])
  })

  it('lets random tokens lend no words', () => {
    expect(piecesOf('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual(['*token'])
    expect(piecesOf('V1StGXR8_Z5jdHi6B-myT')).toEqual(['*random', '*random', '*random'])
    expect(piecesOf('1IKg15Tfb77Dphdb8Cs26DuUKBl1kzB7')).toEqual(['*random'])
    expect(piecesOf('th1uf0860487hiv38qzxwyw5')).toEqual(['*token'])
    expect(piecesOf('JEW071830')).toEqual(['*random'])
    expect(piecesOf('/v2/depto-12B')).toEqual(['v2', 'depto', '12b'])
  })

  it('reads on what is cut or taken for random as one word', () => {
    expect(alternativesOf('mOrOsO')).toEqual(['moroso'])
    expect(alternativesOf('VIHpositivo')).toEqual(['vihpositivo'])
    expect(alternativesOf('deudorx5f2a9c1zb7d')).toEqual(['deudorx'])
    expect(alternativesOf('depto-12')).toEqual([])
  })

  it('covers every letter and digit of a text once, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        let end = 0
        let covered = ''
        for (const { from, to } of scan(text).pieces) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          covered += text.slice(from, to)
          end = to
        }
        expect(covered.replace(/[^A-Za-z0-9]/g, '')).toBe(text.replace(/[^A-Za-z0-9]/g, ''))
      }),
    )
  })

  it('finds a word whatever stands around it, between separators', () => {
    const around = fc.array(fc.constantFrom('depto', 'CTR', '2024', 'norte', '12B', 'x9'), { maxLength: 4 })
    const separator = fc.constantFrom('-', '_', '/', '.', ' ', '=', '&', '+', ':', 'ß')
    fc.assert(
      fc.property(around, separator, around, (before, by, after) => {
        expect(piecesOf([...before, 'Morosa', ...after].join(by))).toContain('morosa')
      }),
    )
  })
})

describe('spelledAs', () => {
  it('reads digits and signs as letters where they may spell a word', () => {
    expect(spelled('m0r0so')).toContain('moroso')
    expect(spelled('3mbarazada')).toContain('embarazada')
    expect(spelled('@probado')).toContain('aprobado')
    expect(spelled('mo$o$o')).toContain('mososo')
    expect(spelled('1nso1vente')).toEqual(expect.arrayContaining(['insoivente', 'lnsolvente']))
    expect(spelled('d3ud0r2024')).toContain('deudor')
    expect(spelled('m0r0s02024')).toContain('moroso')
    expect(spelled('40m0r0so')).toContain('moroso')
    expect(spelled('m0705m')).not.toContain('motosm')
    expect(spelled('x'.repeat(41))).toEqual([])
  })
})
