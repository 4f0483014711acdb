import { Deferred, Duration, Effect, Exit, Fiber, Result } from 'effect'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noCredentials } from '#application/Authenticate.ts'
import { StartQueue } from '#http/connection/StartQueue.ts'
import { CurrentTurn, Turn, taking } from '#http/connection/Turn.ts'

afterEach(() => vi.useRealTimers())

const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)

/** Rounds of the event loop, more than all that wait need. */
const manyRounds = async (count = 300) => {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve))
}

/** A queue whose requests are known by name. */
const crowd = (longest: Duration.Duration = Duration.hours(1)) => {
  const queue = new StartQueue(longest)
  const places = new Map<string, NonNullable<ReturnType<StartQueue['join']>>>()
  const started: Array<string> = []
  const refused: Array<string> = []
  return {
    queue,
    started,
    refused,
    /** Has them join, in this order. */
    join: (names: ReadonlyArray<string>, party: string, cost = 1, since = performance.now()) => {
      for (const name of names) {
        const place = queue.join(party, cost, since)
        if (place === null) refused.push(name)
        else {
          places.set(name, place)
          const heard = Effect.map(
            Deferred.await(place.item.starts),
            (starts) => void (starts ? started : refused).push(name),
          )
          Effect.runFork(heard)
        }
      }
    },
    /** They end, or go away. */
    leave: (names: ReadonlyArray<string>) => {
      for (const name of names) {
        const place = places.get(name)
        if (place !== undefined) queue.leave(place)
      }
    },
  }
}

