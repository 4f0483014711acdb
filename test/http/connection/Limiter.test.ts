import { Effect, Fiber } from 'effect'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Limiter } from '#http/connection/Limiter.ts'

afterEach(() => vi.useRealTimers())

const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)

/** Rounds of the event loop; by default more than all that wait need. */
const rounds = async (count = 300) => {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve))
}

interface Asking {
  readonly cost?: number
  readonly bytes?: number
}

/** A limiter whose requests are known by name. */
const crowd = ({ longestMillis = 3_600_000, freeMillis = 0 } = {}) => {
  let accepted = 0
  const limiter = new Limiter({ longestMillis, freeMillis, accepted: () => accepted })
  const started: Array<string> = []
  const refused: Array<string> = []
  const fibers = new Map<string, Fiber.Fiber<Effect.Effect<void> | null>>()
  const asks = (name: string, party: string, { cost = 1, bytes = 0 }: Asking = {}) => {
    const turn = limiter.turn({ party, cost, bytes }, (end) =>
      Effect.sync(() => {
        const told = end === null ? refused : started
        told.push(name)
        return end
      }),
    )
    fibers.set(name, Effect.runFork(turn))
  }
  return {
    started,
    refused,
    ask: (names: ReadonlyArray<string>, party: string, asking?: Asking) => {
      for (const name of names) asks(name, party, asking)
    },
    /** They end. */
    end: async (names: ReadonlyArray<string>) => {
      for (const name of names) {
        const fiber = fibers.get(name)
        const end = fiber === undefined ? null : await Effect.runPromise(Fiber.join(fiber))
        if (end !== null) await Effect.runPromise(end)
      }
    },
    /** They go away while they wait. */
    goAway: async (names: ReadonlyArray<string>) => {
      for (const name of names) {
        const fiber = fibers.get(name)
        if (fiber !== undefined) await Effect.runPromise(Fiber.interrupt(fiber))
      }
    },
    accept: () => {
      accepted += 1
    },
  }
}

describe('turns', () => {
  it('are taken at once where nobody waits', () => {
    const { ask, started } = crowd()
    ask(['a'], 'a')
    expect(started).toEqual(['a'])
  })

  it('come round: each party has one, and of each the first', async () => {
    const { ask, started } = crowd()
    ask(named('first', 8), 'first')
    ask(named('a', 3), 'a')
    ask(named('b', 2), 'b')
    ask(['c'], 'c')
    await rounds()
    expect(started.slice(8)).toEqual(['a0', 'b0', 'c', 'a1', 'b1', 'a2'])
  })

  it('are eight in a round of the event loop, so that others are served between them', async () => {
    const { ask, started } = crowd()
    ask(named('a', 40), 'a')
    expect(started).toHaveLength(8)
    await rounds(1)
    expect(started).toHaveLength(16)
    await rounds()
    expect(started).toEqual(named('a', 40))
  })

  it('are not taken for ten milliseconds while connections arrive, and then eight', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { ask, started, accept } = crowd()
    ask(named('a', 40), 'a')
    const counts: Array<number> = []
    for (let millis = 0; millis < 24; millis++) {
      accept()
      await rounds(1)
      counts.push(started.length)
      vi.advanceTimersByTime(1)
    }
    const ofTen = (count: number) => Array.from({ length: 10 }, () => count)
    expect(counts).toEqual([...ofTen(8), 16, ...ofTen(16), 24, 24, 24])
    await rounds(1)
    expect(started).toHaveLength(32)
  })

  it('without work are two in ten milliseconds, of whatever parties, and others do not wait for them', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] })
    vi.advanceTimersByTime(10)
    const { ask, started } = crowd({ freeMillis: 10 })
    for (const party of ['a', 'b', 'c', 'd', 'e']) ask([party], party, { cost: 0 })
    ask(['work'], 'f')
    await vi.advanceTimersByTimeAsync(9)
    expect(started).toEqual(['a', 'b', 'work'])
    await vi.advanceTimersByTimeAsync(6)
    expect(started).toEqual(['a', 'b', 'work', 'c', 'd'])
    await vi.advanceTimersByTimeAsync(10)
    expect(started).toEqual(['a', 'b', 'work', 'c', 'd', 'e'])
  })

  it('are waited for one second, also where nothing else happens', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] })
    const { ask, refused } = crowd({ longestMillis: 1_000 })
    ask(named('first', 64), 'heavy')
    await vi.advanceTimersByTimeAsync(100)
    ask(['late'], 'heavy')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(refused).toEqual([])
    await vi.advanceTimersByTimeAsync(10)
    expect(refused).toEqual(['late'])
  })

  it('are refused to sixteen in a round, the oldest first', async () => {
    const { ask, refused } = crowd({ longestMillis: 0 })
    ask(named('first', 64), 'heavy')
    await rounds()
    refused.length = 0
    ask(named('late', 40), 'heavy', { cost: 65 })
    const begin = performance.now()
    while (performance.now() - begin < 1);
    await rounds(1)
    expect(refused).toEqual(named('late', 16))
  })

  it('are the next one’s if a request goes away', async () => {
    const { ask, goAway, started } = crowd()
    ask(['most'], 'heavy', { cost: 60 })
    ask(['dear'], 'heavy', { cost: 10 })
    ask(['cheap'], 'heavy')
    await rounds()
    expect(started).toEqual(['most'])
    await goAway(['dear'])
    await rounds()
    expect(started).toEqual(['most', 'cheap'])
  })
})

