import { readFileSync } from 'node:fs'
import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { anyTime } from '#adapters/lists/formats/Dates.ts'
import { readList } from '#adapters/lists/ListFiles.ts'

const read = (main: Uint8Array) => readList('personas_expuestas', { main, aliases: null, addresses: null })
const file = readFileSync(new URL('./fixtures/targets.simple.csv', import.meta.url))
const base = { sex: null, foreign: false, curps: [], rfc: null, situation: null }

describe('the simplified file of OpenSanctions', () => {
  it('gives people with their aliases, dates, countries and CURP, and counts what is left out', () => {
    const { cutOff, entries, leftOut } = Result.getOrThrow(read(file))
    expect(cutOff).toBe('2026-01-31')
    expect(leftOut).toEqual({ 'of type Organization': 1 })
    expect(entries).toEqual([
      {
        ...base,
        id: 'Q-prueba-1',
        names: ['Eulalia Zúñiga Olmedo', 'Zúñiga Eulalia', 'Lala Olmedo'],
        births: ['1980-05-17/1980-05-17'],
        curps: ['ZUOE800517MVZXLL09'],
      },
      {
        ...base,
        id: 'Q-prueba-2',
        names: ['Tiburcio Obregón'],
        births: ['1962-02-01/1962-02-28', '1963-01-01/1963-12-31'],
        foreign: true,
      },
      { ...base, id: 'Q-prueba-4', names: ['Petronila Fingida'], births: [anyTime] },
    ])
  })

  it.each([
    ['without a column', 'id,schema,name,aliases,birth_date,countries\n', 'The heading lacks: identifiers.'],
    ['with a row of no type', `${file.toString().split('\n')[0]}\n"Q-1"\n`, 'Line 2 has no id, or no schema.'],
  ])('is refused %s', (_, text, reason) => {
    expect(Result.getOrThrow(Result.flip(read(Buffer.from(text)))).reason).toBe(reason)
  })
})
