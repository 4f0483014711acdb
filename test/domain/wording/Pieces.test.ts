import { describe, expect, it } from 'vitest'
import { scan } from '#domain/wording/Scan.ts'

const uuid = '550e8400-e29b-41d4-a716-446655440000'
/** Begins with a letter, and so may look like the end of a word. */
const lettered = 'a50e8400-e29b-41d4-a716-446655440000'

/** Each piece with its kind, and the gap before it. */
const piecesOf = (text: string): ReadonlyArray<string> =>
  scan(text).pieces.map(({ kind, from, to, gap }) => `${gap} ${kind} ${text.slice(from, to)}`)

it.each<[string, ReadonlyArray<string>]>([
  ['', []],
  ['-', []],
  ['azAZ', ['0 random azAZ']],
  ['az-AZ', ['0 word az', '1 word AZ']],
  ['a/-b', ['0 word a', '3 word b']],
  ['a?/b', ['0 word a', '4 word b']],
  ['aéb', ['0 word a', '1 word b']],
  ['VIHpositivo7', ['0 word VI', '0 word Hpositivo', '0 number 7']],
  ['ListaNegra', ['0 word Lista', '0 word Negra']],
  ['12B', ['0 unit 12B']],
  ['v2', ['0 unit v2']],
  ['12', ['0 number 12']],
  ['LasSolteras28A', ['0 word Las', '0 word Solteras', '0 number 28', '0 word A']],
  ['17yo', ['0 number 17', '0 word yo']],
  ['17YO', ['0 number 17', '0 word YO']],
  ['JEW071830', ['0 random JEW071830']],
  ['abc1234', ['0 hexadecimal abc1234']],
  ['abc123', ['0 word abc', '0 number 123']],
  ['1a2edad', ['0 hexadecimal 1a2edad']],
  ['x1y2', ['0 random x1y2']],
  [uuid, [`0 token ${uuid}`]],
  [`a/${uuid}-b`, ['0 word a', `3 token ${uuid}`, '1 word b']],
  [`${uuid}${uuid}`, [`0 token ${uuid}`, `0 token ${uuid}`]],
  ['moroso', ['0 word moroso']],
  ['1234567', ['0 number 1234567']],
  ['PHdelnorte', ['0 word P', '0 word Hdelnorte']],
  ['RECHAZADOS2024', ['0 word RECHAZADOS', '0 number 2024']],
  ['=a/-=b?/c', ['2 word a', '3 word b', '4 word c']],
])('%j is cut into %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})

describe('a token is random', () => {
  it.each<[string, ReadonlyArray<string>]>([
    // Words in camel case have two and a half letters on average.
    ['SolMar', ['0 word Sol', '0 word Mar']],
    ['SolMar7', ['0 word Sol', '0 word Mar', '0 number 7']],
    ['NoPaga', ['0 word No', '0 word Paga']],
    ['NoA', ['0 random NoA']],
    ['Sol@Mar', ['0 random Sol@Mar']],
    ['Sol7Mar', ['0 random Sol7Mar']],
    ['solMAR', ['0 random solMAR']],
    // Others in mixed case have four.
    ['CASAx@NORTE', ['0 random CASAx@NORTE']],
    ['casa@norteX', ['0 random casa@norteX']],
    ['SolesMARES', ['0 word Soles', '0 word MARES']],
    // Those in one case have three.
    ['sol@mar', ['0 word sol', '0 word mar']],
    ['SOL@MAR', ['0 word SOL', '0 word MAR']],
    ['m@l', ['0 random m@l']],
    ['sol@ma', ['0 random sol@ma']],
  ])('when its words are too short: %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces)
  })

  it.each<[string, ReadonlyArray<string>]>([
    ['casa12del', ['0 word casa', '0 number 12', '0 word del']],
    ['casa12de', ['0 random casa12de']],
    ['casa1norte2calle', ['0 token casa1norte2calle']],
    ['SOL7MAR', ['0 word SOL', '0 number 7', '0 word MAR']],
    ['7deNortenos', ['0 number 7', '0 word de', '0 word Nortenos']],
    ['deNortenos7', ['0 word de', '0 word Nortenos', '0 number 7']],
    ['ABC123', ['0 random ABC123']],
    ['XYZ12', ['0 random XYZ12']],
    ['WXYZ12', ['0 word WXYZ', '0 number 12']],
    ['norte12', ['0 word norte', '0 number 12']],
  ])('when numbers stand between letters, or behind up to three capitals: %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces)
  })

  it.each<[string, ReadonlyArray<string>]>([
    ['@@', []],
    ['ab@', ['0 word ab']],
    ['ABC@', ['0 word ABC']],
    ['12@', ['0 number 12']],
    ['12@34', ['0 number 12', '0 number 34']],
    ['1a@', ['0 random 1a@']],
    ['1a2', ['0 random 1a2']],
    ['17xo', ['0 random 17xo']],
    ['1x7yo', ['0 random 1x7yo']],
    ['abYO', ['0 random abYO']],
  ])('and not when it is one word or number with signs, a unit, or an age: %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces)
  })

  it.each<[string, ReadonlyArray<string>]>([
    ['LasSolteras8A', ['0 word Las', '0 word Solteras', '0 number 8', '0 word A']],
    ['LasSolteras128a', ['0 word Las', '0 word Solteras', '0 number 128', '0 word a']],
    ['LasCasasA', ['0 random LasCasasA']],
    ['SolMar28@', ['0 random SolMar28@']],
    ['Solteras28A', ['0 random Solteras28A']],
    ['LasSOLTERAS28A', ['0 random LasSOLTERAS28A']],
    ['CasasSolterasA8A', ['0 random CasasSolterasA8A']],
  ])('and not when it is an address in camel case: %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces)
  })

  it.each([
    ['th1uf086048', 'random'],
    ['th1uf0860487', 'token'],
    ['TH1UF0860487', 'token'],
    ['th1uf0860487X', 'random'],
    ['TH1UF0860487x', 'random'],
  ])('and stands for itself in one case, from twelve characters on: %j is %s', (text, kind) => {
    expect(piecesOf(text)).toEqual([`0 ${kind} ${text}`])
  })
})

