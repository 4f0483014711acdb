import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyed, keyRevision, keysOf } from '#adapters/lists/Keys.ts'
import { explained, matching } from '#adapters/lists/Matching.ts'
import { namePrefixesIn } from '#adapters/lists/NamePrefixes.ts'
import { nameTokens, readingsOf } from '#adapters/lists/NameTokens.ts'
import { editsBetween, similarity } from '#adapters/lists/Similarity.ts'
import { phoneticKey, phoneticKeys } from '#domain/person/PhoneticKey.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { entryOf, inYear, on, screened } from '#tools/lists/labelled/Pair.ts'

const eulalia = screened({
  nombres: 'Eulalia',
  primerApellido: 'Zúñiga',
  segundoApellido: 'De la Peña',
  born: '1980-05-17',
  sex: 'M',
})
const born = { births: [on(eulalia.born)] }

const matches = (entry: ListEntry, person: ScreenedPerson = eulalia): boolean =>
  matching(person, [{ list: 'onu', entry }]).length > 0

describe('words of a name', () => {
  const written = (text: string) =>
    nameTokens(text).map(({ bare, glued }) => (bare === glued ? bare : `${bare}/${glued}`))

  it.each([
    ['José María de la Peña y Núñez', ['JOSE', 'MARIA', 'PENA/DELAPENA', 'NUNEZ/YNUNEZ']],
    ['Łukasz Đorđe Ærø', ['LUKASZ', 'DORDE', 'AERO']],
    ['Ing', ['ING']],
    ["D'Angelo-O’Farrill", ['DANGELO', 'OFARRILL']],
    ['Lic. Ma. Gpe. HDZ', ['MARIA', 'GUADALUPE', 'HERNANDEZ']],
    ['De la', ['DELA']],
    ['  ', []],
  ])('of "%s" are in capitals from A to Z, with their particles joined on', (text, words) => {
    expect(written(text)).toEqual(words)
  })

  it('are read as a comma parts them, or with the surnames first or last', () => {
    const read = (name: string) =>
      readingsOf(name).map(({ surnames, givenNames }) =>
        [surnames, givenNames].map((words) => words.map(({ bare }) => bare).join(' ')).join('|'),
      )
    expect(read('PAZ LUNA, Ana')).toEqual(['PAZ LUNA|ANA'])
    expect(read('PAZ DE LUNA, Ana')).toEqual(['PAZ LUNA|ANA', 'PAZ|ANA'])
    expect(read('ANA PAZ LUNA')).toEqual(['ANA|PAZ LUNA', 'PAZ LUNA|ANA', 'ANA PAZ|LUNA', 'LUNA|ANA PAZ'])
    expect(read('ANA')).toEqual([])
  })
})

describe('the sound of a name', () => {
  it.each([
    ['HERNANDEZ', 'ERNANDES'],
    ['VELAZQUEZ', 'BELASQUES'],
    ['XIMENEZ', 'GIMENES'],
    ['YBARRA', 'IVARRA'],
    ['MUNIOZ', 'MUNOZ'],
    ['GUERRERO', 'GUERERO'],
    ['CHAVEZ', 'CHABES'],
    ['FELIX', 'FELIS'],
    ['ZEPEDA', 'CEPEDA'],
    ['ESTEPHANIA', 'ESTEFANIA'],
    ['STEPHANIA', 'ESTEFANIA'],
    ['CHRISTIAN', 'CRISTIAN'],
    ['JAZMIN', 'YASMIN'],
    ['MICHELLE', 'MICHEL'],
    ['CAMPBELL', 'CAMPBEL'],
    ['LLAMAS', 'YAMAS'],
    ['HIERRO', 'YERRO'],
    ['GEOVANNI', 'JOVANI'],
    ['CYNTHIA', 'SINTIA'],
  ])('of %s is that of %s', (one, other) => {
    expect(phoneticKey(one)).toBe(phoneticKey(other))
  })

  it.each([
    ['GARCIA', 'GRACIA'],
    ['GOMEZ', 'GAMEZ'],
    ['ROJAS', 'ROSAS'],
    ['CHAVEZ', 'CAVEZ'],
    ['GUERRA', 'JERRA'],
    ['VALLE', 'VALE'],
    ['CHAVEZ', 'KAVEZ'],
    ['JUAREZ', 'SUAREZ'],
  ])('of %s is not that of %s', (one, other) => {
    expect(phoneticKey(one)).not.toBe(phoneticKey(other))
  })
})

