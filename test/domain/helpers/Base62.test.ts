import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { toBase62 } from '#domain/helpers/Base62.ts'

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

it('makes a text that takes no more memory than its characters and a header', () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heldBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = heldBytes()
  const texts = Array.from({ length: 20_000 }, (_, index) => toBase62(BigInt(index), 43))
  const bytes = (heldBytes() - before) / texts.length
  expect(texts).toHaveLength(20_000)
  expect(bytes).toBeLessThan(150)
})