it.each<[string, ReadonlyArray<string>]>([
  ['abcdef7', ['0 hexadecimal abcdef7']],
  ['ABCDEF9', ['0 hexadecimal ABCDEF9']],
  ['casa-abcdef7-casa', ['0 word casa', '1 hexadecimal abcdef7', '1 word casa']],
  ['abcde7', ['0 word abcde', '0 number 7']],
  ['abcdefABCDEF', ['0 word abcdef', '0 word ABCDEF']],
  ['abcdeg7', ['0 word abcdeg', '0 number 7']],
  ['gabcde7', ['0 word gabcde', '0 number 7']],
  ['abcde@7', ['0 word abcde', '0 number 7']],
])('hexadecimal are digits and letters up to f, seven at least: %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})

it.each<[string, ReadonlyArray<string>]>([
  [uuid.toUpperCase(), [`0 token ${uuid.toUpperCase()}`]],
  [`moroso${lettered}`, ['0 word moroso', `0 token ${lettered}`]],
  [`ABC${lettered}`, ['0 word ABC', `0 token ${lettered}`]],
  [`Moroso${lettered}`, ['0 word Moroso', `0 token ${lettered}`]],
  [`${uuid}norte`, [`0 token ${uuid}`, '0 word norte']],
  [`${uuid}/${lettered}`, [`0 token ${uuid}`, `3 token ${lettered}`]],
])('a UUID is one token, whatever touches it: %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})

it.each([
  uuid.slice(1),
  uuid.slice(0, -1),
  uuid.replace('0000', '000g'),
  uuid.replace('-4', '_4'),
  uuid.replaceAll('-', '='),
  'edificio-norte-departamento-doce-bis-a',
])('what is none is cut: %j', (text) => {
  expect(piecesOf(text).filter((piece) => piece.includes('token'))).toEqual([])
})

it.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
  ['mOrOsO', ['whole mOrOsO'], []],
  ['clienteMoroso7listaNegra', ['clienteMoroso', 'listaNegra'], ['clienteMoroso7listaNegra']],
  [`listaNegra${lettered}`, ['listaNegra'], []],
  ['deudorx5f2a9c1zb7d', ['whole deudorx'], ['deudorx5f2a9c1zb7d']],
  ['JEW071830', [], ['JEW071830']],
  ['casanorte@', [], ['casanorte@']],
  ['@@@@@@x1y2', [], ['@@@@@@x1y2']],
  ['abcdef7', [], []],
  ['12', [], []],
  ['casa-x9-casa', [], ['x9']],
  ['@@', [], ['@@']],
  ['mOrOs', [], []],
  ['listaNegra', ['listaNegra'], []],
  ['moroso7', ['moroso'], ['moroso7']],
  ['12B', [], ['12B']],
  ['m0r0so', [], ['m0r0so']],
  ['moroso', [], []],
])('%j may also be read as %j, or spell %j', (text, alternatives, disguised) => {
  const scanned = scan(text)
  const read = scanned.alternatives.map(({ from, to, isWhole }) => `${isWhole ? 'whole ' : ''}${text.slice(from, to)}`)
  expect(read).toEqual(alternatives)
  expect(scanned.disguised.map(({ from, to }) => text.slice(from, to))).toEqual(disguised)
})
