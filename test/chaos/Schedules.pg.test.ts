import { describe, expect, it } from 'vitest'
import { runSchedule } from '#scripts/chaos/schedules/Schedule.ts'
import { seed } from '#test/support/seed.ts'

/** A few of `npm run chaos -- schedules`. */
describe('replicas whose steps have their turn as a seed draws', () => {
  it.concurrent.each([0, 1, 2].map((one) => seed + one))(
    'with kills, stalls, lost answers and wrong clocks keep every promise (seed %i)',
    async (one) => {
      const { violations, steps } = await runSchedule(one)
      expect({ violations, steps: violations.length === 0 ? [] : steps }).toEqual({ violations: [], steps: [] })
    },
  )
})
