import { describe, expect, it } from 'vitest'
import { beginningOf, lettersOf, significantWords, spellingsOf } from '#domain/person/NameLetters.ts'

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

describe('the words of a name', () => {
  it.each([
    ['De la Concha', ['CONCHA']],
    ['  Concha-Núñez, y  Ñuño ', ['CONCHA', 'NUXEZ', 'XUXO']],
    ["D'Angelo O´Farrill", ['DANGELO', 'OFARRILL']],
    ['De la', ['DE', 'LA']],
    ['', []],
  ])('of %j by which the registry goes are %j', (text, words) => {
    expect(significantWords(text)).toEqual(words)
  })

  it.each([
    ['Concha', ['CONCHA', 'CONCHA', 'CONCHA']],
    ['De la Cruz', ['CRUZ', 'CRUZ', 'DELACRUZ']],
    ['Cruz de la Peña', ['CRUZ', 'CRUZ', 'CRUZ']],
    ['Delacruz', ['DELACRUZ', 'CRUZ', 'DELACRUZ']],
    ['Delascasas', ['DELASCASAS', 'CASAS', 'DELASCASAS']],
    ['Delosreyes', ['DELOSREYES', 'REYES', 'DELOSREYES']],
    ['Delrio', ['DELRIO', 'LRIO', 'DELRIO']],
    ['Deleon', ['DELEON', 'LEON', 'DELEON']],
    ['Dela', ['DELA', 'DELA', 'DELA']],
    ['Amodelacruz', ['AMODELACRUZ', 'AMODELACRUZ', 'AMODELACRUZ', 'HAMODELACRUZ']],
    ['Errera', ['ERRERA', 'ERRERA', 'ERRERA', 'HERRERA']],
    ['Herrera', ['HERRERA', 'HERRERA', 'HERRERA', 'ERRERA']],
  ])('of %j that may be written otherwise are spelled %j', (surname, spellings) => {
    expect(spellingsOf(surname)).toEqual(spellings)
  })

  it('begin a CURP with the first letter and the first vowel behind it, or X', () => {
    expect(['ZUXIGA', 'ERRERA', 'LY', ''].map(beginningOf)).toEqual(['ZU', 'EE', 'LX', 'X'])
  })
})
