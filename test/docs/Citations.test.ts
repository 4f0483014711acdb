import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { statuses } from '#test/support/statuses.ts'
import { deadLinks, documents, headings, joined, missingFiles, type Place, sources } from './Documents.ts'

const contract = readFileSync('docs/contract.md', 'utf8')
const architecture = readFileSync('docs/architecture.md', 'utf8')

const numbersOf = (text: string, form: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(form)].map(([, number = '']) => number)

const rules = numbersOf(contract, /^(?:\| )?\*\*(\d\.\d+b?)\b/gm)
const steps = numbersOf(contract, /^\| \*\*4\.(\d+b?)\*\* \|/gm)
const promises = numbersOf(architecture, /^\| \*\*(\d+)\*\* \|/gm)

/** Every number of a citation: `6.3`, `4.16 to 4.18`, `1.12, 1.17`. */
const cited = (text: string, word: string, number: string): ReadonlyArray<string> =>
  numbersOf(text, new RegExp(`\\b${word} (${number}(?:(?:, | and | to )${number})*)`, 'g')).flatMap((numbers) =>
    numbers.split(/, | and | to /),
  )

const unknown = (name: string, numbers: ReadonlyArray<string>, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  numbers.filter((number) => !known.includes(number)).map((number) => `${name} ${number}`)

const citedHeadings = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\b(docs\/[\w/-]+\.md), "([^"]+)"/g)]
    .filter(([, path = '', heading = '']) => !headings(readFileSync(path, 'utf8')).includes(heading))
    .map(([citation]) => citation)

const astray = ({ text: raw }: Place): ReadonlyArray<string> => {
  const text = joined(raw)
  return [
    ...unknown('contract', cited(text, '[Cc]ontract', '\\d+\\.\\d+[a-z]?'), rules),
    ...unknown('step', cited(text, '[Ss]teps?', '\\d+b?'), steps),
    ...unknown('promise', cited(text, '[Pp]romises?', '\\d+'), promises),
    ...citedHeadings(text),
    ...missingFiles({ path: '', text }),
  ]
}

/** Papers that are not part of this project, by the ways in which comments used to name them. */
const foreign = /\bdecisions(?:\.md|,| say| leave)|\bspecification section|\(specification|\bDESIGN\b|\b[Ss]ection \d/

const here = 'test/docs/Citations.test.ts'
const others = sources.filter(({ path }) => path !== here)

const found = (places: ReadonlyArray<Place>, look: (place: Place) => ReadonlyArray<string>): ReadonlyArray<string> =>
  places.flatMap((place) => look(place).map((what) => `${place.path}: ${what}`))

describe('the numbers of the contract', () => {
  it('are each given once, and in order within their section', () => {
    const order = rules.map((rule) => rule.replace('2b', '2.5')).map((rule) => Number.parseFloat(rule.slice(2)))
    const sections = rules.map((rule) => rule[0])
    expect(new Set(rules).size).toBe(rules.length)
    expect(
      order.filter((number, index) => sections[index] === sections[index - 1] && number < (order[index - 1] ?? 0)),
    ).toEqual([])
  })

  it('are there for each of the 19 steps of the order of judgement', () => {
    expect(steps).toEqual(['1', '2', '2b', ...Array.from({ length: 16 }, (_, index) => String(index + 3))])
  })
})

describe('a citation', () => {
  it('in the code leads to a rule, a promise, a heading or a file that is there', () => {
    expect(found(others, astray)).toEqual([])
  })

  it('in a document leads there too', () => {
    expect(found(documents, astray)).toEqual([])
  })

  it('names no paper that is not part of the project', () => {
    expect(found(others, ({ text }) => joined(text).match(foreign) ?? [])).toEqual([])
  })

  it('in a document, as a relative link, leads to a file and a heading that are there', () => {
    expect(found(documents, deadLinks)).toEqual([])
  })
})

describe('the table of contract 7.1', () => {
  it('has every code of an error with its status, and no other', () => {
    const rows = [...contract.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, codigo = '']) => [
      codigo,
      Number(status),
    ])
    expect(Object.fromEntries(rows)).toEqual(statuses)
  })
})
