import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge } from '#domain/account/Ceiling.ts'

const minuteMillis = 60_000
const perMinute = fc.integer({ min: 1, max: 10_000 })
/** An instant from 2020 to 2038, in epoch milliseconds. */
const instant = fc.integer({ min: 1_577_836_800_000, max: 2_145_916_800_000 })
/** How far ahead the state of a bucket may lie: up to a full minute, and two milliseconds of drift. */
const ahead = fc.oneof(fc.constantFrom(0, minuteMillis), fc.double({ min: 0, max: minuteMillis + 2, noNaN: true }))

/** Requests that come after these waits, in milliseconds, and whether each is let through. */
const serve = (waits: ReadonlyArray<number>, plan: number, from: number): ReadonlyArray<boolean> => {
  let now = from
  let emptyAt = 0
  return waits.map((wait) => {
    now += wait
    const verdict = judge(emptyAt, now, plan)
    if (verdict.allowed) emptyAt = verdict.emptyAt
    return verdict.allowed
  })
}

const allowedOf = (verdicts: ReadonlyArray<boolean>) => verdicts.filter((allowed) => allowed).length

describe('the protective ceiling of a key [limite_excedido]', () => {
  it('lets through in one burst exactly the requests per minute of the plan', () => {
    fc.assert(
      fc.property(perMinute, instant, (plan, now) => {
        expect(allowedOf(serve(Array(plan + 20).fill(0), plan, now))).toBe(plan)
      }),
      { numRuns: 200 },
    )
  })

  it('never lets through more than one burst and what time refills', () => {
    const waits = fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 5_000 })), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), instant, waits, (plan, now, all) => {
        const elapsed = all.slice(1).reduce((total, wait) => total + wait, 0)
        expect(allowedOf(serve(all, plan, now))).toBeLessThanOrEqual(plan + ((elapsed + 2) * plan) / minuteMillis)
      }),
    )
  })

  it('serves a key that keeps to the pace of its plan for ever', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), instant, (plan, now) => {
        const pace = Math.ceil(minuteMillis / plan)
        expect(allowedOf(serve(Array(500).fill(pace), plan, now))).toBe(500)
      }),
      { numRuns: 50 },
    )
  })

  it('refuses for 1 to 60 whole seconds, after which the next request is let through', () => {
    fc.assert(
      fc.property(perMinute, instant, ahead, (plan, now, millis) => {
        const verdict = judge(now + millis, now, plan)
        if (verdict.allowed) return
        const { retryAfterSeconds } = verdict
        expect(Number.isInteger(retryAfterSeconds)).toBe(true)
        expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
        expect(retryAfterSeconds).toBeLessThanOrEqual(60)
        expect(judge(now + millis, now + 1_000 * retryAfterSeconds, plan).allowed).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('lets through later whatever it lets through now, and whatever a fuller bucket would', () => {
    fc.assert(
      fc.property(perMinute, instant, ahead, fc.nat({ max: 100_000 }), (plan, now, millis, more) => {
        const allowed = judge(now + millis, now, plan).allowed
        if (allowed) expect(judge(now + millis, now + more, plan).allowed).toBe(true)
        else expect(judge(now + millis + more, now, plan).allowed).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it('gives each request a share of the minute', () => {
    expect(judge(0, 1_700_000_000_000, 60)).toEqual({ allowed: true, emptyAt: 1_700_000_001_000 })
    expect(judge(1_700_000_060_000, 1_700_000_000_000, 60)).toEqual({ allowed: false, retryAfterSeconds: 1 })
    expect(judge(1_700_000_060_000, 1_700_000_000_000, 1)).toEqual({ allowed: false, retryAfterSeconds: 60 })
    // A share of one millisecond, of which no drift makes two.
    expect(judge(1_700_000_060_000, 1_700_000_000_000, 60_000)).toEqual({ allowed: false, retryAfterSeconds: 1 })
  })
})
