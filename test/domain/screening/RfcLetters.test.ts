import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lettersAgree, surnameGroupOf, surnameGroupsFor } from '#domain/screening/RfcLetters.ts'
import { personWithoutCurp } from '#domain/screening/ScreenedPerson.ts'

const capital = fc.constantFrom(...'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ')
const letters = fc.tuple(capital, fc.constantFrom(...'AEIOUX'), capital).map((three) => three.join(''))
const surname = fc.constantFrom('Zúñiga', 'Delacruz', 'Errera', 'De la Peña', 'Ybarra', 'Guillén', 'Ñuño', 'Li', 'Vega')
const person = fc.record({
  name: fc.record({ nombres: fc.constant('Eulalia'), primerApellido: surname, segundoApellido: fc.option(surname) }),
  born: fc.constant('1980-03-05'),
  sex: fc.constant('M' as const),
  bornAbroad: fc.constant(false),
})

describe('the surnames in the letters of an RFC', () => {
  it('are in a group of the person whenever the letters agree', () => {
    let agreed = 0
    fc.assert(
      fc.property(person, letters, fc.option(letters), (known, three, ofCurp) => {
        const screened = personWithoutCurp(known)
        const other = ofCurp === null ? screened : { ...screened, letters: `${ofCurp.replaceAll('Ñ', 'X')}E` }
        const rfc = three + other.letters.charAt(3)
        const groups = surnameGroupsFor(other)
        if (groups === null || !lettersAgree(rfc, other)) return
        agreed += 1
        expect(groups).toContain(surnameGroupOf(rfc))
      }),
      { numRuns: 20_000 },
    )
    expect(agreed).toBeGreaterThan(100)
  })

  it('are few, and any where there is one surname, a short one, or one with X', () => {
    const groupsOf = (primerApellido: string, segundoApellido: string | null) =>
      surnameGroupsFor(
        personWithoutCurp({
          name: { nombres: 'Eulalia', primerApellido, segundoApellido },
          ...{ born: '1980-03-05', sex: 'M', bornAbroad: false },
        }),
      )
    expect(groupsOf('Zúñiga', 'Vega')).toEqual(['?', 'CB'])
    expect(groupsOf('Zúñiga', null)).toBeNull()
    expect(groupsOf('Li', 'Vega')).toBeNull()
    expect(groupsOf('Ñuño', 'Vega')).toBeNull()
  })
})

describe('the letters of an RFC', () => {
  const agree = (rfc: string, letters: string, primerApellido = 'Pulido', segundoApellido: string | null = 'Olmedo') =>
    lettersAgree(rfc, {
      name: { nombres: 'Eulalia', primerApellido, segundoApellido },
      ...{ born: '1980-03-05', sex: 'M', bornAbroad: false, letters, curp: null },
    })

  it.each([
    ['are the same', 'PUOE', 'PUOE'],
    ['begin with a letter that sounds the same', 'BAOE', 'VAOE'],
    ['begin with a letter that sounds the same, the other way round', 'ZAOE', 'CAOE'],
    ['begin with X in the RFC', 'XUOE', 'PUOE'],
    ['begin with X in the CURP', 'PUOE', 'XUOE'],
    ['have X for a vowel in the RFC', 'PXOE', 'PUOE'],
    ['have X for a vowel in the CURP', 'PUOE', 'PXOE'],
    ['have the vowels of Guillén and Gillén', 'GIOE', 'GUOE'],
    ['have the vowels of Gillén and Guillén', 'GUOE', 'GIOE'],
    ['have the vowels of Guerra and Gerra', 'GEOE', 'GUOE'],
    ['have the vowels of Gerra and Guerra', 'GUOE', 'GEOE'],
    ['have a second surname that sounds the same', 'PUVE', 'PUBE'],
    ['have X for the second surname in the RFC', 'PUXE', 'PUOE'],
    ['have X for the second surname in the CURP', 'PUOE', 'PUXE'],
    ['have Ñ in the RFC', 'PUÑE', 'PUXE'],
    ['have Ñ twice in the RFC', 'ÑUÑE', 'XUOE'],
    ['have M for the given name in the RFC', 'PUOM', 'PUOE'],
    ['have J for the given name in the CURP', 'PUOE', 'PUOJ'],
    ['have X for the given name in the RFC', 'PUOX', 'PUOE'],
  ])('agree where they %s', (_, rfc, letters) => {
    expect(agree(rfc, letters)).toBe(true)
  })

  it.each([
    ['begin with another letter', 'LUOE', 'PUOE'],
    ['begin with letters that sound the same as a third', 'CUOE', 'GUOE'],
    ['have another vowel', 'PAOE', 'PUOE'],
    ['have vowels that no spelling exchanges', 'PAOE', 'PIOE'],
    ['have another second surname', 'PULE', 'PUOE'],
    ['have another given name', 'PUOA', 'PUOE'],
  ])('do not agree where they %s', (_, rfc, letters) => {
    expect(agree(rfc, letters)).toBe(false)
  })

  it.each([
    ['is written without its H', 'HEOE', 'EEOE', 'Errera', 'Olmedo'],
    ['is written with an H', 'EROE', 'HEOE', 'Hernesto', 'Olmedo', false],
    ['begins with what may be a particle', 'CUOE', 'DEOE', 'Delacruz', 'Olmedo'],
    ['has a particle that may belong to it', 'DEOE', 'CUOE', 'De la Cruz', 'Olmedo'],
    ['is the second, and may begin with a particle', 'PUCE', 'PUDE', 'Pulido', 'Delacruz'],
    ['is the second, and may be written with an H', 'PUHE', 'PUEE', 'Pulido', 'Errera'],
    ['is one of no other spelling', 'CUOE', 'DEOE', 'Delgado', 'Olmedo', false],
    ['is the second, and has no other spelling', 'PUCE', 'PUDE', 'Pulido', 'Delgado', false],
  ])('go by the spellings of a surname that %s', (_, rfc, letters, first, second, does = true) => {
    expect(agree(rfc, letters, first, second)).toBe(does)
  })

  it('are those of anybody where there is one surname, or the first has two letters', () => {
    expect(agree('LAXA', 'PUOE', 'Pulido', null)).toBe(true)
    expect(agree('LAXA', 'PUOE', 'Li', 'Olmedo')).toBe(true)
    expect(agree('LAXA', 'PUOE', 'De Li', 'Olmedo')).toBe(true)
    expect(agree('LAXA', 'PUOE', 'Paz', 'Olmedo')).toBe(false)
  })

  it('leave a group, for which Ñ is X and X is any', () => {
    expect(['PUOE', 'VUSE', 'HAQE', 'ÑUOE', 'PUÑE', 'PUXE'].map(surnameGroupOf)).toEqual([
      ...['PO', 'BC', 'GC', '?', '?', '?'],
    ])
  })

  it('leave the groups of every spelling', () => {
    const of = (primerApellido: string, segundoApellido: string, letters: string) =>
      surnameGroupsFor({ letters, name: { nombres: 'Eulalia', primerApellido, segundoApellido } })
    expect(of('Paz', 'Olmedo', 'PAOE')).toEqual(['?', 'PO', 'PG'])
    expect(of('Delacruz', 'Vega', 'DEVE')).toEqual(['?', 'DB', 'CB'])
    expect(of('Pulido', 'Errera', 'PUEE')).toEqual(['?', 'PE', 'PG'])
  })
})
