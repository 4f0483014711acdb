import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsAnyName, holdsFullName, nameAgreement, nameFinding } from '#domain/evidence/NameAgreement.ts'
import type { Curp } from '#domain/person/Curp.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'
import { type NamePair, namePairs, sharedPairs } from '#tools/people/NamePairs.ts'
import { qualityOf } from '#tools/people/NameQuality.ts'

type Parts = readonly [nombres: string | null, paterno: string | null, materno: string | null]

const givenAs = ([nombre, apellidoPaterno, apellidoMaterno]: Parts) => ({ nombre, apellidoPaterno, apellidoMaterno })
const registered = ([nombres, primerApellido, segundoApellido]: Parts): RegisteredName => ({
  nombres: nombres ?? '',
  primerApellido: primerApellido ?? '',
  segundoApellido,
})
const agreement = (given: Parts, registry: Parts, sex: Curp['sex'] = 'M') =>
  nameAgreement(givenAs(given), registered(registry), sex)

const rosa: Parts = ['ROSA MARÍA', 'MUÑOZ', 'DE LA CRUZ']

const coincide: ReadonlyArray<readonly [what: string, given: Parts, registry: Parts]> = [
  ['written alike', rosa, rosa],
  ['in full-width letters', ['ＲＯＳＡ', 'ＭＵＮＯＺ', null], rosa],
  ['with accents of their own', ['Rosa Mari\u0301a', 'Mun\u0303oz', 'De la Cruz'], rosa],
  ['with what leaves no ink', ['Ro\u00adsa\u200b María', 'Mu\u200dñoz', 'de la Cruz\u3164'], rosa],
  ['with blanks around and between', ['  Rosa   María ', 'Muñoz\u00a0', ' de  la Cruz'], rosa],
  ['with a particle that is all the surname', [null, 'De la O', 'Las'], ['ANA', 'O', 'LAS']],
  ['without the given names between', ['Ana Sofía', null, null], ['ANA LUCÍA SOFÍA', 'RUIZ', null]],
  ['with María alone', ['María', 'Ruiz', null], ['MARÍA DE LOS ÁNGELES', 'RUIZ', null]],
  ['with the surname among the given names', ['Rosa María Muñoz', 'de la Cruz', null], rosa],
  ['with a surname that looks like a title', ['Mei', 'Ing', null], ['MEI', 'ING', null]],
  ['with a surname that is split', ['Rosa', 'Mu ñoz', null], rosa],
]

const doubtful: ReadonlyArray<readonly [what: string, given: Parts, registry: Parts]> = [
  ['one letter less', ['Rosa', 'Muño', null], rosa],
  ['the surnames swapped', ['Rosa', 'de la Cruz', 'Muñoz'], rosa],
  ['the second given name alone', ['Sofía', 'Ruiz', null], ['LUCÍA SOFÍA', 'RUIZ', null]],
  ['the given names in another order', ['Sofía Lucía', 'Ruiz', null], ['LUCÍA SOFÍA', 'RUIZ', null]],
  ['a given name twice', ['Ana Ana Beatriz', null, null], ['ANA BEATRIZ CARMEN', 'RUIZ', null]],
  ['half of a surname of two', ['Ana', 'Ponce', null], ['ANA', 'PONCE DE LEÓN', null]],
  ['initials in one word', ['JL', 'Ruiz', null], ['JOSÉ LUIS', 'RUIZ', null]],
  ['María before the first given name', ['Ma. Teresa', 'Ruiz', null], ['TERESA ISABEL', 'RUIZ', null]],
  ['two words that are only placed', ['Lupita', 'Sánches', 'Gil'], ['GUADALUPE', 'SÁNCHEZ', 'GIL']],
]

