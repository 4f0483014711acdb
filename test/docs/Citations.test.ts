import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { statuses } from '#test/support/statuses.ts'
import { rulePlaces } from '#tools/documents/Blocks.ts'
import { problems, rules, steps } from '#tools/documents/Citations.ts'

describe('a citation', () => {
  it('leads to a place that is there, all over the project', () => {
    expect(problems()).toEqual([])
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
