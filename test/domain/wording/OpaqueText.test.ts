import { describe, expect, it } from 'vitest'
import { holdsIdentifier } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Tokens.ts'
import { describesPerson, isOpaqueFor } from '#test/support/wording.ts'

const described = (texts: ReadonlyArray<string>) => texts.filter(describesPerson)

describe('describesPerson (peticion_invalida)', () => {
  it('refuses a word of a person that stands alone, with a number, or with what says nothing', () => {
    const texts = [
      'mama-de-3',
      'mayor65',
      'over65',
      'obrero-3',
      'negocio-informal',
      'trans-9',
      'chino-4',
      'EmpleoInformal7',
      'solicitud-obrero-3',
      'folio_2024_plomero',
      '/hooks/mesera-3',
      'muy-pobre-2',
      'nurse-12',
      'section8',
      'conGripa',
      'sin-estudios-3',
      'PADRE-DE-DOS',
    ]
    expect(described(texts)).toEqual(texts)
  })

  it('lets the same word pass in an address, in a company, after an article, and as the name of a guild', () => {
    const texts = [
      'calle-obrero-mundial',
      'obrero-mundial-33',
      'calle-0brero-mundial-4',
      'colonia-obrera-12',
      'barrio-chino-4',
      'el-chino-4',
      'poblana-chino-9',
      'inmobiliaria-chino/hooks',
      'medicos-12',
      'plaza-mayor-65',
      'casa-separado-2',
      'heroico-colegio-militar-3',
      'trans-peninsular-9',
      'sindicato-de-electricistas-4',
      'CalleLasSolteras28A',
      'RICA240115001',
      '/solicitantes/la-viuda/7',
      '/drivers/v2',
      '/chef/avs',
    ]
    expect(described(texts)).toEqual([])
  })
})

describe('isOpaque (peticion_invalida)', () => {
  const opaque = isOpaqueFor(['Juan José', 'Pérez', 'de la Cruz'])
  const refused = (texts: ReadonlyArray<string>, of = opaque) => texts.filter((text) => !of(text))

  it('refuses a CURP, and the first ten characters of this one, in any spelling', () => {
    const ofLimp = isOpaqueFor([], 'LIMP900101HDFRRN09')
    const texts = [
      'sol-LIMP900101HDFRRN09',
      'LIMP900101%48DFRRN09',
      'GOMC-800101-HDFLRR-09',
      'sol-LIMP900101',
      'limp900101ab1',
      'LIMP-900101-AB1',
      'limp_90_01_01',
      'LIMP9001%30%31',
      'ＬＩＭＰ９００１０１',
      'xLIMP9001012',
    ]
    expect(refused(texts, ofLimp)).toEqual(texts)
    expect(refused(['LIMP900102', 'LIMP90010', 'LIMP---900101'], ofLimp)).toEqual([])
  })

  it('finds what nobody’s identifier may hold in any reading', () => {
    expect(holdsIdentifier(readingOf('LIMP900101%48DFRRN09'))).toBe(true)
    expect(holdsIdentifier(readingOf('avs%5Flive_aZ34567890aZ34567890'))).toBe(true)
    expect(holdsIdentifier(readingOf('LIMP900101%48'))).toBe(false)
  })

  it('refuses what describes the person', () => {
    expect(isOpaqueFor()('depto-viuda-3')).toBe(false)
  })
})
