import { expect, it, vi } from 'vitest'
import { forgetOldest } from '#domain/account/ApiKey.ts'

it.each([
  [4, ['a', 'b', 'c']],
  [3, ['a', 'b', 'c']],
  [2, ['b', 'c']],
  [0, []],
])('of three those are left of which there may be %d: %j', (most, left) => {
  const noted = new Map([...'abc'].map((letter) => [letter, letter]))
  forgetOldest(most, noted)
  expect([...noted.keys()]).toEqual(left)
})

it('nobody looks for the oldest where there is room', () => {
  const noted = new Set('abc')
  const looks = vi.spyOn(noted, 'keys')
  forgetOldest(3, noted)
  expect(looks).not.toHaveBeenCalled()
})
