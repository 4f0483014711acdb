import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { anyTime } from '#adapters/lists/formats/Dates.ts'
import { readFiles } from '#adapters/lists/ListFiles.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

const path = fileURLToPath(new URL('./fixtures/entities.ftm.jsonl', import.meta.url))
const base = { births: [], sex: null, foreign: false, curps: [], rfc: null, situation: null }
const exposed = (...files: ReadonlyArray<Uint8Array | string>) => readFiles('personas_expuestas', files)

const lineOf = (schema: string, properties: Record<string, ReadonlyArray<string>>, id = 'Q-1') =>
  JSON.stringify({ id, schema, properties, last_seen: '2026-01-31T06:00:00' })
const person = lineOf('Person', { name: ['Ana Paz'], topics: ['role.pep'] })
const holding = (properties: Record<string, ReadonlyArray<string>>) =>
  lineOf('Occupancy', { holder: ['Q-1'], post: ['P-1'], ...properties }, 'O-1')
const peopleIn = (...lines: ReadonlyArray<string>) =>
  [...Result.getOrThrow(exposed(Buffer.from(lines.join('\n')))).entries].map(({ id }) => id)

describe('the entities of OpenSanctions', () => {
  it('give politically exposed persons, and count who is left out', () => {
    const { cutOff, entries, leftOut, counts } = Result.getOrThrow(exposed(path))
    expect(cutOff).toBe('2026-01-31')
    expect(leftOut).toEqual({
      'people whose position ended over five years ago': 1,
      'relatives and associates': 1,
      'people who are not politically exposed': 2,
      'of other types': 5,
    })
    expect([...entries]).toEqual([
      {
        ...base,
        id: 'Q-prueba-1',
        names: ['Eulalia Zúñiga Olmedo', 'Zúñiga Eulalia', 'Eulalia Olmedo'],
        births: ['1980-05-17/1980-05-17'],
        sex: 'M',
        curps: ['ZUOE800517MVZXLL09'],
      },
      {
        ...base,
        id: 'Q-prueba-2',
        names: ['Tiburcio Obregón'],
        births: ['1962-02-01/1962-02-28', '1963-01-01/1963-12-31'],
        sex: 'H',
        foreign: true,
      },
      { ...base, id: 'Q-prueba-5', names: ['Wenceslao de la Fuente'], births: [anyTime] },
    ])
    expect(counts).toEqual({ entries: 3, names: 5 })
  })

  it('give a watch list those with a measure or an accusation of an authority', () => {
    const { entries, leftOut } = Result.getOrThrow(readFiles('vigilancia', [path]))
    expect([...entries].map(({ id }) => id)).toEqual(['Q-prueba-5', 'Q-prueba-6'])
    expect(leftOut).toEqual({ 'people without a topic of watch lists': 5, 'of other types': 5 })
  })

  it('are the same from a path and from bytes, each time they are read', () => {
    const { entries, ...others } = Result.getOrThrow(exposed(path))
    const { entries: same, ...andOthers } = Result.getOrThrow(exposed(readFileSync(path)))
    expect(andOthers).toEqual(others)
    expect([...same]).toEqual([...entries])
    expect([...same]).toHaveLength(3)
  })

  it('are known behind a byte order mark, in whatever spaces', () => {
    const spaced = `\ufeff${person.replaceAll(':', ': ').replace('{', '{ ')}`
    expect(peopleIn(spaced)).toEqual(['Q-1'])
  })

  it('say no cut-off where no entity was seen on a day, and then leave out nobody for a former position', () => {
    const unseen = (line: string) => line.replace('2026-01-31T06:00:00', 'yesterday')
    const read = Result.getOrThrow(
      exposed(Buffer.from([person, holding({ endDate: ['2001'] })].map(unseen).join('\n'))),
    )
    expect(read).toMatchObject({ cutOff: null, counts: { entries: 1 } })
  })

  it('give a comma within a name as a blank, and leave out names in other letters', () => {
    const named = (name: ReadonlyArray<string>) => lineOf('Person', { name, topics: ['role.pep'] })
    const read = (line: string) => Result.getOrThrow(exposed(Buffer.from(line)))
    expect([...read(named(['Paz,Ana', 'Ана Пас'])).entries]).toMatchObject([{ names: ['Paz Ana'] }])
    expect(read(named(['Ана Пас'])).leftOut).toEqual({ 'without a name': 1 })
  })

  it.each<[string, Record<string, ReadonlyArray<string>>, boolean]>([
    ['ended over five years ago', { endDate: ['2021-01-30'], status: ['ended'] }, false],
    ['ended five years ago', { endDate: ['2021-01-31'] }, true],
    ['ended in a year, whose last day counts', { endDate: ['2021'] }, true],
    ['ended in a month', { endDate: ['2020-12'] }, false],
    ['has two ends, of which the later counts', { endDate: ['2015', '2024'] }, true],
    ['has an end that cannot be read', { endDate: ['antes'] }, true],
    ['ended at an unknown time', { status: ['ended'] }, true],
    ['is current', { status: ['current'], endDate: ['2015'] }, true],
    ['has a term that ended over five years ago', { periodEnd: ['2018-08-31'] }, false],
    ['ended before its term did', { periodEnd: ['2024-08-31'], endDate: ['2018-08-31'] }, false],
    ['has an end after the end of a term', { periodEnd: ['2018-08-31'], endDate: ['2024-08-31'] }, true],
  ])('of somebody whose position %s', (_, properties, isExposed) => {
    const expected = isExposed ? ['Q-1'] : []
    expect(peopleIn(person, holding(properties))).toEqual(expected)
    expect(peopleIn(holding(properties), person)).toEqual(expected)
    expect(peopleIn(holding(properties), person, holding({ endDate: ['2025'] }))).toEqual(['Q-1'])
  })

  it.each([
    [
      'in which a line is cut off',
      `${person}\n{"id":"Q-2","sche`,
      'Line 2 is not JSON: the file may have been cut off.',
    ],
    ['of other JSON', '{"error":"not found"}', 'Line 1 has no id, schema or properties'],
    ['with an id that is no text', '{"id":1,"schema":"Person","properties":{}}', 'Line 1 has an id, schema'],
    ['with a line without an end', `{"a":"${'x'.repeat(1_048_576)}"}`, 'a line of more than 1048576 bytes'],
  ])('are refused in a file %s', (_, text, reason) => {
    const refused = Result.getOrThrow(Result.flip(exposed(temporaryFile(text, 'entities.ftm.json'))))
    expect(refused.reason).toContain(reason)
  })

  it('are refused in another encoding', () => {
    const latin1 = Buffer.from(person.replace('Ana', 'José'), 'latin1')
    expect(Result.getOrThrow(Result.flip(exposed(latin1))).reason).toBe('The file is not in UTF-8.')
  })

  it('are read over the borders of the chunks in which the file comes', () => {
    const lines = Array.from({ length: 15_000 }, (_, index) =>
      lineOf('Person', { name: [`Ñandú Núm ${index}`], topics: ['role.pep'] }, `Q-${index}`),
    )
    const text = lines.join('\n')
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_048_576)
    const { counts, entries } = Result.getOrThrow(exposed(temporaryFile(text, 'entities.ftm.json')))
    expect(counts.entries).toBe(15_000)
    expect([...entries].at(-1)).toMatchObject({ id: 'Q-14999', names: ['Ñandú Núm 14999'] })
  })
})

describe('a path', () => {
  it.each([
    ['that is not there', '/nothing.csv', 'The file /nothing.csv cannot be read (ENOENT).'],
    ['of a folder', '/', 'The file / cannot be read (EISDIR).'],
  ])('%s is refused', (_, name, reason) => {
    expect(Result.getOrThrow(Result.flip(exposed(name))).reason).toBe(reason)
    expect(Result.getOrThrow(Result.flip(readFiles('onu', [name]))).reason).toBe(reason)
  })
})
