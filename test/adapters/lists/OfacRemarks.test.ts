import { describe, expect, it } from 'vitest'
import { factsOf } from '#adapters/lists/formats/Ofac.ts'

describe('remarks of OFAC', () => {
  it.each([
    ['Gender Male', 'H'],
    ['Gender Female', 'M'],
    ['Gender Other', null],
    ['C.U.R.P. LIMP900101HDFRRS03 (Mexico)', 'H'],
    ['C.U.R.P. LIMP900101MDFRRS03 (Mexico)', 'M'],
  ])('%s: sex %s', (remark, sex) => expect(factsOf(`DOB 05 Sep 1966; ${remark}.`).sex).toBe(sex))

  it.each([
    'C.U.R.P. LIMP900101HDFRRS03',
    'R.F.C. LIMP900101AA1',
    'I.F.E. 1234',
    'D.N.I. 1234',
    'C.I. 1234',
    'N.I.T. 1234',
    'NIT # 1234',
    'RUT 1234',
    'CPF 1234',
    'Cedula No. 1234',
    'Passport A1234',
    'National ID No. 1234',
    'Personal ID Card 1234',
    'Identification Number 1234',
    'Numero de Identidad 1234',
    'Cartilla de Servicio Militar Nacional 1234',
    'Credencial electoral 1234',
    'Electoral Registry No. 1234',
    'Birth Certificate Number 1234',
    "Citizen's Card Number 1234",
  ])('%s (Chile) is of a citizen of Chile', (paper) => {
    expect(factsOf(`${paper} (Chile)`).countries).toEqual(['Chile'])
    expect(factsOf(`alt. ${paper} (Chile) expires 2030`).countries).toEqual(['Chile'])
  })

  it.each(['nationality Chile', 'citizen Chile', 'alt. nationality Chile', 'alt. citizen Chile'])('%s', (remark) => {
    expect(factsOf(`DOB 05 Sep 1966; ${remark}.`).countries).toEqual(['Chile'])
  })

  it('what is no paper says nothing of a country', () => {
    expect(factsOf('Tax ID of a firm 1234 (Chile); Phone 5512345678 (Chile)').countries).toEqual([])
  })
})
