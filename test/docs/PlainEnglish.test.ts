import { describe, expect, it } from 'vitest'
import { documents } from '#tools/documents/Places.ts'
import { commentsIn, habitsIn, plainProblems } from '#tools/documents/PlainEnglish.ts'

describe('the documents, and the comments of rooms that are plain', () => {
  it('have no habit that makes a sentence hard to read', () => {
    expect(plainProblems()).toEqual([])
  })
})

it('a page has at most 300 lines; the contract alone has more', () => {
  const long = documents.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
  expect(long).toEqual(['docs/contract.md'])
})

describe('a text', () => {
  it.each([
    ['Whoever waits, waits.', 'name the actor'],
    ['It is slow. Who needs longer answers 202.', 'name the actor'],
    ['This is to be edited.', 'must, may or can'],
    ['A slot is not to be had.', 'is not available'],
    ['Replicas have lists fetched.', 'the verb itself'],
    ['It takes at most so many rows.', 'the number'],
    ['It counts those of them that failed.', 'the noun again'],
    ['A key of nobody is refused.', 'negated'],
    ['Of its answer only the status counts.', 'subject, verb, object'],
    ['It was never run.', 'an ADR'],
    ['Besides, mend it.', 'fix'],
    ['Restart it anew.', 'again'],
    ['What is under way ends.', 'in progress'],
    ['Bring the last state back.', 'restore'],
    ['The alarm rings.', 'fires'],
    [`${'word '.repeat(46)}.`, '45 words'],
  ])('has a habit: %s', (text, instead) => {
    expect(habitsIn(text).join()).toContain(instead)
  })

  it.each([
    'Name the actor, and use the common word.',
    'Is it the one who asked?',
    'The code says `whoever`, and so does "whoever waits".',
    '```\nwhoever anew\n```',
    '<!-- settings: made by npm run docs -->\n\nwhoever\n\n<!-- end -->',
    'So many that it fails.',
    `| ${'word '.repeat(30)}. ${'word '.repeat(30)} | ${'word '.repeat(30)} |`,
  ])('has none: %j', (text) => {
    expect(habitsIn(text)).toEqual([])
  })
})

it('comments of a source are read, and its code is not', () => {
  const source = "/** Tells whoever asks.\n * Twice. */\nconst anew = 'whoever' // besides\n  // mend it\n"
  expect(commentsIn(source).replace(/\s+/g, ' ').trim()).toBe('Tells whoever asks. Twice. mend it')
})
