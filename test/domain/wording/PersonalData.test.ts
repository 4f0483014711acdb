import { expect, it } from 'vitest'
import { announcesRegistration, holdsMailAddress } from '#domain/wording/PersonalData.ts'
import { scansOf, wordingOf } from '#domain/wording/Wording.ts'

it.each([
  ['a@b.mx', true],
  ['Z@B.MX', true],
  ['0@9.mx', true],
  ['9@0.mx', true],
  ['._%+-@b.mx', true],
  ['.@b.mx', true],
  ['_@b.mx', true],
  ['%@b.mx', true],
  ['+@b.mx', true],
  ['-@b.mx', true],
  ['a@x-y.b.mx', true],
  ['a@b.9mx', true],
  ['a@b.mx/x', true],
  ['@b.mx', false],
  ['/@b.mx', false],
  [':@b.mx', false],
  ['{@b.mx', false],
  ['a@b.m', false],
  ['a@bmx', false],
  ['a@.mx', false],
  ['a@b.m9x', false],
  ['a@b.m-x', false],
  ['a@b/c.mx', false],
  ['a@b.m/mx', false],
  ['a@b.7.c', false],
  ['a@ a@b.mx', true],
  ['@ a@b.mx', true],
  ['', false],
])('an address of mail is found in %j: %s', (text, isFound) => {
  expect(holdsMailAddress(text)).toBe(isFound)
})

it.each([
  ['rfc-VECJ880326XXX', true],
  ['RFCVECJ880326', true],
  ['curp:VECJ880326', true],
  ['7rfc-VECJ880326', true],
  ['{rfc-VECJ880326', true],
  ['rfc---VEC-880326', true],
  ['rfc---VECJ-880326', true],
  ['rfc----VECJ880326', false],
  ['rfc-VE880326', false],
  ['rfc-VECJA880326', false],
  ['rfc-VECJ88032', false],
  ['rfc-A&C880326', true],
  ['arfc-VECJ880326', false],
  ['zrfc-VECJ880326', false],
  ['arfc rfc-VECJ880326', true],
  ['VECJ880326', false],
  ['', false],
])('a registration is announced in %j: %s', (text, isFound) => {
  expect(announcesRegistration(text)).toBe(isFound)
})

it.each([
  ['tel-1234567', true],
  ['tel-123456', false],
  ['tel-55-1234-5678', true],
  ['tel-12-34-56', false],
  ['/tel/5512345678', true],
  ['/tel/551234567', false],
  ['tel&x=5512345678', false],
  ['tel-inquilinos-5512345678', false],
  ['pasaporte-G123', true],
  ['pasaporte-G12', false],
  ['pasaporte-123', true],
  ['/pasaporte/12345678', false],
  ['norte-5512345678', false],
])('a number of a person is announced in %j: %s', (text, isFound) => {
  expect(wordingOf(scansOf(text)).announces).toBe(isFound)
})
