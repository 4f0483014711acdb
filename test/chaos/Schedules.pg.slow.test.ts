import { assert, describe, expect, it } from 'vitest'
import { seed } from '#test/support/seed.ts'
import { planted } from '#tools/schedules/Planted.ts'
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

  it.each([
    ['what is not emitted is charged', 'charged if emitted'],
    ['what was held stays held', 'nothing held'],
  ])('notice, as a fault that is planted on purpose, that %s', async (what, noticed) => {
    const plant = planted[what]
    assert(plant !== undefined)
    const [outcome] = await Array.fromAsync(playing({ from: seed, count: 1 }, { plant }))
    expect(outcome?.violations.some((violation) => violation.startsWith(noticed))).toBe(true)
  })
})