const different: ReadonlyArray<readonly [what: string, given: Parts, registry: Parts]> = [
  ['another given name', ['Laura', 'Muñoz', 'de la Cruz'], rosa],
  ['another surname', ['Rosa', 'Pérez', 'de la Cruz'], rosa],
  ['a surname of another in the field of given names', ['Rosa Pérez Soto', null, null], rosa],
  ['a particle that is all the surname for another', [null, 'De', null], ['ANA', 'LA', null]],
  ['a second given name in place of another', ['Rosa Elena', null, null], rosa],
  ['a given name that is not registered', ['Rosa María Elena', 'Muñoz', null], rosa],
  ['a second surname of who has one', ['Ana', 'Ruiz', 'Lara'], ['ANA', 'RUIZ', null]],
  ['María in place of the first given name', ['Ma. Teresa', 'Ruiz', null], ['MARTHA TERESA', 'RUIZ', null]],
  ['another script', ['Роса', null, null], rosa],
  ['three words that are only placed', ['Lupita Ana', 'Sánches', 'Gill'], ['GUADALUPE ANA', 'SÁNCHEZ', 'GIL']],
  ['no word that is written', ['Lupita', 'Sánches', null], ['GUADALUPE', 'SÁNCHEZ', 'GIL']],
]

describe('the agreement of a given name with the registered one', () => {
  it.each(coincide)('is coincide %s', (_, given, registry) => {
    expect(agreement(given, registry)).toBe('coincide')
  })

  it.each(doubtful)('is no_concluye with %s', (_, given, registry) => {
    expect(agreement(given, registry)).toBe('no_concluye')
  })

  it.each(different)('is no_coincide with %s', (_, given, registry) => {
    expect(agreement(given, registry)).toBe('no_coincide')
  })

  it('is no_proporcionado when nothing was given', () => {
    expect(agreement([null, null, null], rosa)).toBe('no_proporcionado')
  })

  it.each<readonly [given: string, registry: string, sex: Curp['sex']]>([
    ['María Guadalupe', 'JOSÉ GUADALUPE', 'H'],
    ['José Guadalupe', 'MARÍA GUADALUPE', 'M'],
    ['José Guadalupe', 'MARÍA GUADALUPE', 'X'],
    ['María Guadalupe', 'GUADALUPE', 'H'],
    ['José', 'MARÍA JOSÉ', 'M'],
    ['María', 'JESÚS MARÍA', 'H'],
  ])('takes %s for another than %s, whose CURP has sex %s', (given, registry, sex) => {
    expect(agreement([given, 'Ruiz', null], [registry, 'RUIZ', null], sex)).toBe('no_coincide')
  })

  it('takes a diminutive and a husband from the sex of the CURP', () => {
    const isabel: Parts = ['ISABEL', 'RUIZ', 'GIL']
    expect(agreement(['Isabelito', 'Ruiz', 'Gil'], isabel, 'H')).toBe('no_concluye')
    expect(agreement(['Isabelito', 'Ruiz', 'Gil'], isabel, 'M')).toBe('no_coincide')
    expect(agreement(['Isabel', 'Ruiz', 'de Lara'], isabel, 'M')).toBe('no_concluye')
    expect(agreement(['Isabel', 'Ruiz', 'de Lara'], isabel, 'H')).toBe('no_coincide')
  })

  it('is coincide with the same name, and total', () => {
    const part = fc.oneof(
      fc.constantFrom('María', 'Ma.', 'José', 'J', 'de', 'la', 'Ana', 'O', '-', 'N/A', 'Dr.'),
      fc.string({ unit: 'binary' }),
    )
    const name = fc.tuple(part, part, part)
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(agreement(one, one)).toBe('coincide')
        expect(['coincide', 'no_concluye', 'no_coincide', 'no_proporcionado']).toContain(agreement(one, other))
      }),
    )
  })
})

