import { describe, expect, it } from 'vitest'
import { holdsIdentifier } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Tokens.ts'
import { isOpaqueFor } from '#test/support/wording.ts'

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
    expect(isOpaqueFor()('solicitante-viuda-3')).toBe(false)
  })
})
