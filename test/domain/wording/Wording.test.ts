import { expect, it } from 'vitest'
import { readingOf } from '#domain/wording/Tokens.ts'
import { wordingOf } from '#domain/wording/Wording.ts'

const isRefused = (text: string): boolean => {
  const { describes, rates } = wordingOf(readingOf(text))
  return describes || rates
}

it.each<[rule: string, passing: string, refused: string]>([
  [
    'a word that says nothing else counts everywhere',
    'norte',
    'embarazada norte-embarazada embarazada-7 a/embarazada?b',
  ],
  ['it counts in any form', 'enfermeria', 'morosa morosos morosisimo morosita deudoras drogadicte indigentes'],
  ['it counts in camel case, also where capitals cut it otherwise', 'norteSur', 'norteEmbarazada VIHpositivo'],
  [
    'a trait counts beside a word for a person, on either side',
    'casado casado-7 norte-casado cliente-norte-casado casado-7-cliente',
    'cliente-casado casado-cliente cliente-muy-casado cliente-de-la-casada',
  ],
  [
    'a trait counts beside another trait, or beside a name',
    'militar-medico negro-militar casado-norte',
    'casado-judio militar-casado casada-y-catolica',
  ],
  [
    'a name counts beside a word for a person, but not alone',
    'militar-3 chino-4',
    'inquilino-militar militar-inquilino',
  ],
  ['an adjective counts before a word for a person', 'tenant-black-rock young-7', 'black-tenant young-female'],
  [
    'a trait counts beside an age',
    'edificio-30-anos varon-12 varon-340 male-34 30-anos',
    'varon-34 casado-30-anos inquilino-edad-67 over-65-tenant',
  ],
  [
    'a grade counts beside a word for a person, or for a kind of person',
    'zona-peligrosa malo-7',
    'inquilino-peligroso peligroso-inquilino policia-corrupto muy-riesgoso',
  ],
  ['the name of a parameter is no word for a person', 'tenant=casado-sa cliente=militar', 'ocupacion=mesero sexo=f'],
  [
    'a phrase allows three particles between its words, and may be written as one word',
    'papeles-sin sin-7-papeles sin-de-la-el-los-papeles',
    'sin-papeles sin-los-papeles sin-de-la-el-papeles sinpapeles sinPapeles',
  ],
  [
    'no phrase goes on beyond a slash or a parameter',
    'sin/papeles sin?papeles cliente/casado',
    'sin=papeles sin:papeles',
  ],
  [
    'an announced date of birth counts',
    'nac-12 nac-20251103 nac-201103 NAC-198503 19850312 nac-19851312 nac-19850332 acta-nacimiento-1985',
    'nac-19850312 nac-850312 dob=1985-03-12 born-12-03-1985 nacido-en-1985 fecha-nacimiento-1985',
  ],
  ['small numbers are also written as words', 'con-40-hijos', 'con-3-hijos con-dos-hijos debe-tres-rentas'],
  [
    'an exempt phrase cancels what begins or ends with its first or last word',
    'saldo-deudor apto-norte inquilino-apto-301 plaza-de-la-mujer-24 no-paga-agua',
    'saldo-deudor-moroso deudor-saldo inquilino-apto mujer-24 no-paga',
  ],
  [
    'what machines make says nothing',
    '1a2edad45 V1StGXR8_Z5jdHi6B-myT b50026bc-0dad 01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'embarazada-V1StGXR8 V1StGXR8/moroso',
  ],
])('%s', (_, passing, refused) => {
  expect(passing.split(' ').filter(isRefused)).toEqual([])
  expect(refused.split(' ').filter((text) => !isRefused(text))).toEqual([])
})

it('reads a text of a million words in time that grows with its length', () => {
  // A search that grows with the square of the length would not end within the limit of the test.
  for (const words of ['con-de-la-', 'saldo-deudor-', 'no-', 'inquilino-', '1-', 'aB']) {
    expect(isRefused(words.repeat(200_000))).toBe(false)
  }
})
