import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Deferred, Duration, Effect, Option, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { describe, expect, it } from 'vitest'
import { readCredentials } from '#application/Credentials.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { parseNetwork } from '#domain/network/Network.ts'
import { TrustedProxies } from '#http/connection/Client.ts'
import { entering, LongestWait, noteAccepted, Queue } from '#http/connection/Entrance.ts'
import { keyOf, readingKeys } from '#test/support/keys.ts'

/** Notes the names of those who begin, in order, and of those who are too late. */
const joined = (queue: Queue, names: ReadonlyArray<readonly [party: string, name: string, since?: number]>) => {
  const begun: Array<string> = []
  const late: Array<string> = []
  const members = names.map(([party, name, since = performance.now()]) => ({ name, one: queue.join(party, since) }))
  const all = Effect.forEach(
    members,
    ({ name, one }) =>
      one === null
        ? Effect.void
        : Effect.map(Deferred.await(one.item.begins), (begins) => void (begins ? begun : late).push(name)),
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
    const { begun, done } = joined(new Queue(Duration.seconds(1)), named('a', 40))
    expect(begun).toEqual([])
    await rounds(3)
    expect(begun.length).toBeGreaterThan(0)
    expect(begun.length).toBeLessThan(40)
    await done
    expect(begun).toEqual(named('a', 40).map(([, name]) => name))
  })

  it('later while connections come, of which a round accepts one, and not much later', async () => {
    const { begun, done } = joined(new Queue(Duration.seconds(1)), named('a', 40))
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

  it('in turns: one of few does not wait for all of many', async () => {
    const { begun, done } = joined(new Queue(Duration.seconds(1)), [
      ...named('many', 100),
      ...named('few', 2),
      ...named('other', 1),
    ])
    await done
    expect(begun.slice(0, 6)).toEqual(['many0', 'few0', 'other0', 'many1', 'few1', 'many2'])
    expect(begun).toHaveLength(103)
  })

  it('no longer than a second after they came', async () => {
    const past = performance.now() - 1_001
    const { begun, late, done } = joined(new Queue(Duration.seconds(1)), [
      ['a', 'old', past],
      ['b', 'older', past - 5_000],
      ...named('a', 1),
    ])
    await done
    expect([begun, late]).toEqual([['a0'], ['old', 'older']])
  })

  it('but for those who went away, whose place is the next one’s', async () => {
    const queue = new Queue(Duration.seconds(1))
    const { begun, members, done } = joined(queue, named('a', 3))
    const [, gone] = members
    if (gone?.one) {
      queue.leave(gone.one)
      Deferred.doneUnsafe(gone.one.item.begins, Effect.succeed(false))
    }
    await done
    expect(begun).toEqual(['a0', 'a2'])
  })

  it('as far as they may wait: of more than 8,192 the rest is refused at once', async () => {
    const { members, done } = joined(
      new Queue(Duration.seconds(1)),
      named('a', 8_200).map(([party, name]) => [party, name, 0] as const),
    )
    expect(members.filter(({ one }) => one === null)).toHaveLength(8)
    await done
  })

  it('although 8,192 of another party wait, of whom the last is refused', async () => {
    const { begun, late, done } = joined(new Queue(Duration.hours(1)), [...named('many', 8_192), ...named('few', 2)])
    await done
    expect(late.toSorted()).toEqual(['many8190', 'many8191'])
    expect(begun.slice(0, 4)).toEqual(['many0', 'few0', 'many1', 'few1'])
  })

  it('where the bodies of their party take no more than 8 MB, of all strangers together as of one partner', async () => {
    const queue = new Queue(Duration.hours(1))
    const join = (party: string, isStranger: boolean, bytes: number) =>
      queue.join(party, performance.now(), isStranger, bytes)
    const [one, other] = [join('a', false, 4_194_304), join('x', true, 8_388_608)]
    const taken = () => [join('a', false, 4_194_304), join('y', true, 8_388_608)].map((place) => place !== null)
    expect([join('a', false, 4_194_305), join('y', true, 1)]).toEqual([null, null])
    expect([join('b', false, 8_388_608), join('y', true, 0)].includes(null)).toBe(false)
    for (const place of [one, other]) if (place !== null) queue.leave(place)
    for (const place of [one, other]) if (place !== null) queue.leave(place)
    expect(join('a', false, 4_194_304)).not.toBeNull()
    expect(taken()).toEqual([true, true])
    expect(taken()).toEqual([false, false])
    await rounds(3)
    expect(taken()).toEqual([true, true])
  })

  it('again after there was none', async () => {
    const queue = new Queue(Duration.seconds(1))
    await joined(queue, named('a', 1)).done
    const { begun, done } = joined(queue, named('b', 2))
    await done
    expect(begun).toEqual(['b0', 'b1'])
  })

  /** How many of those who joined know whether they begin. */
  const told = (members: ReadonlyArray<ReturnType<Queue['join']>>): number =>
    members.filter((one) => one !== null && Deferred.isDoneUnsafe(one.item.begins)).length
  const joining = (queue: Queue, count: number, since = performance.now()) =>
    Array.from({ length: count }, () => queue.join('a', since))

  it('in a round: eight, however many wait', async () => {
    const members = joining(new Queue(Duration.hours(1)), 500)
    await rounds(1)
    expect(told(members)).toBe(8)
  })

  it('or sixteen of a round are told that they came too late', async () => {
    const members = joining(new Queue(Duration.seconds(1)), 17, performance.now() - 5_000)
    await rounds(1)
    expect(told(members)).toBe(16)
  })

  it('after 64 rounds that are left out for connections that come', async () => {
    const members = joining(new Queue(Duration.hours(1)), 9)
    const leftOut = (begun: number) => Array.from({ length: 64 }, () => begun)
    for (const expected of [...leftOut(0), 8, ...leftOut(8), 9]) {
      noteAccepted()
      await rounds(1)
      expect(told(members)).toBe(expected)
    }
  })
})

