import { Deferred, Duration, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { noteAccepted, StartQueue } from '#http/connection/StartQueue.ts'

/** Notes the names of those who begin, in order, and of those who are too late. */
const joined = (queue: StartQueue, names: ReadonlyArray<readonly [party: string, name: string, since?: number]>) => {
  const begun: Array<string> = []
  const late: Array<string> = []
  const members = names.map(([party, name, since = performance.now()]) => ({ name, one: queue.join(party, 0, since) }))
  const all = Effect.forEach(
    members,
    ({ name, one }) =>
      one === null
        ? Effect.void
        : Effect.map(Deferred.await(one.item.starts), (starts) => void (starts ? begun : late).push(name)),
    { concurrency: 'unbounded', discard: true },
  )
  return { begun, late, members, done: Effect.runPromise(all) }
}
const named = (party: string, count: number) =>
  Array.from({ length: count }, (_, index) => [party, `${party}${index}`] as const)

/** Rounds of the event loop. */
const rounds = async (count: number) => {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve))
}

describe('requests begin', () => {
  it('eight in each round of the event loop, so that others are served between them', async () => {
    const { begun, done } = joined(new StartQueue(Duration.seconds(1)), named('a', 40))
    expect(begun).toEqual([])
    await rounds(3)
    expect(begun.length).toBeGreaterThan(0)
    expect(begun.length).toBeLessThan(40)
    await done
    expect(begun).toEqual(named('a', 40).map(([, name]) => name))
  })

  it('later while connections come, of which a round accepts one, and not much later', async () => {
    const { begun, done } = joined(new StartQueue(Duration.seconds(1)), named('a', 40))
    for (let round = 0; round < 64; round++) {
      noteAccepted()
      await rounds(1)
    }
    expect(begun).toEqual([])
    let isDone = false
    void done.then(() => {
      isDone = true
    })
    while (!isDone) {
      noteAccepted()
      await rounds(1)
    }
    expect(begun).toHaveLength(40)
  })

  it('no longer than a second after they came', async () => {
    const past = performance.now() - 1_001
    const { begun, late, done } = joined(new StartQueue(Duration.seconds(1)), [
      ['a', 'old', past],
      ['b', 'older', past - 5_000],
      ...named('a', 1),
    ])
    await done
    expect([begun, late]).toEqual([['a0'], ['old', 'older']])
  })

  it('but for those who went away, whose place is the next one’s', async () => {
    const queue = new StartQueue(Duration.seconds(1))
    const { begun, members, done } = joined(queue, named('a', 3))
    const [, gone] = members
    if (gone?.one) {
      queue.leave(gone.one)
      Deferred.doneUnsafe(gone.one.item.starts, Effect.succeed(false))
    }
    await done
    expect(begun).toEqual(['a0', 'a2'])
  })

  it('as far as they may wait: of more than 8,192 the rest is refused at once', async () => {
    const { members, done } = joined(
      new StartQueue(Duration.seconds(1)),
      named('a', 8_200).map(([party, name]) => [party, name, 0] as const),
    )
    expect(members.filter(({ one }) => one === null)).toHaveLength(8)
    await done
  })

  it('although 8,192 of another party wait, of whom the last is refused', async () => {
    const { begun, late, done } = joined(new StartQueue(Duration.hours(1)), [
      ...named('many', 8_192),
      ...named('few', 2),
    ])
    await done
    expect(late.toSorted()).toEqual(['many8190', 'many8191'])
    expect(begun.slice(0, 4)).toEqual(['many0', 'few0', 'many1', 'few1'])
  })

  it('where the bodies of their party take no more than 8 MB, of one address 1 MB, of all strangers together 8 MB', async () => {
    const queue = new StartQueue(Duration.hours(1))
    const [all, mostOfAddress] = [8_388_608, 1_048_576]
    const partner = (key: string, bytes: number) => queue.join(key, 0, performance.now(), bytes)
    const stranger = (address: string, bytes: number) => queue.joinUnauthenticated(address, performance.now(), bytes)
    const [one, other] = [partner('a', all / 2), stranger('x0', mostOfAddress)]
    expect([partner('a', all / 2 + 1), stranger('x0', 1)]).toEqual([null, null])
    expect([partner('b', all), stranger('x0', 0)].includes(null)).toBe(false)
    for (let nth = 1; nth < 8; nth++) expect(stranger(`x${nth}`, mostOfAddress)).not.toBeNull()
    expect(stranger('y', 1)).toBeNull()
    for (const place of [one, other]) if (place !== null) queue.leave(place)
    for (const place of [one, other]) if (place !== null) queue.leave(place)
    expect([partner('a', all), partner('a', 1)].map((place) => place === null)).toEqual([false, true])
    expect([stranger('y', mostOfAddress), stranger('z', 1)].map((place) => place === null)).toEqual([false, true])
    await rounds(6)
    expect([partner('a', all), stranger('x0', mostOfAddress)].includes(null)).toBe(false)
  })

  it('where the bodies of those who gave up their place take nothing any more', () => {
    const queue = new StartQueue(Duration.hours(1))
    const join = (address: number) => queue.joinUnauthenticated(`x${address}`, performance.now(), 1_000)
    for (let nth = 0; nth < 8_192; nth++) join(nth % 8)
    const newcomers = Array.from({ length: 400 }, (_, nth) => join(100 + nth))
    expect(newcomers.includes(null)).toBe(false)
  })

  /** How many of those who joined know whether they begin. */
  const told = (members: ReadonlyArray<ReturnType<StartQueue['join']>>): number =>
    members.filter((one) => one !== null && Deferred.isDoneUnsafe(one.item.starts)).length
  const joining = (queue: StartQueue, count: number, since = performance.now()) =>
    Array.from({ length: count }, () => queue.join('a', 0, since))

  it('in a round: eight, however many wait', async () => {
    const members = joining(new StartQueue(Duration.hours(1)), 500)
    await rounds(1)
    expect(told(members)).toBe(8)
  })

  it('or are told that they came too late: the sixteen oldest, whosever turn it is', async () => {
    const queue = new StartQueue(Duration.seconds(1))
    const past = performance.now() - 5_000
    const partners = joining(queue, 10, past)
    const strangers = Array.from({ length: 10 }, () => queue.joinUnauthenticated('x', past - 1))
    const others = Array.from({ length: 20 }, (_, nth) => queue.join(`other${nth}`, 0, performance.now()))
    await rounds(1)
    // And one partner, whose turn it is.
    expect([partners, strangers, others].map(told)).toEqual([7, 10, 8])
  })

  it('or sixteen more whose turn it is', async () => {
    const members = joining(new StartQueue(Duration.seconds(1)), 33, performance.now() - 5_000)
    await rounds(1)
    expect(told(members)).toBe(32)
  })

  it('after 64 rounds that are left out for connections that come', async () => {
    const members = joining(new StartQueue(Duration.hours(1)), 9)
    const leftOut = (begun: number) => Array.from({ length: 64 }, () => begun)
    for (const expected of [...leftOut(0), 8, ...leftOut(8), 9]) {
      noteAccepted()
      await rounds(1)
      expect(told(members)).toBe(expected)
    }
  })
})