describe('room', () => {
  it('is had by one key as far as its share goes, and by another at once', async () => {
    const { join, started } = crowd()
    join(named('heavy', 80), 'heavy')
    join(['light'], 'light')
    await manyRounds()
    expect(started.toSorted()).toEqual([...named('heavy', 64), 'light'].toSorted())
  })

  it('is counted by what requests cost, and what costs more than a share runs alone', async () => {
    const { join, started } = crowd()
    join(named('lists', 10), 'heavy', 10)
    join(['all'], 'light', 100)
    await manyRounds()
    expect(started.toSorted()).toEqual(['all', ...named('lists', 6)])
  })

  it('is had by a request behind one that goes away', async () => {
    const { join, leave, started } = crowd()
    join(['most'], 'heavy', 60)
    join(['dear'], 'heavy', 10)
    join(['cheap'], 'heavy')
    await manyRounds()
    expect(started).toEqual(['most'])
    leave(['dear'])
    await manyRounds()
    expect(started).toEqual(['most', 'cheap'])
  })

  it('comes round: who asks for little waits for one of each other key, not for all', async () => {
    const { join, leave, started } = crowd()
    for (const id of ['a', 'b', 'c']) join(named(id, 64), id)
    await manyRounds()
    const before = started.length
    join(named('heavy', 200), 'heavy')
    join(['light'], 'light')
    await manyRounds()
    expect(started).toHaveLength(before)
    for (const id of ['a', 'b', 'c']) leave(named(id, 64))
    await manyRounds()
    const since = started.slice(before)
    expect(since.indexOf('light')).toBeLessThan(3)
    expect(since).toHaveLength(65)
  })

  it('is given to one of a thousand keys without a look at the others', async () => {
    const { join, leave, started } = crowd()
    join(['one'], 'heavy')
    for (const [id, count] of Object.entries({ heavy: 63, b: 64, c: 64 })) join(named(id, count), id)
    await manyRounds()
    for (const id of named('waiting', 1_000)) join([id], id)
    await manyRounds()
    const before = started.length
    // How much is in progress is looked up for each key that is looked at.
    const lookups = vi.spyOn(Map.prototype, 'get')
    leave(['one'])
    await manyRounds()
    const looked = lookups.mock.calls.filter(([key]) => String(key).includes('waiting')).length
    lookups.mockRestore()
    expect(started.slice(before)).toEqual(['waiting0'])
    expect(looked).toBeLessThan(10)
  })

  it('is had by as many as fit when a costly one ends', async () => {
    const { join, leave, started } = crowd()
    join(['all'], 'heavy', 100)
    join(named('one', 80), 'heavy')
    await manyRounds()
    leave(['all'])
    await manyRounds()
    expect(started).toEqual(['all', ...named('one', 64)])
  })

  it('is waited for one second, also where nothing else happens: then the request is refused', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] })
    const { queue, join } = crowd(Duration.seconds(1))
    join(named('first', 64), 'heavy')
    vi.advanceTimersByTime(10)
    const late = queue.join('heavy', 1, performance.now())
    const isTold = () => late !== null && Deferred.isDoneUnsafe(late.item.starts)
    vi.advanceTimersByTime(1_000)
    expect(isTold()).toBe(false)
    vi.advanceTimersByTime(26)
    expect([isTold(), late?.item.hasStarted]).toEqual([true, false])
  })

  it('is 192 in all, of whatever keys', async () => {
    const { join, leave, started } = crowd()
    for (const id of ['a', 'b']) join(named(id, 64), id)
    join(['c'], 'c')
    join(named('d', 63), 'd')
    join(['e'], 'e')
    await manyRounds()
    // The one that waits is of a party whose turn comes later.
    expect(started).toHaveLength(192)
    const waits = [...named('a', 64), ...named('b', 64), 'c', ...named('d', 63), 'e'].filter(
      (one) => !started.includes(one),
    )
    leave(['c', 'e'].filter((one) => started.includes(one)).slice(0, 1))
    await manyRounds()
    expect(started.slice(192)).toEqual(waits)
  })

  it('is waited for until there is enough of it', async () => {
    const { queue, join, leave, started } = crowd()
    for (const id of ['a', 'b', 'c']) join(named(id, 61), id)
    await manyRounds()
    join(['list'], 'light', 10)
    expect([queue.tryStart('d', 10), queue.tryStart('d', 9)]).toEqual([false, false])
    await manyRounds()
    expect(started).not.toContain('list')
    leave(['a0'])
    await manyRounds()
    expect(started).toContain('list')
    expect([queue.tryStart('d', 1), queue.tryStart('d', 0)]).toEqual([false, true])
  })

  it('is needed by no request that costs nothing', async () => {
    const { join, started } = crowd()
    for (const id of ['a', 'b', 'c']) join(named(id, 64), id)
    await manyRounds()
    join(named('waiting', 3), 'd')
    join(named('free', 100), 'stranger', 0)
    await manyRounds()
    expect(started.filter((name) => name.startsWith('free'))).toEqual(named('free', 100))
    expect(started.filter((name) => name.startsWith('waiting'))).toEqual([])
  })

  it('is had by who asks for more than one place, although others ask for one again and again', async () => {
    const { join, leave, started } = crowd()
    for (const id of ['b', 'c', 'd']) join(named(id, 264), id)
    await manyRounds()
    join(['list'], 'light', 10)
    const before = started.length
    // Each that ends leaves room for one.
    for (const one of ['b', 'c', 'd'].flatMap((id) => named(id, 32))) {
      leave([one])
      await manyRounds(3)
    }
    expect(started.slice(before)).toContain('list')
    expect(started.slice(before).indexOf('list')).toBeLessThan(3)
  })

  it('is had by all of a thousand that wait, although each ends as soon as it starts', async () => {
    const queue = new StartQueue(Duration.hours(1))
    const turns = Effect.forEach(named('one', 1_024), () => inTurn(queue, 'heavy', Effect.void), {
      concurrency: 'unbounded',
    })
    await Effect.runPromise(turns)
    // None of them has kept any.
    expect(named('later', 64).map(() => queue.tryStart('heavy', 1))).toEqual(named('later', 64).map(() => true))
    expect(queue.tryStart('heavy', 1)).toBe(false)
  })
})

