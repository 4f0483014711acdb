import { describe, expect, it } from 'vitest'
import { seed } from '#test/support/seed.ts'
import { playing } from '#tools/schedules/Playing.ts'

/** A few of `npm run chaos -- schedules`. */
describe('replicas whose steps have their turn as a seed draws', () => {
  it('with kills, stalls, lost answers and wrong clocks keep every promise', async () => {
    const outcomes = await Array.fromAsync(playing({ from: seed, count: 6 }))
    const broken = outcomes.filter(({ violations }) => violations.length > 0)
    expect({ played: outcomes.map((outcome) => outcome.seed - seed), broken }).toEqual({
      played: [0, 1, 2, 3, 4, 5],
      broken: [],
    })
  })
})
