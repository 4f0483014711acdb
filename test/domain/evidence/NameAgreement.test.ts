import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameAgreement } from '#domain/evidence/NameAgreement.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'

type Parts = readonly [nombres: string | null, paterno: string | null, materno: string | null]

const registered = ([nombres, primerApellido, segundoApellido]: Parts): RegisteredName => ({
  nombres: nombres ?? '',
  primerApellido: primerApellido ?? '',
  segundoApellido,
})
const agreement = ([nombre, apellidoPaterno, apellidoMaterno]: Parts, registry: Parts) =>
  nameAgreement({ nombre, apellidoPaterno, apellidoMaterno }, registered(registry))

const rosa: Parts = ['ROSA MARÍA', 'MUÑOZ', 'DE LA CRUZ']

const same: ReadonlyArray<readonly [what: string, given: Parts, registry: Parts]> = [
  ['written alike', rosa, rosa],
  ['in lower case', ['rosa maría', 'muñoz', 'de la cruz'], rosa],
  ['without accents and with N for Ñ', ['Rosa Maria', 'Munoz', 'De la Cruz'], rosa],
  ['with accents of their own', ['Rosa Mari\u0301a', 'Mun\u0303oz', 'De la Cruz'], rosa],
  ['in full-width letters', ['ＲＯＳＡ', 'ＭＵＮＯＺ', null], rosa],
  ['with blanks around and between', ['  Rosa   María ', 'Muñoz\u00a0', ' de  la Cruz'], rosa],
  ['with hyphens', ['Rosa-María', 'Muñoz', 'De-la-Cruz'], rosa],
  ['without particles', ['Rosa María', 'Muñoz', 'Cruz'], rosa],
  ['with particles that are joined on in the register', ['Ana', 'de la Cruz', null], ['ANA', 'DELACRUZ', null]],
  ['without the particle within a surname', [null, 'Ponce León', null], ['ANA', 'PONCE DE LEÓN', null]],
  ['with particles joined on', ['Rosa María', 'Muñoz', 'Delacruz'], rosa],
  ['without the second given name', ['Rosa', 'Muñoz', 'de la Cruz'], rosa],
  ['with a given name that is not registered', ['Rosa María Elena', 'Muñoz', null], rosa],
  ['without the given names between', ['Ana Sofía', null, null], ['ANA LUCÍA SOFÍA', 'RUIZ', null]],
  ['with given names joined', ['Anamaría', null, null], ['ANA MARÍA', 'RUIZ', null]],
  ['with Ma.', ['Ma. Guadalupe', 'Ruiz', null], ['MARÍA GUADALUPE', 'RUIZ', null]],
  ['with Mª', ['Mª Guadalupe', 'Ruiz', null], ['MARÍA GUADALUPE', 'RUIZ', null]],
  ['with M.', ['M. Guadalupe', 'Ruiz', null], ['MARÍA GUADALUPE', 'RUIZ', null]],
  ['with María where MA. is registered', ['María Guadalupe', 'Ruiz', null], ['MA. GUADALUPE', 'RUIZ', null]],
  ['without María', ['Guadalupe', 'Ruiz', null], ['MARÍA GUADALUPE', 'RUIZ', null]],
  ['with María alone', ['María', 'Ruiz', null], ['MARÍA DE LOS ÁNGELES', 'RUIZ', null]],
  ['without María and particles', ['Ángeles', 'Ruiz', null], ['MARÍA DE LOS ÁNGELES', 'RUIZ', null]],
  ['with J.', ['J. Luis', 'Ruiz', null], ['JOSÉ LUIS', 'RUIZ', null]],
  ['without José', ['Luis', 'Ruiz', null], ['JOSÉ LUIS ALBERTO', 'RUIZ', null]],
  ['with an apostrophe or without', ["D'Angelo", "O'Farrill", null], ['DANGELO', 'OFARRILL', null]],
  ['with a particle that is all the surname', [null, 'De la O', 'Le'], ['ANA', 'O', 'LE']],
  ['with one surname', ['Ana', 'Ruiz', null], ['ANA', 'RUIZ', null]],
  ['with what leaves no ink', ['Ro\u00adsa\u200b María', 'Mu\u200dñoz', 'de la Cruz\u3164'], rosa],
  ['without a second surname, for which a dash stands', ['Ana', 'Ruiz', '-'], ['ANA', 'RUIZ', null]],
]

