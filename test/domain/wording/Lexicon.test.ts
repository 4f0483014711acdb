import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Definition } from '#domain/wording/Lexicon.ts'
import { descriptive } from '#domain/wording/lexicon/descriptive.ts'
import { alternatives } from '#domain/wording/lexicon/inflections.ts'
import { places } from '#domain/wording/lexicon/places.ts'
import { rating } from '#domain/wording/lexicon/rating.ts'
import { scansOf, wordingOf } from '#domain/wording/Wording.ts'

/**
 * Every word and phrase of the lexicon, written out in `lexicon.txt` as it is found: what is left out of the lexicon, or
 * of its inflections, is missed here. `GOLDEN=write npx vitest run test/domain/wording/Lexicon.test.ts` writes what the
 * lexicon has now; its difference is what a change adds and loses.
 */
const file = new URL('./lexicon.txt', import.meta.url)

type List = 'descriptive' | 'rating'
type Member = Exclude<keyof Definition, 'placesToo'>

/** Where a word counts; around it stands nothing that counts without it. */
const shown: Readonly<Record<Member, (row: string, list: List) => string>> = {
  words: (word) => word,
  traits: (word) => `inquilino-${word}`,
  besidePerson: (word) => `inquilino-${word}`,
  alone: (word) => word,
  numbered: (word) => `${word}-3`,
  notBeforeNumber: (word) => `${word}-norte`,
  labels: (word, list) => `${word}-${list === 'rating' ? 'flojo' : 'plomero'}`,
  phrases: (phrase) => phrase,
  alonePhrases: (phrase) => phrase,
}
const members = Object.keys(shown).filter((name): name is Member => name in shown)
const lists = { descriptive, rating } as const

const numbers: Readonly<Record<string, string>> = { '#': '3', '##': '47', '####': '1979' }

/** Words that are also places, and say nothing. */
const exempt = new Set(places.flatMap((phrase) => (phrase.length === 1 ? phrase : [])))

/** A phrase in each of its forms, as they stand in an identifier. */
const formsOf = (phrase: ReadonlyArray<string>): ReadonlyArray<string> =>
  phrase
    .map((position) => alternatives(position).map((word) => numbers[word] ?? word))
    .reduce((starts, words) => starts.flatMap((start) => words.map((word) => `${start}-${word}`)))

const rowsOf = (definition: Definition, member: Member): ReadonlyArray<string> => {
  const rows: ReadonlyArray<string | ReadonlyArray<string>> = definition[member]
  const all = new Set(rows.flatMap((row) => (typeof row === 'string' ? [row] : formsOf(row))))
  return [...all].filter((row) => !exempt.has(row)).toSorted()
}

const counts = (list: List, text: string): boolean => {
  const { describes, rates } = wordingOf(scansOf(text))
  return list === 'rating' ? rates : describes
}

const sections = (['descriptive', 'rating'] as const).flatMap((list) =>
  members.map((member) => ({ list, member, definition: lists[list] })),
)
const titleOf = (list: List, member: Member): string => `## ${list} ${member}`

/** Lines of at most 120 characters. */
const wrapped = (words: ReadonlyArray<string>): string => words.join(' ').replace(/(.{1,119})(?: |$)/g, '$1\n')

if (process.env['GOLDEN'] === 'write') {
  const written = sections.map(({ list, member, definition }) => {
    const rows = rowsOf(definition, member).filter((row) => counts(list, shown[member](row, list)))
    return `${titleOf(list, member)}\n${wrapped(rows)}`
  })
  writeFileSync(file, written.join('\n'))
}

/** The examples of each section. */
const examples = new Map(
  readFileSync(file, 'utf8')
    .split(/^(?=## )/m)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return [
        title,
        lines
          .join(' ')
          .split(' ')
          .filter((word) => word !== ''),
      ] as const
    }),
)

describe('the lexicon', () => {
  it.each(sections)('is found in every word and phrase: $list $member', ({ list, member, definition }) => {
    const written = examples.get(titleOf(list, member)) ?? []
    expect(written.filter((row) => !counts(list, shown[member](row, list)))).toEqual([])
    const known = new Set(written)
    expect(rowsOf(definition, member).filter((row) => !known.has(row))).toEqual([])
  })

  it('counts nothing that stands around its words', () => {
    const around = members.flatMap((member) =>
      (['descriptive', 'rating'] as const).filter((list) => counts(list, shown[member]('xilofono', list))),
    )
    expect(around).toEqual([])
  })
})
