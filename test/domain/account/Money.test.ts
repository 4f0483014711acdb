import { Option } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currency, toCentavos, toPesos } from '#domain/account/Money.ts'

describe('Money', () => {
  it('is in Mexican pesos', () => {
    expect(currency).toBe('MXN')
  })

  it.each([
    [0, 0],
    [1, 0.01],
    [14_950, 149.5],
    [1_010, 10.1],
    [100_000_000, 1_000_000],
  ])('shows %d centavos as %d pesos and reads them back', (centavos, pesos) => {
    expect(toPesos(centavos)).toBe(pesos)
    expect(toCentavos(pesos)).toEqual(Option.some(centavos))
  })

  it.each([
    ['a negative amount', -0.01],
    ['a third decimal', 1.005],
    ['a tenth of a centavo', 0.001],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['more than can be kept exactly', 1e14],
    ['the least positive number', Number.MIN_VALUE],
  ])('does not read %s', (_, pesos) => {
    expect(toCentavos(pesos)).toEqual(Option.none())
  })

  it('reads back every amount up to ten thousand million pesos, which has at most two decimals when written', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_000_000 }), (centavos) => {
        expect(toCentavos(toPesos(centavos))).toEqual(Option.some(centavos))
        expect(JSON.stringify(toPesos(centavos))).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
    )
  })
})