const isNetwork = Option.getOrThrow(parseNetwork('192.0.2.1'))
const bearer = (nth: number, spelt = 'Bearer ') => spelt + keyOf(nth)

describe('who comes from an address where many wait', () => {
  /**
   * Requests, in the order in which they come, by the order in which they begin.
   *
   * @param partners numbers of keys that are a partner's
   */
  const begunOf = (all: ReadonlyArray<string>, partners: ReadonlyArray<number> = []) =>
    Effect.gen(function* () {
      const { note } = yield* KnownKeys
      const read = yield* readCredentials
      for (const nth of partners) note(Result.getOrThrow(read([bearer(nth)])), true)
      const entered = yield* entering(() => HttpServerResponse.empty({ status: 503 }))
      const begun: Array<string> = []
      const coming = (name: string) => {
        const [authorization = '', origin] = name.split(' from ')
        const [behind, length] = origin?.split(' with ') ?? []
        const source = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: '192.0.2.1' }))
        source.headersDistinct = {
          authorization: [authorization],
          ...(behind === undefined ? {} : { 'x-forwarded-for': [behind] }),
        }
        if (length !== undefined)
          source.headers = { [length === 'chunks' ? 'transfer-encoding' : 'content-length']: length }
        const request = HttpServerRequest.fromWeb(new Request('http://sandbox/'))
        Object.defineProperty(request, 'source', { value: source })
        const handled = Effect.sync(() => {
          begun.push(name)
          return HttpServerResponse.empty()
        })
        return Effect.provideService(entered(handled), HttpServerRequest.HttpServerRequest, request)
      }
      const answers = yield* Effect.forEach(all, coming, { concurrency: 'unbounded' })
      return { begun, refused: answers.filter(({ status }) => status === 503).length }
    }).pipe(
      Effect.provideService(LongestWait, Duration.hours(1)),
      Effect.provideService(TrustedProxies, [isNetwork]),
      Effect.provide(readingKeys),
      Effect.runPromise,
    )

  it('waits for none of them with a key that is known, and for all of them with another', async () => {
    const all = ['a', 'b', 'c', bearer(1), 'd']
    expect((await begunOf(all, [1])).begun).toEqual([bearer(1), 'a', 'b', 'c', 'd'])
    expect((await begunOf(all)).begun).toEqual(all)
  })

  it('waits for none of those of another address behind the same proxy', async () => {
    const all = ['a from 198.51.100.1', 'b from 198.51.100.1', 'c from 198.51.100.2']
    expect((await begunOf(all)).begun).toEqual(['a from 198.51.100.1', 'c from 198.51.100.2', 'b from 198.51.100.1'])
  })

  it('waits for none that come with another key, in however many spellings', async () => {
    const spellings = ['Bearer ', 'bEaReR ', 'BEARER  ', 'bearer    '].map((spelt) => bearer(1, spelt))
    const { begun } = await begunOf([...spellings, bearer(2)], [1, 2])
    expect(begun.indexOf(bearer(2))).toBe(1)
  })

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ])(
    'is refused as a stranger where 1,024 of %s wait, as %s does, and neither elsewhere nor with a known key',
    async (one, same) => {
      const many = Array.from({ length: 1_023 }, (_, nth) => `${nth} from ${one}`)
      const others = [
        `a from ${same}`,
        `b from ${same}`,
        `c from ${one}`,
        'd from 203.0.113.9',
        `${bearer(1)} from ${one}`,
      ]
      const { begun, refused } = await begunOf([...many, ...others], [1])
      expect(refused).toBe(2)
      expect(begun.filter((name) => others.includes(name)).toSorted()).toEqual(
        [`a from ${same}`, 'd from 203.0.113.9', `${bearer(1)} from ${one}`].toSorted(),
      )
    },
  )

  it('begins with a known key although 9,000 requests of ten strangers wait', async () => {
    const many = Array.from({ length: 9_000 }, (_, nth) => `${nth} from 198.51.100.${nth % 10}`)
    const { begun } = await begunOf([...many, bearer(1)], [1])
    expect(begun.indexOf(bearer(1))).toBe(0)
  })

  it.each([
    ['65536', 128],
    ['99999999', 128],
    ['chunks', 512],
  ])('is refused where bodies take 8 MB: of %s there are %d', async (length, most) => {
    const many = Array.from({ length: most + 3 }, (_, nth) => `${nth} from 198.51.100.${nth % 10} with ${length}`)
    const { begun, refused } = await begunOf(
      [...many, 'a from 198.51.100.1', `${bearer(1)} from 198.51.100.1 with 65536`],
      [1],
    )
    expect(refused).toBe(3)
    expect(begun).toContain('a from 198.51.100.1')
    expect(begun[0]).toContain(bearer(1))
  })

  it('begins and is not refused with a known key although thousands of strangers wait, each from a network of its own', async () => {
    const network = (nth: number) => `2001:db8:${(nth >> 8).toString(16)}:${(nth & 255).toString(16)}::1`
    const many = Array.from({ length: 9_000 }, (_, nth) => `${nth} from ${network(nth)}`)
    const { begun, refused } = await begunOf([...many, ...Array.from({ length: 50 }, () => bearer(1))], [1])
    expect(begun.flatMap((name, place) => (name === bearer(1) ? [place] : []))).toEqual(
      Array.from({ length: 50 }, (_, nth) => 2 * nth),
    )
    expect(refused).toBe(9_000 - 8_192)
  })

  it('begins after each partner’s turn, whom all strangers together have one like', async () => {
    const all = ['a', 'b', 'c', ...[1, 2, 3, 1, 2, 3].map((nth) => bearer(nth))]
    const { begun } = await begunOf(all, [1, 2, 3])
    expect(begun.map((name) => (all.indexOf(name) < 3 ? name : 'partner'))).toEqual([
      'partner',
      'partner',
      'partner',
      'a',
      'partner',
      'partner',
      'b',
      'partner',
      'c',
    ])
  })
})
