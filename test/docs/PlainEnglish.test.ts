import { expect, it } from 'vitest'
import { documents } from '#tools/documents/Places.ts'

it('a page has at most 300 lines; the contract alone has more', () => {
  const long = documents.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
  expect(long).toEqual(['docs/contract.md'])
})
