import { expect, it } from 'vitest'
import { scan } from '#domain/wording/Scan.ts'

const uuid = '550e8400-e29b-41d4-a716-446655440000'

/** Each piece with its kind, and the gap before it. */
const piecesOf = (text: string): ReadonlyArray<string> =>
  scan(text).pieces.map(({ kind, from, to, gap }) => `${gap} ${kind} ${text.slice(from, to)}`)
const textsOf = (text: string, places: ReadonlyArray<{ readonly from: number; readonly to: number }>) =>
  places.map(({ from, to }) => text.slice(from, to))

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
])('%j is cut into %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})

it.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
  ['mOrOsO', ['mOrOsO'], []],
  ['mOrOs', [], []],
  ['listaNegra', ['listaNegra'], []],
  ['moroso7', ['moroso'], ['moroso7']],
  ['12B', [], ['12B']],
  ['m0r0so', [], ['m0r0so']],
  ['moroso', [], []],
])('%j may also be read as %j, or spell %j', (text, alternatives, disguised) => {
  const scanned = scan(text)
  expect(textsOf(text, scanned.alternatives)).toEqual(alternatives)
  expect(textsOf(text, scanned.disguised)).toEqual(disguised)
})