/** Runs as a request that costs nothing until it takes one unit. */
const inTurn = <A, E, R>(queue: StartQueue, party: string, effect: Effect.Effect<A, E, R>, cost = 1) => {
  const turn = new Turn(queue, noCredentials, party, 0, performance.now())
  return taking(cost)(effect).pipe(Effect.provideService(CurrentTurn, turn), Effect.ensuring(turn.release))
}

describe('a turn', () => {
  const full = () => {
    const queue = new StartQueue(Duration.hours(1))
    for (const _ of named('first', 64)) expect(queue.tryStart('heavy', 1)).toBe(true)
    return queue
  }

  it('is taken at once where there is room, and needs none where nothing waits', async () => {
    const queue = new StartQueue(Duration.hours(1))
    expect(Effect.runSync(inTurn(queue, 'heavy', Effect.succeed(1)))).toBe(1)
    expect(Effect.runSync(taking(1_000)(Effect.succeed(2)))).toBe(2)
  })

  it('waits for room, before all others of its key that wait', async () => {
    const queue = full()
    const behind = queue.join('heavy', 1, performance.now())
    const waiting = Effect.runFork(inTurn(queue, 'heavy', Effect.succeed('had')))
    await manyRounds()
    expect(waiting.pollUnsafe()).toBe(undefined)
    queue.end('heavy', 1)
    expect(await Effect.runPromise(Fiber.join(waiting))).toBe('had')
    await manyRounds()
    // Its room was freed.
    expect(behind?.item.hasStarted).toBe(true)
  })

  it('that is given up while it waits takes no room', async () => {
    const queue = full()
    const waiting = Effect.runFork(inTurn(queue, 'heavy', Effect.succeed('had')))
    await manyRounds()
    await Effect.runPromise(Fiber.interrupt(waiting))
    queue.end('heavy', 1)
    expect([queue.tryStart('heavy', 1), queue.tryStart('heavy', 1)]).toEqual([true, false])
  })

  it('that waits too long is refused with 503 base_no_alcanzable and Retry-After', async () => {
    const queue = new StartQueue(Duration.zero)
    for (const _ of named('first', 64)) queue.tryStart('heavy', 1)
    const exit = await Effect.runPromise(Effect.exit(inTurn(queue, 'heavy', Effect.succeed('had'))))
    const reasons = Exit.isFailure(exit) ? exit.cause.reasons : null
    expect(reasons).toMatchObject([{ error: { codigo: 'base_no_alcanzable', retryAfterSeconds: 1 } }])
  })

  it('counts the time that the request waited before, and not the time of its client', async () => {
    const queue = new StartQueue(Duration.seconds(60))
    for (const _ of named('first', 64)) queue.tryStart('heavy', 1)
    const turn = new Turn(queue, noCredentials, 'heavy', 0, performance.now() - 60_001)
    const had = (body: Effect.Effect<void>) =>
      Effect.andThen(turn.idling(body), taking(1)(Effect.succeed('had'))).pipe(Effect.provideService(CurrentTurn, turn))
    expect(
      await Effect.runPromise(Effect.result(Effect.provideService(taking(1)(Effect.void), CurrentTurn, turn))),
    ).toSatisfy(Result.isFailure)
    const later = Effect.runFork(had(Effect.void))
    await manyRounds()
    queue.end('heavy', 1)
    expect(await Effect.runPromise(Fiber.join(later))).toBe('had')
  })

  it('is given up while a client sends something', async () => {
    const queue = new StartQueue(Duration.hours(1))
    for (const _ of named('first', 63)) queue.tryStart('heavy', 1)
    const turn = new Turn(queue, noCredentials, 'heavy', 0, performance.now())
    const body = Effect.sync(() => queue.tryStart('heavy', 1))
    const received = Effect.andThen(taking(1)(Effect.void), turn.idling(body))
    expect(await Effect.runPromise(Effect.provideService(received, CurrentTurn, turn))).toBe(true)
  })
})
