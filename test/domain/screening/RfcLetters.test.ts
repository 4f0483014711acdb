import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lettersAgree, surnameGroupOf, surnameGroupsFor } from '#domain/screening/RfcLetters.ts'
import { personWithoutCurp } from '#domain/screening/Screening.ts'

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
