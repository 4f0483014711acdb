import { describe, expect, it } from 'vitest'
import { lettersOf } from '#domain/person/NameLetters.ts'

describe('the letters that a name gives a CURP', () => {
  it.each([
    ['ZUOE', 'Eulalia', 'Zúñiga', 'Olmedo'],
    ['COGE', 'María Eugenia', 'De la Concha', 'Del Guerrero'],
    ['COGE', 'Ma. Eugenia', 'Concha', 'Guerrero'],
    ['COGF', 'J. Fidel', 'Concha', 'Guerrero'],
    ['COGM', 'María', 'Concha', 'Guerrero'],
    ['COGL', 'María de la Luz', 'Concha', 'Guerrero'],
    ['XAXP', 'Pablo', 'Ñáñez', 'Ñuño'],
    ['LXWJ', 'José', 'Ly', 'Wong'],
    ['NAXH', 'Hasan', 'Nadim', null],
    ['DEXA', 'Ana', 'De', null],
    ['OADA', 'Ana', "O'Farrill", 'D’Angelo'],
  ])('are %s for %s %s %s', (letters, nombres, primerApellido, segundoApellido) => {
    expect(lettersOf({ nombres, primerApellido, segundoApellido })).toBe(letters)
  })

  it('are the same however its accents are written', () => {
    const name = { nombres: 'Íñigo', primerApellido: 'Ñáñez', segundoApellido: 'Peña' }
    const parted = {
      nombres: name.nombres.normalize('NFD'),
      primerApellido: name.primerApellido.normalize('NFD'),
      segundoApellido: null,
    }
    expect(lettersOf(name)).toBe('XAPI')
    expect(lettersOf(parted)).toBe('XAXI')
  })
})
