import { expect, it } from 'vitest'
import { toBase62 } from '#domain/Base62.ts'

it('writes an integer in base62, with as many digits as asked for', () => {
  expect([0n, 9n, 10n, 61n, 62n, 3_843n].map((value) => toBase62(value, 2))).toEqual([
    '00',
    '09',
    '0A',
    '0z',
    '10',
    'zz',
  ])
  expect(toBase62(62n, 6)).toBe('000010')
})
