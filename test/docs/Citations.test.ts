import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { statuses } from '#test/support/statuses.ts'
import { astray, foreignIn, problems, rules, steps } from '#tools/documents/Citations.ts'
import { deadLinks } from '#tools/documents/Places.ts'
import { rulePlaces } from '#tools/documents/RulePlaces.ts'

const place = (text: string) => ({ path: 'docs/contract.md', text })

describe('a citation', () => {
  it('leads to a place that is there, all over the project', () => {
    expect(problems()).toEqual([])
  })

  it.each([
    ['contract 4.16, step 2b, promise 8', []],
    ['(contract 1.12, 1.99)', ['contract 1.99']],
    ['contract 4.16 to 4.98', ['contract 4.98']],
    ['said at length (contract\n * 6.99)', ['contract 6.99']],
    ['Steps 16 to 19', ['step 19']],
    ['promise 13', ['promise 13']],
    ['docs/architecture.md, "Time"', []],
    ['docs/architecture.md, "Space"', ['docs/architecture.md, "Space"']],
    ['docs/nowhere.md, "Time"', ['docs/nowhere.md, "Time"']],
    ['`src/domain/Limits.ts`', []],
    ['`src/domain/Nothing.ts`', ['src/domain/Nothing.ts']],
  ])('is followed: %j', (text, expected) => {
    expect(astray(place(text))).toEqual(expected)
  })

  it.each(['(decisions, step 10)', 'specification section 8', 'section 2', '(specification, Factor)'])(
    'of a paper that is not here is refused: %j',
    (text) => {
      expect(foreignIn(place(text))).toHaveLength(1)
    },
  )

  it.each([
    ['[here](contract.md#7-errors)', []],
    ['[here](contract.md#77-errors)', ['contract.md#77-errors']],
    ['[here](nowhere.md)', ['nowhere.md']],
    ['[here](#7-errors)', []],
    ['[there](https://example.com)', []],
  ])('as a link is followed: %j', (text, expected) => {
    expect(deadLinks(place(text))).toEqual(expected)
  })
})

describe('the numbers of the contract', () => {
  it('are each given once, and in order within their section', () => {
    const order = rules.map((rule) => rule.replace('2b', '2.5')).map((rule) => Number.parseFloat(rule.slice(2)))
    const sections = rules.map((rule) => rule[0])
    expect(new Set(rules).size).toBe(rules.length)
    expect(
      order.filter((number, index) => sections[index] === sections[index - 1] && number < (order[index - 1] ?? 0)),
    ).toEqual([])
  })

  it('are in the index of rules, if they are a step, also within a range', () => {
    const index = rulePlaces()
    expect(steps.filter((step) => !index.includes(`| step ${step} |`))).toEqual([])
  })

  it('are there for each of the 19 steps of the order of judgement', () => {
    expect(steps).toEqual(['1', '2', '2b', ...Array.from({ length: 16 }, (_, index) => String(index + 3))])
  })
})

describe('the table of contract 7.1', () => {
  it('has every code of an error with its status, and no other', () => {
    const rows = [...readFileSync('docs/contract.md', 'utf8').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)]
    expect(Object.fromEntries(rows.map(([, status, codigo = '']) => [codigo, Number(status)]))).toEqual(statuses)
  })
})
