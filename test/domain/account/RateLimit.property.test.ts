import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type Window } from '#domain/account/RateLimit.ts'

const minute = 60_000
/** An instant from 2020 to 2038, in epoch milliseconds. */
const instant = fc.integer({ min: 1_577_836_800_000, max: 2_145_916_800_000 })
const perMinute = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 10_000 }))
/** Waits between requests, in milliseconds; many as long as something of the window is. */
const waits = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.constantFrom(1, 999, 1_000, 1_001, 59_000, 59_999, minute, 60_001, 61_000),
    fc.nat({ max: 1_500 }),
    fc.nat({ max: 30_000 }),
  ),
  { maxLength: 300 },
)

interface Served {
  readonly at: number
  readonly allowed: boolean
}

const serve = (all: ReadonlyArray<number>, plan: number, from: number) => {
  let now = from
  let window: Window = []
  const served = all.map((wait): Served => {
    now += wait
    const verdict = judge(window, now, plan)
    if (verdict.allowed) window = verdict.window
    return { at: now, allowed: verdict.allowed }
  })
  return { served, window, now }
}

/** How many were let through in the time before this one, itself left out. */
const allowedWithin = (served: ReadonlyArray<Served>, index: number, millis: number): number => {
  const until = served[index]?.at ?? 0
  return served.slice(0, index).filter(({ at, allowed }) => allowed && until - at < millis).length
}

describe('the rate of a key [limite_excedido]', () => {
  it('never lets more through in any 60 s than the plan says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), instant, waits, (plan, from, all) => {
        const { served } = serve(all, plan, from)
        served.forEach(({ allowed }, index) => {
          if (allowed) expect(allowedWithin(served, index, minute)).toBeLessThan(plan)
        })
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses nothing where fewer came in the last 61 s', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), instant, waits, (plan, from, all) => {
        const { served } = serve(all, plan, from)
        served.forEach(({ allowed }, index) => {
          if (!allowed) expect(allowedWithin(served, index, minute + 1_000)).toBeGreaterThanOrEqual(plan)
        })
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses for 1 to 60 whole seconds: a client that waits them is let through, one second less and it is not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), instant, waits, (plan, from, all) => {
        const { window, now } = serve(all, plan, from)
        const verdict = judge(window, now, plan)
        if (verdict.allowed) return
        const { retryAfterSeconds } = verdict
        expect(Number.isInteger(retryAfterSeconds)).toBe(true)
        expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
        expect(retryAfterSeconds).toBeLessThanOrEqual(60)
        expect(judge(window, now + 1_000 * retryAfterSeconds, plan).allowed).toBe(true)
        expect(judge(window, now + 1_000 * (retryAfterSeconds - 1), plan).allowed).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('lets through in one burst exactly the requests per minute of the plan', () => {
    fc.assert(
      fc.property(perMinute, instant, (plan, from) => {
        const { served } = serve(Array(plan + 20).fill(0), plan, from)
        expect(served.filter(({ allowed }) => allowed)).toHaveLength(plan)
      }),
      { numRuns: 100 },
    )
  })

  it('serves a key that keeps to the pace of its plan for ever', () => {
    // A plan of more than one a second loses less than a second of the minute.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), instant, (plan, from) => {
        const pace = Math.ceil(minute / plan)
        expect(serve(Array(300).fill(pace), plan, from).served.filter(({ allowed }) => !allowed)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  it('remembers no more of a key whose plan is a million than 61 seconds', () => {
    const { window } = serve(Array(5_000).fill(37), 1_000_000, 1_700_000_000_000)
    expect(window.length).toBeLessThanOrEqual(61)
  })

  it('counts what lies ahead of a clock that was set back as of now', () => {
    fc.assert(
      fc.property(instant, waits, fc.integer({ min: 1, max: 100_000_000 }), (from, all, back) => {
        const { window, now } = serve(all, 20, from)
        const verdict = judge(window, now - back, 1)
        if (verdict.allowed) return
        expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(60)
        expect(judge(window, now - back + minute, 20).allowed).toBe(true)
      }),
    )
  })

  it('tells when the next fits', () => {
    const at = 1_700_000_000_000
    expect(judge([], at, 1)).toEqual({ allowed: true, window: [{ at, count: 1 }] })
    expect(judge([{ at, count: 1 }], at, 1)).toEqual({ allowed: false, retryAfterSeconds: 60 })
    expect(judge([{ at, count: 1 }], at + 59_999, 1)).toEqual({ allowed: false, retryAfterSeconds: 1 })
    expect(judge([{ at, count: 1 }], at + 60_000, 1)).toEqual({
      allowed: true,
      window: [{ at: at + 60_000, count: 1 }],
    })
    const two = [
      { at, count: 2 },
      { at: at + 40_000, count: 3 },
    ]
    expect(judge(two, at + 50_000, 5)).toEqual({ allowed: false, retryAfterSeconds: 10 })
    expect(judge(two, at + 50_000, 3)).toEqual({ allowed: false, retryAfterSeconds: 50 })
    expect(judge(two, at + 40_700, 6)).toEqual({
      allowed: true,
      window: [
        { at, count: 2 },
        { at: at + 40_700, count: 4 },
      ],
    })
  })
  it('counts what lies ahead together with what came before, as of now', () => {
    const at = 1_700_000_000_000
    const ahead = [
      { at: at - 60_000, count: 9 },
      { at: at - 59_999, count: 1 },
      { at, count: 2 },
      { at: at + 1, count: 4 },
      { at: at + 70_000, count: 8 },
    ]
    expect(judge(ahead, at, 16)).toEqual({
      allowed: true,
      window: [
        { at: at - 59_999, count: 1 },
        { at, count: 2 },
        { at, count: 13 },
      ],
    })
    expect(judge(ahead, at, 15)).toEqual({ allowed: false, retryAfterSeconds: 1 })
    expect(judge(ahead, at, 14)).toEqual({ allowed: false, retryAfterSeconds: 60 })
  })
})
