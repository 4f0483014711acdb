import { expect, it } from 'vitest'
import { seed } from '#test/support/seed.ts'
import { fuzz } from './Fuzz.ts'

const cases = 1_000

/** Whether so many requests come in so short a time depends on the machine. */
const isOfTheMachine = (answer: string): boolean => answer.startsWith('step 2.5 ')

it(`answers ${cases} fuzz cases as the contract and the order of judgement say, and lives`, async () => {
  const { violations, tally, cases: played } = await fuzz({ cases, seed, path: undefined, tell: () => undefined })
  expect(violations).toEqual([])
  expect(played).toBeGreaterThanOrEqual(cases)
  expect(tally.missing(1).filter((answer) => !isOfTheMachine(answer))).toEqual([])
})