describe('a hostile text', () => {
  const hostile = {
    NUL: '\0'.repeat(200),
    'letters in one word': 'A'.repeat(200),
    'words of one letter': 'A '.repeat(100),
    'combining marks': `a${'\u0301'.repeat(199)}`,
    emoji: '🎉'.repeat(200),
    'letters that cannot be read': 'A?'.repeat(100),
    'signs alone': '?'.repeat(200),
    'brackets that stay open': '("['.repeat(66),
    'escaped bytes': '%C3'.repeat(66),
    'entities of entities': '&amp;'.repeat(40),
    'letters that stand for many': 'ﷺ'.repeat(200),
    'halves of letters': 'Ã'.repeat(200),
    'refusals in a row': 'NO '.repeat(66),
    particles: 'de '.repeat(66),
    'as many words as are compared': 'Anaa Anab Anac Anad Anae Anaf Anag Anah',
    nicknames: 'Beto Lalo Tino Chuy Memo Paco Lupe Nena',
  }
  const rows = Object.entries(hostile)

  it.each(rows)('of %s has an outcome against any other', (_, text) => {
    for (const [, other] of rows) {
      expect(agreement([text, text, text], [other, other, other], 'X')).toMatch(/^(?:coincide|no_)/)
    }
  })

  it('is compared up to 24 words, and in equal texts up to any number', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `Ana${'bcdef'[index % 5]}`).join(' ')
    expect(agreement([words(22), 'Ruiz', null], [words(22), 'RUIZ', 'GIL'])).toBe('coincide')
    expect(agreement([words(23), 'Ruiz', null], [words(23), 'RUIZ', 'GIL'])).toBe('no_coincide')
    expect(agreement([words(23), 'Ruiz', 'Gil'], [words(23), 'RUIZ', 'GIL'])).toBe('coincide')
  })
})

describe('the finding about a name', () => {
  const finding = (given: Parts) => nameFinding(givenAs(given), registered(rosa), 'M')

  it.each<readonly [given: Parts, finding: string]>([
    [['Rosa', 'Muñoz', null], 'coincide'],
    [['Rosa Muñoz', null, null], 'coincide'],
    [['Rosa', null, null], 'no_proporcionado'],
    [[null, 'Muñoz', 'de la Cruz'], 'no_proporcionado'],
    [['Muñoz', null, null], 'no_proporcionado'],
    [['Rosa', 'N/A', '.'], 'no_proporcionado'],
    [['Rosita', 'Muñoz', null], 'no_concluye'],
    [['Laura', null, null], 'no_coincide'],
  ])('for %j is %s', (given, expected) => {
    expect(finding(given)).toBe(expected)
  })
})

it.each<readonly [given: Parts, any: boolean, full: boolean]>([
  [['Ana', 'Ruiz', null], true, true],
  [['Ana', null, 'Ruiz'], true, true],
  [['Ana Ruiz', null, null], true, false],
  [['Lic.', 'Ruiz', 'X'], true, false],
  [['NO APLICA', 'SIN APELLIDO', 'null'], false, false],
  [['(Jr.)', '🎉', '-'], false, false],
  [['Le', 'De', null], true, true],
])('the form %j holds a name: %s, and a full name: %s', (given, any, full) => {
  expect([holdsAnyName(givenAs(given)), holdsFullName(givenAs(given))]).toEqual([any, full])
})

/** The pairs on which the rule is wrong, so that a change of one is seen. */
const knownMisses = [
  'people from abroad: Iker | Etxeberria | Goñi > IKER | ECHEBERRIA | GONI = no_coincide',
  'siblings: Susana | Palomino | Arce > SUSY ELENA | PALOMINO | ARCE = no_concluye',
  'twins: Alejandra | Sotomayor | Baca > ALEXANDRA | SOTOMAYOR | BACA = no_concluye',
]

const shown = ({ kind, given, registered: registry }: NamePair, outcome: string) => {
  const [form, its] = [given, registry].map((name) =>
    Object.values(name)
      .map((part) => part ?? '~')
      .join(' | '),
  )
  return `${kind}: ${form} > ${its} = ${outcome}`
}

describe('the pairs of names', () => {
  it("have their right outcomes in the project's own, but for the known misses", () => {
    const misses = namePairs.flatMap((pair) => {
      const outcome = nameAgreement(pair.given, pair.registered, pair.sex)
      return outcome === pair.right ? [] : [shown(pair, outcome)]
    })
    expect(misses).toEqual(knownMisses)
  })

  it.skipIf(sharedPairs().length === 0)('are seldom told apart or mixed up in the shared ones', () => {
    const { toldApart, takenForSame } = qualityOf(sharedPairs())
    expect(toldApart.share).toBeLessThanOrEqual(0.08)
    expect(takenForSame.share).toBeLessThanOrEqual(0.01)
  })
})