describe('a word that is said in two ways', () => {
  it.each([
    ['XOCHITL', ['SOCHITL', 'JOCHITL']],
    ['GILLEN', ['GUILLEN', 'JILLEN']],
  ])('%s sounds as each of %s', (word, spellings) => {
    expect(spellings.map((spelling) => phoneticKeys(word).includes(phoneticKey(spelling)))).toEqual([true, true])
  })
})

describe('edits between two texts', () => {
  const letter = fc.constantFrom('A', 'B', 'C')
  const text = fc.string({ unit: letter, maxLength: 6 })

  it.each([
    ['', '', 0],
    ['', 'ABC', 3],
    ['GARCIA', 'GRACIA', 1],
    ['GARCIA', 'GARCA', 1],
    ['GARCIA', 'GARCIAS', 1],
    ['GARCIA', 'GARZIA', 1],
    ['GARCIA', 'GAZIA', 2],
    ['LUNA', 'PEREZ', 5],
  ])('from %s to %s are %i', (one, other, edits) => {
    expect(editsBetween(one, other)).toBe(edits)
  })

  it('are as many either way, and none between equals alone', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(editsBetween(one, other)).toBe(editsBetween(other, one))
        expect(editsBetween(one, other) === 0).toBe(one === other)
        expect(similarity(one, other)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('are one where a letter was left out, put in or changed, or swapped with its neighbour', () => {
    fc.assert(
      fc.property(text, letter, letter, text, (before, one, other, after) => {
        fc.pre(one !== other)
        expect(editsBetween(before + one + after, before + after)).toBe(1)
        expect(editsBetween(before + one + after, before + other + after)).toBe(1)
        expect(editsBetween(before + one + other + after, before + other + one + after)).toBe(1)
      }),
    )
  })
})

describe('an entry', () => {
  it('matches by any of its names', () => {
    expect(matches(entryOf(['LA PRUEBA', 'ZUNIGA DELAPENA, Eulalia'], born))).toBe(true)
    expect(matches(entryOf(['LA PRUEBA', 'ZUNIGA, Lala'], born))).toBe(false)
  })

  it('without a name that can be read matches nobody', () => {
    for (const names of [[], ['LA PRUEBA'], ['ZUNIGA PENA'], [', Eulalia'], ['ZUNIGA PENA,'], ['123, 456']]) {
      expect(matches(entryOf(names, born))).toBe(false)
    }
  })

  it('of the tax authority needs the name beside the ten characters, and these beside the name', () => {
    const taxpayer = (name: string, rfc: string) => entryOf(name, { rfc, situation: 'definitivo' })
    expect(matches(taxpayer('ZUÑIGA DE LA PEÑA EULALIA', 'ZUPE800517'))).toBe(true)
    expect(matches(taxpayer('ZUÑIGA DE LA PEÑA EULOGIA', 'ZUPE800517'))).toBe(false)
    expect(matches(taxpayer('ZUÑIGA DE LA PEÑA EULALIA', 'ZUPE800519'))).toBe(false)
    expect(matches(taxpayer('ZUÑIGA DE LA PEÑA EULALIA', 'ZAPE800517'))).toBe(false)
  })

  it('with one surname matches who has only one, born on the day or in the year', () => {
    const single = { ...eulalia, name: { ...eulalia.name, segundoApellido: null } }
    expect(matches(entryOf('ZUNIGA, Eulalia', born), single)).toBe(true)
    expect(matches(entryOf('ZUNINGA, Eulalia', born), single)).toBe(true)
    expect(matches(entryOf('ZUNIGA, Eulalia', { births: [inYear(eulalia.born)] }), single)).toBe(true)
    expect(matches(entryOf('ZUNINGA, Eulalia', { births: [inYear(eulalia.born)] }), single)).toBe(false)
    expect(matches(entryOf('ZUNIGA, Eulalia'), single)).toBe(false)
    expect(matches(entryOf('ZUNIGA PENA, Eulalia', born), single)).toBe(false)
    expect(matches(entryOf('ZUNIGA, Eulalia', { births: [inYear(eulalia.born)] }))).toBe(false)
  })

  it('that states the CURP matches whatever else it says, and one that states another is judged by the rest', () => {
    const person = { ...eulalia, curp: 'ZUPE800517MVZXXL09' }
    const other = { births: [on('1950-01-01')], sex: 'H', foreign: true } as const
    expect(matches(entryOf('LA OTRA, Nadie', { ...other, curps: ['ZUPE800517MVZXXL09'] }), person)).toBe(true)
    expect(matches(entryOf('LA OTRA, Nadie', { ...other, curps: ['ZUPE800517MVZXXL17'] }), person)).toBe(false)
    expect(matches(entryOf('ZUNIGA PENA, Eulalia', { ...born, curps: ['ZUPE800517MVZXXL17'] }), person)).toBe(true)
    expect(matches(entryOf('LA OTRA, Nadie', { ...other, curps: ['ZUPE800517MVZXXL09'] }))).toBe(false)
  })
})

describe('the explanation', () => {
  const explain = (entry: ListEntry) => explained(eulalia, [{ list: 'onu', entry }])[0]

  it('of a match tells by which name, and what agrees', () => {
    expect(explain(entryOf(['LA PRUEBA', 'PENA ZUNIGA, Eulalia'], born))).toMatchObject({
      judged: { rule: 'day_swapped', verdict: 'match' },
      birth: 'exact',
      disqualifications: [],
      closestName: 'PENA ZUNIGA, Eulalia',
      agreement: { surnames: 'swapped', givenNames: 'all', slips: 0 },
    })
  })

  it('of another tells the name that comes closest, how alike it sounds, and what rules it out', () => {
    expect(
      explain(entryOf(['ROBLEDO, Ana', 'ZUNIGA PENA, Eulalia'], { births: [on('1981-05-18')], sex: 'H' })),
    ).toEqual({
      list: 'onu',
      entry: expect.objectContaining({ id: '1' }),
      judged: null,
      birth: 'other',
      disqualifications: ['birth', 'sex'],
      closestName: 'ZUNIGA PENA, Eulalia',
      agreement: { surnames: 'both', givenNames: 'all', slips: 0 },
      similarity: { surnames: 1, givenNames: 1 },
    })
    expect(explain(entryOf('ZUNIGA PENA, Eulogia', born))).toMatchObject({
      judged: null,
      agreement: null,
      similarity: { surnames: 1, givenNames: expect.closeTo(0.71, 2) },
    })
  })

  it('of an entry without a name has none', () => {
    expect(explain(entryOf([], born))).toMatchObject({ judged: null, closestName: '', agreement: null })
  })

  it('says the same as the screening of any entry', () => {
    const name = fc.constantFrom(
      'ZUNIGA PENA, Eulalia',
      'PENA ZUNIGA, Eulalia',
      'ZUNIGA, Eulalia',
      'EULALIA ZUNIGA PENIA',
    )
    const births = fc.constantFrom([], [on('1980-05-17')], [inYear('1980-05-17')], [on('1979-05-17')])
    const sex = fc.constantFrom('H', 'M', null)
    fc.assert(
      fc.property(name, births, sex, fc.boolean(), (names, spans, ofSex, foreign) => {
        const entry = entryOf(names, { births: spans, sex: ofSex, foreign })
        expect(explain(entry)?.judged?.verdict === 'match').toBe(matches(entry))
      }),
    )
  })
})

describe('keys', () => {
  it('hold nothing that a name could be read from', () => {
    for (const key of [...keysOf(eulalia), ...keyed(entryOf('ZUNIGA PENA, Eulalia')).keys]) {
      expect(key).toMatch(/^[\w-]{11}$/)
    }
  })

  it('of a name stay what they are, or their revision is another', () => {
    const { keys } = keyed(entryOf('ZUNIGA PENA, Eulalia', { births: [inYear('1980-05-17'), on('1979-01-02')] }))
    expect({ keyRevision, keys }).toMatchInlineSnapshot(`
      {
        "keyRevision": 8,
        "keys": [
          "YneIYg7VkLY",
          "OIRcPDzy9ld",
          "jeEGc5aXiPf",
          "Ha3oGBzfPzD",
          "FqanwSjuSBu",
          "eDWUteqzurC",
          "M18h3WTk8SU",
          "rvI6v_iqfRD",
          "c5stzao39wx",
          "DfA5teCRmdK",
          "s48XQjbmC1N",
          "LLCBOWQ29Ml",
          "-kLgVtuvWLf",
          "bit1xHzDxwb",
          "rDNWG-_AFIy",
        ],
      }
    `)
  })

  it('are few, however long a name and wide a span', () => {
    const long = 'ABDUL AL BIN CARO DEMA ELI FARO GUL HARO IDA JARO KALE'
    expect(keyed(entryOf(long, { births: ['1900-01-01/1999-12-31'] })).keys.length).toBeLessThan(2_000)
    expect(keyed(entryOf(long, born)).keys.length).toBeLessThan(20)
  })

  it('are few of a person too, whose names may each be said in several ways', () => {
    const many = { ...eulalia, name: { ...eulalia.name, nombres: 'Gema Wilma Xenia '.repeat(12) } }
    expect(keysOf(many).length).toBeLessThan(400)
  })

  const isFound = (entry: ListEntry, person: ScreenedPerson = eulalia): boolean => {
    const keys = new Set(keysOf(person))
    return keyed(entry).keys.some((key) => keys.has(key))
  }

  it.each([
    [false, 'of the day, with a name of other letters', entryOf('MORALES, Beatriz', born)],
    [false, 'of the day, with an RFC of other letters', entryOf('MORALES RUIZ BEATRIZ', { rfc: 'MORB800517' })],
    [false, 'without a date, with other given names', entryOf('ZUNIGA PRADO, Eulalia Rosa')],
    [true, 'of the day, with an RFC of a surname in other letters', entryOf('SUÑIGA PEÑA', { rfc: 'SUPE800517' })],
    [true, 'of the day, with an RFC that has an X', entryOf('ZUÑIGA X', { rfc: 'ZUXE800517' })],
    [true, 'of the day, with the first two letters swapped', entryOf('UZNIGA PENA, Eulalia', born)],
    [true, 'without a date, with María besides', entryOf('ZUNIGA PENA, María Eulalia')],
  ])('find (%s) an entry %s', (found, _, entry) => {
    expect(isFound(entry)).toBe(found)
  })

  it('find by the day alone whose letters may be any', () => {
    const abroad = { ...eulalia, bornAbroad: true }
    expect(isFound(entryOf('MORALES, Beatriz', born), abroad)).toBe(true)
    const single = { ...eulalia, name: { ...eulalia.name, segundoApellido: null } }
    expect(isFound(entryOf('MORALES RUIZ BEATRIZ', { rfc: 'MORB800517' }), single)).toBe(true)
  })

  it('hold every letter with which the sound of a word begins, whatever follows', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'AEIOUYHLGCQSXWJKNBPR'), minLength: 1, maxLength: 9 }),
        (word) => {
          fc.pre(nameTokens(word)[0]?.bare === word)
          const beginnings = namePrefixesIn(word)
          for (const sound of phoneticKeys(word)) expect(beginnings).toContain(sound.charAt(0))
        },
      ),
    )
  })
})
