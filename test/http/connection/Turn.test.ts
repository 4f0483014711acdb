import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duration, Effect, Exit, Fiber, Option, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { expect, it } from 'vitest'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { parseNetwork } from '#domain/network/Network.ts'
import { TrustedProxies } from '#http/connection/Client.ts'
import { ConnectionKeys } from '#http/connection/ConnectionKeys.ts'
import { CurrentTurn, FreeEvery, inTurn, LongestWait, taking } from '#http/connection/Turn.ts'
import { keyOf, readingKeys } from '#test/support/keys.ts'

const bearer = (nth: number, spelt = 'Bearer ') => spelt + keyOf(nth)

interface Asked {
  readonly authorization?: string
  readonly address?: string
  readonly socket?: Socket
  readonly isComplete?: boolean
  readonly headers?: Record<string, string>
}

const requestOf = ({ authorization, address = '192.0.2.1', headers = {}, isComplete = true, ...given }: Asked) => {
  const socket = Object.defineProperty(given.socket ?? new Socket(), 'remoteAddress', { value: address })
  const message = new IncomingMessage(socket)
  message.headersDistinct = authorization === undefined ? {} : { authorization: [authorization] }
  message.headers = headers
  message.complete = isComplete
  return Object.defineProperty(HttpServerRequest.fromWeb(new Request('http://sandbox/')), 'source', { value: message })
}

const answered = Effect.succeed(HttpServerResponse.empty())

/** What a route does for a key that is a partner's: it takes a turn that costs so much. */
const ofPartner = (cost = 1, work = answered) =>
  Effect.flatMap(CurrentTurn, (turn) => {
    turn?.identified(true)
    return taking(cost)(work)
  }).pipe(Effect.orDie)

type Answered = Effect.Effect<HttpServerResponse.HttpServerResponse>
type Entrance = (asked: Asked, handled?: Answered) => Answered

const proxy = '198.51.100.7'

/** Tries something at an entrance. */
const trying = <A>(
  tries: (enter: Entrance) => Effect.Effect<A, never, ConnectionKeys>,
  longestWait = Duration.hours(1),
): Promise<A> =>
  Effect.gen(function* () {
    const entered = yield* inTurn
    const enter: Entrance = (asked, handled = answered) =>
      Effect.provideService(entered(handled), HttpServerRequest.HttpServerRequest, requestOf(asked))
    return yield* tries(enter)
  }).pipe(
    Effect.provideService(LongestWait, longestWait),
    Effect.provideService(FreeEvery, Duration.hours(1)),
    Effect.provideService(TrustedProxies, [Option.getOrThrow(parseNetwork(proxy))]),
    Effect.provide(readingKeys),
    Effect.runPromise,
  )

const manyRounds = Effect.promise(async () => {
  for (let round = 0; round < 300; round++) await new Promise((resolve) => setImmediate(resolve))
})

it('a partner waits neither for strangers, whose turns come later, nor for refusals of another partner', async () => {
  const isAnswered = await trying((enter) =>
    Effect.gen(function* () {
      const refusing = Effect.flatMap(CurrentTurn, (turn) => {
        turn?.identified(true)
        return answered
      })
      const strangers = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.forkChild(enter({})))
      const others = yield* Effect.forEach(Array.from({ length: 10 }), () =>
        Effect.forkChild(enter({ authorization: bearer(2) }, refusing)),
      )
      yield* enter({ authorization: bearer(1) }, ofPartner())
      yield* manyRounds
      return [strangers, others].map((fibers) => fibers.filter((fiber) => fiber.pollUnsafe() !== undefined).length)
    }),
  )
  expect(isAnswered).toEqual([2, 0])
})

it('a key is one party, however its header is spelt, and another key is another', async () => {
  const isAnswered = await trying((enter) =>
    Effect.gen(function* () {
      const fork = (authorization: string, work: Answered) =>
        Effect.forkChild(enter({ authorization }, ofPartner(64, work)))
      const fibers = [yield* fork(bearer(1), Effect.never)]
      for (const spelt of ['Bearer ', 'bEaReR ', 'BEARER  ']) fibers.push(yield* fork(bearer(1, spelt), answered))
      fibers.push(yield* fork(bearer(2), answered))
      yield* manyRounds
      const ended = fibers.map((fiber) => fiber.pollUnsafe() !== undefined)
      yield* Effect.forEach(fibers, Fiber.interrupt)
      return ended
    }),
  )
  expect(isAnswered).toEqual([false, false, false, false, true])
})

it.each([
  [
    'closes its connection if the body has not arrived',
    { isComplete: false, headers: { 'content-length': '9' } },
    'close',
  ],
  ['keeps its connection if there is no body', { isComplete: false }, undefined],
  ['keeps its connection if it has', {}, undefined],
])('an answer %s', async (_, asked, expected) => {
  const connections = await trying((enter) =>
    Effect.forEach([enter(asked), enter({ authorization: bearer(1), ...asked }, ofPartner())], (answering) =>
      Effect.map(answering, ({ headers }) => headers['connection']),
    ),
  )
  expect(connections).toEqual([expected, expected])
})

