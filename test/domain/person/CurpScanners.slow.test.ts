import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { containsCurp, containsRfc } from '#domain/person/Curp.ts'

describe('containsCurp', () => {
  it.each([
    'GOMC800101HDFLRR09',
    'gomc800101hdflrr09',
    'GoMc800101HdFlRr09',
    'solicitud-GOMC800101HDFLRR09',
    'solicitud_GOMC800101HDFLRR09_1',
    '/hooks/GOMC800101HDFLRR09/x',
    'curp=GOMC800101HDFLRR09&x=1',
    'curpGOMC800101HDFLRR09',
    'GOMC800101HDFLRR09-2024',
    'GOMC-800101-HDFLRR-09',
    'gomc_800101_hdflrr_09',
    'GOMC.800101.HDFLRR.09',
    'GOMC 800101 HDFLRR 09',
    'GOMC-80-01-01-H-DF-LRR-0-9',
    'GOMC –800101HDFLRR09',
    'GO\u200bMC800\u00ad101HDFLRR09',
    'GOMC\u200b\u200b\u200b800101HDFLRR09',
    'GOMC:800101:HDFLRR09',
    'GOMC[800101]HDFLRR09',
    'GOMC{800101}HDFLRR09',
    'GOMC`800101@HDFLRR/09',
    'ＧＯＭＣ８００１０１ＨＤＦＬＲＲ０９',
    'GOMC990231HDFAXC800101HDFLRR09',
  ])('finds the CURP in %j [peticion_invalida]', (text) => {
    expect(containsCurp(text)).toBe(true)
  })

  it.each([
    '',
    'GOMC800101HDFLRR0',
    'GOMC801301HDFLRR09',
    'GOMC800101HZZLRR09',
    'GOMC---800101---HDFLRR---09',
    'CTR-2024-000123',
    'GOMC800101',
  ])('finds none in %j', (text) => {
    expect(containsCurp(text)).toBe(false)
  })
})

describe('containsCurp of one CURP', () => {
  const finds = (text: string) => containsCurp(text, 'GOMC800101HDFLRR09')

  it('finds the ten characters with which it begins', () => {
    expect(finds('rfc-gomc-800101-x')).toBe(true)
    expect(finds('GOMC800101')).toBe(true)
    expect(finds('xGOMC800101')).toBe(true)
  })

  it('finds none where one of the ten is another, or missing', () => {
    const others = ['XOMC800101', 'GXMC800101', 'GOXC800101', 'GOMX800101', 'GOMC900101', 'GOMC810101']
    expect(others.filter(finds)).toEqual([])
    expect(['OMC800101', 'GOMC80010', 'GOMC8001', 'GOMC---800101'].filter(finds)).toEqual([])
  })
})

