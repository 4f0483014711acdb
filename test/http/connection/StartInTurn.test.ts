import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duration, Effect, Exit, Option, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { describe, expect, it } from 'vitest'
import { KnownKeys, readCredentials } from '#application/Authenticate.ts'
import { parseNetwork } from '#domain/network/Network.ts'
import { TrustedProxies } from '#http/connection/Client.ts'
import { LongestWait } from '#http/connection/StartQueue.ts'
import { startInTurn } from '#http/connection/Turn.ts'
import { keyOf, readingKeys } from '#test/support/keys.ts'

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
      const entered = yield* startInTurn
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

/** A request over a socket of a test's own, with the first key. */
const over = (socket: Socket) => {
  const request = HttpServerRequest.fromWeb(new Request('http://sandbox/'))
  const source = new IncomingMessage(socket)
  source.headersDistinct = { authorization: [bearer(1)] }
  return Object.defineProperty(request, 'source', { value: source })
}

it('a request whose connection was closed while it waited does not start, and keeps no room of its key', async () => {
  const socket = new Socket()
  let started = 0
  const handled = Effect.sync(() => {
    started += 1
    return HttpServerResponse.empty()
  })
  const ended = await Effect.gen(function* () {
    const { note } = yield* KnownKeys
    note(Result.getOrThrow((yield* readCredentials)([bearer(1)])), true)
    const entered = yield* startInTurn
    const on = (one: Socket) =>
      Effect.exit(Effect.provideService(entered(handled), HttpServerRequest.HttpServerRequest, over(one)))
    const closing = Effect.sync(() => void socket.destroy())
    // As many as one key may have in progress.
    const abandoned = Effect.forEach(Array.from({ length: 64 }), () => on(socket), { concurrency: 'unbounded' })
    const [exits] = yield* Effect.all([abandoned, closing], { concurrency: 'unbounded' })
    return [...exits.map(Exit.hasInterrupts), (yield* on(new Socket()))._tag]
  }).pipe(Effect.provideService(LongestWait, Duration.minutes(5)), Effect.provide(readingKeys), Effect.runPromise)
  expect(ended).toEqual([...Array.from({ length: 64 }, () => true), 'Success'])
  expect(started).toBe(1)
})
