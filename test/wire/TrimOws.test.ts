import { describe, expect, it } from 'vitest'
import { trimOws } from '#application/Authenticate.ts'

describe('trimOws', () => {
  it.each([
    ['sol-1', 'sol-1'],
    [' sol-1 ', 'sol-1'],
    ['\t \tsol-1\t', 'sol-1'],
    ['sol 1\t2', 'sol 1\t2'],
    [' \t ', ''],
    ['', ''],
    ['\u00a0sol-1\n', '\u00a0sol-1\n'],
  ])('makes of %j %j', (value, stripped) => {
    expect(trimOws(value)).toBe(stripped)
  })
})
