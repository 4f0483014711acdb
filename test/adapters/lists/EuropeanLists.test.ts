import { readFileSync } from 'node:fs'
import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { anyTime } from '#adapters/lists/formats/Dates.ts'
import { readList } from '#adapters/lists/ListFiles.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
const read = (list: ListName, main: Buffer) => readList(list, { main, aliases: null, addresses: null })
const contentOf = (list: ListName, name: string) => Result.getOrThrow(read(list, fixture(name)))
const refusalOf = (list: ListName, text: string): string =>
  Result.getOrThrow(Result.flip(read(list, Buffer.from(text)))).reason
const base = { sex: null, foreign: false, curps: [], rfc: null, situation: null }

describe('the consolidated list of the European Union', () => {
  const file = '20260131-FULL-1_1.xml'
  const text = fixture(file).toString()

  it('gives people with their strong names, births, sex and countries, and counts what is left out', () => {
    expect(contentOf('union_europea', file)).toEqual({
      cutOff: '2026-01-31',
      leftOut: { organisations: 1, 'without a name': 1 },
      doubts: [],
      isClosed: true,
      entries: [
        {
          ...base,
          id: 'EU.9001.1',
          names: ['Zúñiga Olmedo, Eulalia Petra', 'Lala Olmedo'],
          births: ['1980-05-17/1980-05-17', '1980-01-01/1984-12-31'],
          sex: 'M',
        },
        {
          ...base,
          id: '90002',
          names: ['Wenceslao De La Fuente'],
          births: [
            '1960-02-01/1960-02-29',
            '1961-01-01/1963-12-31',
            anyTime,
            '1968-01-01/1974-12-31',
            '1959-01-01/1959-12-31',
          ],
          sex: 'H',
          foreign: true,
        },
      ],
    })
  })

  it.each([
    ['that was cut off', text.slice(0, 1_500), /^The file is cut off: <export> is not closed\.$/],
    ['of another kind', '<export generationDate="2026-01-31"/>', /^The file is not a list of the European Union/],
    [
      'without a date',
      text.replace(/generationDate="[^"]*"/, 'generationDate="hoy"'),
      /generationDate of export is no/,
    ],
    [
      'with an entity of another form',
      text.replace('logicalId="90002"', ''),
      /^sanctionEntity number 2 of the file does not have/,
    ],
    ['that declares entities', `<!DOCTYPE a [<!ENTITY b "cc">]>${text}`, /declares a document type/],
  ])('is refused %s', (_, content, reason) => {
    expect(refusalOf('union_europea', content)).toMatch(reason)
  })
})

describe('the list of the United Kingdom', () => {
  const file = 'UK-Sanctions-List.csv'
  const lines = fixture(file).toString().split('\n')

  it('gives one entry for all rows of a person, and counts what is left out', () => {
    expect(contentOf('reino_unido', file)).toEqual({
      cutOff: '2026-01-31',
      leftOut: { organisations: 1, 'of type Ship': 1, 'without a name': 1 },
      doubts: [],
      isClosed: false,
      entries: [
        {
          ...base,
          id: 'PRB0001',
          names: ['ZUÑIGA OLMEDO, Eulalia', 'OLMEDO, Eulalia Petra'],
          births: ['1980-05-17/1980-05-17', '1981-05-01/1981-05-31', '1982-01-01/1982-12-31'],
          sex: 'M',
        },
        {
          ...base,
          id: 'PRB0002',
          names: ['DE LA FUENTE Wenceslao', 'FUENTE, Wenceslao'],
          births: ['1960-01-01/1960-12-31', anyTime],
          foreign: true,
        },
      ],
    })
  })

  it.each([
    ['without a column', lines.join('\n').replace('D.O.B', 'Born'), 'The heading lacks: d.o.b.'],
    ['without a heading', 'a,b\n'.repeat(9), 'The file has no heading up to line 6: Unique ID, Name 6 and others.'],
    ['that is empty', '\n', 'The file has no heading: Unique ID, Name 6 and others.'],
    ['with a row of nobody', [...lines.slice(0, 2), 'a,,c'].join('\n'), 'The file has rows without a Unique ID.'],
  ])('is refused %s', (_, content, reason) => {
    expect(refusalOf('reino_unido', content)).toBe(reason)
  })
})

describe('the list of article 69-B Bis', () => {
  it('gives taxpayers as that of article 69-B does', () => {
    const { cutOff, entries, leftOut } = contentOf('sat_69b_bis', 'Listado_69_B_Bis_Completo.csv')
    expect([cutOff, leftOut]).toEqual(['2026-01-31', { organisations: 1 }])
    expect(entries.map(({ rfc, situation }) => [rfc, situation])).toEqual([
      ['ZUOE800517', 'definitivo'],
      ['ROMT500101', 'sentencia_favorable'],
    ])
  })
})
