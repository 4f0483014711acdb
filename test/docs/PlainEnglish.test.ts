import { describe, expect, it } from 'vitest'
import { documents } from '#tools/documents/Places.ts'
import { commentsIn, plainProblems } from '#tools/documents/PlainEnglish.ts'

describe('the documents, and the comments of rooms that are plain', () => {
  it('have no habit that makes a sentence hard to read', () => {
    expect(plainProblems()).toEqual([])
  })
})

it('a page has at most 300 lines; the contract alone has more', () => {
  const long = documents.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
  expect(long).toEqual(['docs/contract.md'])
})

it('comments of a source are read, and its code is not', () => {
  const source = "/** Tells whoever asks.\n * Twice. */\nconst anew = 'whoever' // besides\n  // mend it\n"
  expect(commentsIn(source).replace(/\s+/g, ' ').trim()).toBe('Tells whoever asks. Twice. mend it')
})