it.each([
  ['192.0.2.1', 'close'],
  [proxy, undefined],
])(
  'a stranger that waited too long gets 503 instead of its answer, from %s with Connection: %s',
  async (address, expected) => {
    const request = { id: 'req_1', account: null, refusal: null, additions: null }
    const { status, headers } = await trying(
      (enter) =>
        Effect.gen(function* () {
          for (const _ of [1, 2]) yield* enter({})
          return yield* Effect.provideService(enter({ address }), CurrentRequest, request)
        }),
      Duration.zero,
    )
    expect([status, headers['retry-after'], headers['connection']]).toEqual([503, '1', expected])
    expect(request.refusal).toMatchObject({ rule: 'demasiada_espera' })
  },
)

it.each([
  ['not read while a stranger’s answer waits', undefined, answered, true],
  ['read while a partner waits for its turn', bearer(1), ofPartner(64), false],
])('a connection is %s', async (_, authorization, handled, expected) => {
  const socket = new Socket()
  const states = await trying((enter) =>
    Effect.gen(function* () {
      const taken = yield* Effect.forkChild(enter({ authorization: bearer(1) }, ofPartner(64, Effect.never)))
      for (const _ of [1, 2]) yield* enter({})
      const waiting = yield* Effect.forkChild(enter({ socket, ...(authorization && { authorization }) }, handled))
      yield* manyRounds
      const isPaused = socket.isPaused()
      yield* Effect.forEach([taken, waiting], Fiber.interrupt)
      return isPaused
    }),
  )
  expect(states).toBe(expected)
})

it('a connection is read again after its answer', async () => {
  const socket = new Socket()
  await trying((enter) => enter({ socket }))
  expect(socket.isPaused()).toBe(false)
})

it('answers of strangers wait with 8 MB of unread bodies, and no more', async () => {
  const counts = await trying((enter) =>
    Effect.gen(function* () {
      for (const _ of [1, 2]) yield* enter({})
      const many = yield* Effect.forEach(Array.from({ length: 130 }), () =>
        Effect.forkChild(enter({ isComplete: false, headers: { 'content-length': '73728' } })),
      )
      yield* manyRounds
      const ended = many.flatMap((fiber) => fiber.pollUnsafe() ?? [])
      yield* Effect.forEach(many, Fiber.interrupt)
      return ended.map((exit) => (Exit.isSuccess(exit) ? exit.value.status : 0))
    }),
  )
  expect(counts).toEqual([503, 503])
})

it('a request whose connection was closed while it waited does not start, and keeps no room of its key', async () => {
  const socket = new Socket()
  let started = 0
  const work = Effect.sync(() => {
    started += 1
    return HttpServerResponse.empty()
  })
  const ended = await trying((enter) =>
    Effect.gen(function* () {
      const on = (one: Socket) => Effect.exit(enter({ authorization: bearer(1), socket: one }, ofPartner(64, work)))
      const first = yield* Effect.forkChild(
        enter({ authorization: bearer(1) }, ofPartner(64, Effect.andThen(Effect.yieldNow, answered))),
      )
      const abandoned = yield* Effect.forkChild(on(socket))
      yield* Effect.sync(() => void socket.destroy())
      yield* Fiber.join(first)
      const exit = yield* Fiber.join(abandoned)
      return [Exit.hasInterrupts(exit), Exit.isSuccess(yield* on(new Socket()))]
    }),
  )
  expect(ended).toEqual([true, true])
  expect(started).toBe(1)
})

it('a connection is a partner’s while the key that came last over it is', async () => {
  const socket = new Socket()
  const seen = await trying((enter) =>
    Effect.gen(function* () {
      const keys = yield* ConnectionKeys
      const states: Array<boolean> = []
      const look = () => states.push(keys.keyOf(socket) !== null)
      const identified = (isPartner: boolean) =>
        Effect.flatMap(CurrentTurn, (turn) => {
          turn?.identified(isPartner)
          return taking(1)(answered)
        }).pipe(Effect.orDie)
      for (const isPartner of [true, false, true]) {
        yield* enter({ authorization: bearer(1), socket }, identified(isPartner))
        look()
      }
      // The digest of its key is kept.
      let digest: string | null = null
      const noting = Effect.flatMap(CurrentTurn, (turn) => {
        digest = turn === null ? null : Result.getOrElse(turn.credentials, () => null)
        return ofPartner()
      })
      yield* enter({ authorization: bearer(1), socket }, noting)
      return [...states, digest === keys.keyOf(socket)?.digest]
    }),
  )
  expect(seen).toEqual([true, false, true, true])
})
