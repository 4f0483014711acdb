import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokensOf } from '#domain/wording/Tokens.ts'

const uuid = '550e8400-e29b-41d4-a716-446655440000'

/** Each token with its kind; words without. */
const tokens = (text: string): ReadonlyArray<string> =>
  tokensOf(text).map(({ kind, text: token }) => (kind === 'word' ? token : `${kind} ${token}`))

it.each<[string, ReadonlyArray<string>]>([
  ['', []],
  ['-', []],
  ['/hooks/lista-negra_2024?a=b', ['hooks', 'lista', 'negra', 'number 2024', 'a', 'b']],
  ['listaNegra', ['lista', 'negra']],
  ['ListaNegra', ['lista', 'negra']],
  ['CURPCliente', ['curp', 'cliente']],
  ['sinHijos2', ['sin', 'hijos', 'number 2']],
  ['edad45anios', ['edad', 'number 45', 'anios']],
  ['RECHAZADOS2024', ['rechazados', 'number 2024']],
  ['17yo', ['number 17', 'yo']],
  ['12B', ['number 12b']],
  ['v2', ['number v2']],
  ['mayor65', ['mayor', 'number 65']],
  ['LasSolteras28A', ['las', 'solteras', 'number 28', 'a']],
  ['Solteras28a', ['solteras', 'number 28', 'a']],
  ['salario30k', ['salario', 'number 30', 'k']],
  ['JovenDe22Anos', ['joven', 'de', 'number 22', 'anos']],
  ['aéb', ['a', 'b']],
])('%j is cut into %j', (text, cut) => {
  expect(tokens(text)).toEqual(cut)
})

describe('what a machine made lends no words', () => {
  it.each<[string, ReadonlyArray<string>]>([
    [uuid, [`machine ${uuid}`]],
    [uuid.toUpperCase(), [`machine ${uuid}`]],
    [`sol-${uuid}-x`, ['sol', `machine ${uuid}`, 'x']],
    [uuid.replaceAll('-', ''), [`machine ${uuid.replaceAll('-', '')}`]],
    ['1a2edad', ['machine 1a2edad']],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', ['machine 01arz3ndektsv4rrffq69g5fav']],
    ['V1StGXR8_Z5jdHi6B-myT', ['machine v1stgxr8', 'machine z5jdhi6b', 'machine myt']],
    ['JEW071830', ['machine jew071830']],
    ['casa1norte2calle', ['machine casa1norte2calle']],
    ['casa12de', ['machine casa12de']],
    ['x1y2', ['machine x1y2']],
    ['NoA', ['machine noa']],
  ])('%j is cut into %j', (text, cut) => {
    expect(tokens(text)).toEqual(cut)
  })

  it.each(['abc123', 'SolMar7', 'solesMARES', 'WXYZ12'])('and %j is not of that kind', (text) => {
    expect(tokens(text).join()).not.toMatch(/machine/)
  })
})

it('tells the gap before each token', () => {
  expect(tokensOf('/a-b=c:d//e?f&g#h;ij').map(({ gap }) => gap)).toEqual([3, 1, 2, 2, 3, 4, 4, 4, 4])
  expect(tokensOf('listaNegra7').map(({ gap }) => gap)).toEqual([0, 0, 0])
  expect(tokensOf('a/-b').map(({ gap }) => gap)).toEqual([0, 3])
  expect(tokensOf('a?/b').map(({ gap }) => gap)).toEqual([0, 4])
})

it('tells several words in camel case also as one', () => {
  const joined = tokensOf('clienteMoroso7listaNegraBuro').map((token) => token.joined)
  expect(joined).toEqual([undefined, 'clientemoroso', undefined, undefined, 'listanegra', 'listanegraburo'])
  expect(tokensOf('VIHpositivo').map((token) => token.joined)).toEqual([undefined, 'vihpositivo'])
})

it('covers every letter and digit of a text once, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const covered = tokensOf(text)
        .map((token) => token.text)
        .join('')
        .replaceAll('-', '')
      expect(covered).toBe(text.replace(/[^A-Za-z0-9]/g, '').toLowerCase())
    }),
  )
})