const different: ReadonlyArray<readonly [what: string, given: Parts, registry: Parts]> = [
  ['another given name', ['Laura', 'Muñoz', 'de la Cruz'], rosa],
  ['another surname', ['Rosa', 'Pérez', 'de la Cruz'], rosa],
  ['a particle that is all the surname for another', [null, 'De', null], ['ANA', 'LA', null]],
  ['María for José', ['María', null, null], ['JOSÉ', 'RUIZ', null]],
  ['a given name twice', ['Ana Ana Beatriz', null, null], ['ANA BEATRIZ CARMEN', 'RUIZ', null]],
  ['another second surname', ['Rosa', 'Muñoz', 'Pérez'], rosa],
  ['one letter less', ['Rosa', 'Muño', null], rosa],
  ['one letter more', ['Rosaa', null, null], rosa],
  ['the surnames swapped', ['Rosa', 'de la Cruz', 'Muñoz'], rosa],
  ['the second given name alone', ['Sofía', null, null], ['LUCÍA SOFÍA', 'RUIZ', null]],
  ['the given names in another order', ['Sofía Lucía', null, null], ['LUCÍA SOFÍA', 'RUIZ', null]],
  ['a second given name in place of another', ['Rosa Elena', null, null], rosa],
  ['another given name after María', ['María Elena', null, null], ['MARÍA GUADALUPE', 'RUIZ', null]],
  ['M. for another given name', ['M. Ruiz', null, null], ['MIGUEL RUIZ', 'RUIZ', null]],
  ['Ma. for a surname', [null, 'Ma', null], ['ANA', 'MARÍA', null]],
  ['half of a surname of two', [null, 'Ponce', null], ['ANA', 'PONCE DE LEÓN', null]],
  ['a second surname of who has one', ['Ana', 'Ruiz', 'Ruiz'], ['ANA', 'RUIZ', null]],
  ['the surname among the given names', ['Rosa María Muñoz Cruz', 'Cruz', null], rosa],
  ['another script', ['Роса', null, null], rosa],
]

describe('the agreement of a given name with the registered one', () => {
  it.each(same)('is coincide %s', (_, given, registry) => {
    expect(agreement(given, registry)).toBe('coincide')
  })

  it.each(different)('is no_coincide with %s', (_, given, registry) => {
    expect(agreement(given, registry)).toBe('no_coincide')
  })

  it('is no_proporcionado when nothing was given', () => {
    expect(agreement([null, null, null], rosa)).toBe('no_proporcionado')
  })

  it('is that of every part that was given', () => {
    const parts = fc.tuple(...rosa.map((part) => fc.constantFrom(part, null, 'Otra')))
    fc.assert(
      fc.property(parts, (given) => {
        const wrong = given.includes('Otra')
        const none = given.every((part) => part === null)
        const [nombres = null, paterno = null, materno = null] = given
        expect(agreement([nombres, paterno, materno], rosa)).toBe(
          none ? 'no_proporcionado' : wrong ? 'no_coincide' : 'coincide',
        )
      }),
    )
  })

  it('is total, and the same whichever of two names is the registered one', () => {
    const name = fc.array(
      fc.oneof(
        fc.constantFrom('María', 'Ma.', 'José', 'J', 'de', 'la', 'Ana', 'Luis', 'O', '-'),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [a, b] = [`X${one.join(' ')}`, `X${other.join(' ')}`]
        expect(agreement([a, null, null], [b, 'RUIZ', null])).toBe(agreement([b, null, null], [a, 'RUIZ', null]))
        expect(agreement([null, a, null], ['ANA', b, null])).toBe(agreement([null, b, null], ['ANA', a, null]))
        expect(agreement([a, a, a], [a, a, a])).toBe('coincide')
      }),
    )
  })
})
