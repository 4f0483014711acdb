import { describe, expect, it } from 'vitest'
import { bestOf, isFollowed, type Sample, sampleOf, withSample } from '#adapters/postgres/installation/DatabaseClock.ts'

const sample = (origin: number, roundTrip: number): Sample => ({ origin, roundTrip })

describe('what the database tells of the time', () => {
  it('is of halfway between question and answer', () => {
    expect(sampleOf({ sent: 100, now: 5_000, received: 140 })).toEqual({ origin: 4_880, roundTrip: 40 })
  })

  it('is compared with the seven answers before', () => {
    const seven = [1, 2, 3, 4, 5, 6, 7].map((origin) => sample(origin, 50))
    const eight = withSample(seven, sample(8, 50))
    expect(eight.map(({ origin }) => origin)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(withSample(eight, sample(9, 50)).map(({ origin }) => origin)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  it.each([
    [135, 2],
    [-135, 2],
    [136, 1],
    [-136, 1],
  ])('begins again where an answer is off by more than both took and ten milliseconds: by %d', (off, kept) => {
    expect(withSample([sample(1_000, 50)], sample(1_000 + off, 75))).toHaveLength(kept)
  })

  it('begins again where it contradicts one of several', () => {
    expect(withSample([sample(1_000, 5), sample(1_010, 5)], sample(1_021, 0))).toEqual([sample(1_021, 0)])
  })

  it('is taken from the answer that came back soonest, and from the latest of those that did alike', () => {
    const latest = sample(3, 20)
    expect(bestOf([sample(1, 10), sample(2, 30), latest], latest)).toEqual(sample(1, 10))
    expect(bestOf([sample(1, 20), sample(2, 30), latest], latest)).toEqual(latest)
  })
})

describe('another time of the database', () => {
  it.each([
    ['that is 30 s from the one here', 30_000, 0, 9_000_000, true],
    ['that is 30 s from the machine’s', 9_000_000, 0, 8_970_000, true],
    ['that is further from both', 9_000_000, 8_969_999, 9_030_001, false],
    ['that is earlier than both by more', -30_001, 0, 0, false],
  ])('%s is followed, or not', (_, database, here, machine, isTrue) => {
    expect(isFollowed(database, here, machine)).toBe(isTrue)
  })
})