describe('places to wait', () => {
  it('are 8,192, and a party that has few of them still gets one', async () => {
    const { ask, refused } = crowd()
    ask(named('first', 64), 'many')
    await rounds()
    ask(named('many', 8_193), 'many')
    await rounds()
    expect(refused).toEqual(['many8192'])
    ask(['few'], 'few', { cost: 200 })
    ask(['more'], 'many')
    await rounds()
    expect(refused).toEqual(['many8192', 'more'])
  })

  it('hold 8 MB of bodies for each party, until they start', async () => {
    const { ask, end, refused, started } = crowd()
    const half = { bytes: 4_194_304 }
    ask(named('first', 64), 'heavy')
    await rounds()
    ask(['one', 'two', 'three'], 'heavy', half)
    await rounds()
    expect(refused).toEqual(['three'])
    await end(['first0'])
    await rounds()
    expect(started).toContain('one')
    ask(['four'], 'heavy', half)
    await rounds()
    expect(refused).toEqual(['three'])
  })
})

describe('room', () => {
  it('is had by one party as far as its share goes, and by another at once', async () => {
    const { ask, started } = crowd()
    ask(named('heavy', 80), 'heavy')
    ask(['light'], 'light')
    await rounds()
    expect(started.toSorted()).toEqual([...named('heavy', 64), 'light'].toSorted())
  })

  it('is counted by what requests cost, and what costs more than a share runs alone', async () => {
    const { ask, started } = crowd()
    ask(named('lists', 10), 'heavy', { cost: 10 })
    ask(['all'], 'light', { cost: 100 })
    await rounds()
    expect(started.toSorted()).toEqual(['all', ...named('lists', 6)])
  })

  it('comes round: who asks for little waits for one of each other party, not for all', async () => {
    const { ask, end, started } = crowd()
    for (const id of ['a', 'b', 'c']) ask(named(id, 64), id)
    await rounds()
    const before = started.length
    ask(named('heavy', 200), 'heavy')
    ask(['light'], 'light')
    await rounds()
    expect(started).toHaveLength(before)
    for (const id of ['a', 'b', 'c']) await end(named(id, 64))
    await rounds()
    const since = started.slice(before)
    expect(since.indexOf('light')).toBeLessThan(3)
    expect(since).toHaveLength(65)
  })

  it('is 192 in all, and kept for the next that needs more of it', async () => {
    const { ask, end, started } = crowd()
    for (const id of ['a', 'b', 'c']) ask(named(id, 61), id)
    await rounds()
    ask(['list'], 'light', { cost: 10 })
    ask(['small'], 'other')
    await rounds()
    expect(started).toHaveLength(183)
    await end(['a0'])
    await rounds()
    expect(started.slice(183)).toEqual(['list'])
    await end(['a1'])
    await rounds()
    expect(started.slice(183)).toEqual(['list', 'small'])
  })

  it('is needed by no request that costs nothing', async () => {
    const { ask, started } = crowd()
    for (const id of ['a', 'b', 'c']) ask(named(id, 64), id)
    await rounds()
    ask(named('free', 100), 'stranger', { cost: 0 })
    await rounds()
    expect(started.slice(192)).toEqual(named('free', 100))
  })

  it('is had by all of a thousand that wait, and none keeps any', async () => {
    const { ask, end, started, goAway } = crowd()
    const all = named('one', 1_000)
    ask(all, 'heavy')
    await goAway(all.slice(64, 100))
    let ended = 0
    while (ended < started.length) {
      const next = started.slice(ended)
      ended = started.length
      await end(next)
      await rounds(20)
    }
    expect(started).toHaveLength(964)
    ask(['all'], 'heavy', { cost: 1_000 })
    await rounds()
    expect(started).toContain('all')
  })
})
