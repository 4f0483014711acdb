import { expect, it } from 'vitest'
import { fuzz } from './Fuzz.ts'

const seed = Date.now() % 1_000_000_000
const cases = 2_000

it(`answers ${cases} fuzz cases as the contract and the order of judgement say, and lives`, async () => {
  console.log(`fuzz: seed ${seed}, ${cases} cases (npm run fuzz plays more)`)
  const { violations, tally, cases: played } = await fuzz({ cases, seed, path: undefined, tell: () => undefined })
  expect(violations).toEqual([])
  expect(played).toBeGreaterThanOrEqual(cases)
  expect(tally.missing(1)).toEqual([])
}, 120_000)