describe('containsRfc', () => {
  it.each([
    ['GODE561231GR8', 'a natural person'],
    ['gode561231gr8', 'lower case'],
    ['XAXX010101000', 'the generic one'],
    ['GOMC800101ABC', 'a homoclave that is never issued: the form suffices'],
    ['CASA240115001', 'thirteen characters always count'],
    ['NUÑC800101AB1', 'Ñ'],
    ['nuñc800101ab1', 'ñ'],
    ['NUN\u0303C800101AB1', 'Ñ in two code points'],
    ['GOMC000229AB1', '29 February 2000'],
    ['rfc=GODE561231GR8&x', 'in a parameter'],
    ['/h/GODE561231GR8', 'in a path'],
    ['x_GODE561231GR8_y', 'between underscores'],
    ['GODE-561231-GR8', 'hyphens'],
    ['GODE561231-GR8', 'one hyphen'],
    ['GODE 561231 GR8', 'blanks'],
    ['gode.561231.gr8', 'dots'],
    ['GODE_561231_GR8', 'underscores'],
    ['GOMC-800101-110', 'separators and a right check digit'],
    ['CABE-800101-AB1', 'separators, and letters that are hexadecimal'],
    ['SAT970701NN3', 'a legal person'],
    ['BMN930209927', 'a legal person whose homoclave is all digits'],
    ['ABX800101XY9', 'a legal person: the check digit matters only in doubt'],
    ['PME-380607-P35', 'a legal person, with hyphens'],
    ['A&B010101XY1', '&'],
    ['ABX-800101-ZSA', 'a check digit A, which only separators put to the test'],
    ['ÑB&-800101-ZS5', 'Ñ and & in the check digit'],
    ['x=1&SAT970701NN3', 'an ampersand in front'],
  ])('finds %s (%s) [peticion_invalida]', (text) => {
    expect(containsRfc(text)).toBe(true)
  })

  it.each([
    ['', 'empty'],
    ['GODE561231', 'no homoclave'],
    ['GODE561231GR', 'twelve characters of a natural person'],
    ['GODE561231GR88', 'fourteen characters'],
    ['XGODE561231GR8', 'part of a longer run'],
    ['ñGODE561231GR8', 'part of a longer run that begins with another letter'],
    ['GODE561231GR8é', 'part of a longer run that ends with another letter'],
    ['GODE561331GR8', 'month 13'],
    ['GODE560230GR8', '30 February'],
    ['GODE010229GR8', '29 February of a common year'],
    ['CTR-2024-000123', 'a folio'],
    ['sol-000723156', 'a counter whose last digit happens to be right'],
    ['case_240115123', 'a counter behind four letters'],
    ['CTR240115001', 'a folio of twelve'],
    ['CTR240115123', 'a folio whose last digit is no check digit'],
    ['CTR-240115-AB1', 'a folio with hyphens'],
    ['CTR240115-AB1', 'a folio with its last hyphen'],
    ['CTR-240115AB1', 'a folio with its first hyphen'],
    ['CASA240115-001', 'a folio of four letters with its last hyphen'],
    ['CASA-240115001', 'a folio of four letters with its first hyphen'],
    ['ABX800101XYZ', 'a legal person with a letter where the check digit belongs'],
    ['ABX800101XO9', 'a legal person with a homoclave that is never issued'],
    ['CASA-240115-001', 'a folio of four letters'],
    ['CASA-240115-A01', 'a folio with a homoclave that is never issued'],
    ['CASA-240115-123', 'a folio whose last digit is no check digit'],
    ['fab800101ab1', 'twelve hexadecimal digits'],
    ['550e8400-e29b-41d4-a716-fab800101ab1', 'a UUID'],
    ['GOMC800101HDFLRR09', 'a CURP is no RFC'],
    ['NUN800101', 'a legal person without homoclave'],
  ])('finds none in %s (%s)', (text) => {
    expect(containsRfc(text)).toBe(false)
  })
})

/** Reproducible random bytes: the n-th block of a named stream. */
const bytes = (stream: string, n: number): Buffer => createHash('sha512').update(`${stream} ${n}`).digest()

const from = (alphabet: string, length: number) => (stream: string, n: number) =>
  [...bytes(stream, n).subarray(0, length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')

const digits = '0123456789'
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const uuid = (stream: string, n: number) => {
  const hex = bytes(stream, n).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

const folio = (stream: string, n: number) => {
  const [year = 0, month = 0, day = 0, ...rest] = bytes(stream, n)
  const counter = String(((rest[0] ?? 0) * 256 + (rest[1] ?? 0)) % 100).padStart(3, '0')
  const two = (value: number) => String(value).padStart(2, '0')
  return `CTR${two(20 + (year % 10))}${two(1 + (month % 12))}${two(1 + (day % 28))}${counter}`
}

describe('the scanners', () => {
  it.each([
    ['UUIDs', uuid],
    ['UUIDs in upper case', (stream: string, n: number) => uuid(stream, n).toUpperCase()],
    ['ULIDs', from(crockford, 26)],
    ['short hashes', from('0123456789abcdef', 12)],
    ['hashes of 64', from('0123456789abcdef', 64)],
    ['nanoids', from(base64url, 21)],
    ['base64url of 32 bytes', from(base64url, 43)],
    ['folios by year', (stream: string, n: number) => `CTR-2024-${from(digits, 6)(stream, n)}`],
    ['folios by day', folio],
  ])('find nothing in 50,000 %s', (stream, generate) => {
    const found = Array.from({ length: 50_000 }, (_, n) => generate(stream, n)).filter(
      (id) => containsCurp(id) || containsRfc(id),
    )
    expect(found).toStrictEqual([])
  })
})
