import { describe, expect, it } from 'vitest'
import { planted } from '#scripts/chaos/schedules/Planted.ts'
import { runSchedule } from '#scripts/chaos/schedules/Schedule.ts'
import type { Scene } from '#scripts/chaos/sweep/World.ts'
import { seed } from '#test/support/seed.ts'

/** A few of `npm run chaos -- schedules`. */
describe('replicas whose steps have their turn as a seed draws', () => {
  it.each([0, 1, 2].map((one) => seed + one))(
    'with kills, stalls, lost answers and wrong clocks keep every promise (seed %i)',
    async (one) => {
      const { violations, steps } = await runSchedule(one)
      expect({ violations, steps: violations.length === 0 ? [] : steps }).toEqual({ violations: [], steps: [] })
    },
  )

  it.each([
    ['what is not emitted is charged', 'charged if emitted'],
    ['what was held stays held', 'nothing held'],
  ])('notice, as a fault that is planted on purpose, that %s', async (what, noticed) => {
    const plant = planted[what] ?? ((scene: Scene) => Promise.resolve(scene))
    const { violations } = await runSchedule(seed, { plant, healedAfter: 900_000 })
    expect(violations.some((violation) => violation.startsWith(noticed))).toBe(true)
  })
})
