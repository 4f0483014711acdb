import { once } from 'node:events'
import { createServer } from 'node:net'
import { Effect, Fiber } from 'effect'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSockets } from '#test/support/loopbackInternet.ts'
import { startPayments, type TestPayments } from '#test/support/processor.ts'
import {
  answers,
  answersAndEnds,
  answersAndResets,
  type Behaviour,
  drip,
  floods,
  onRequest,
  type Receiver,
  receiver,
} from '#test/support/receivers.ts'
import { credentialsWith, http, inTurn, intent, order } from '#test/support/stripeAnswers.ts'

const key = credentialsWith('rk_test_1')
const head = (...headers: ReadonlyArray<string>) => `${['HTTP/1.1 200 X', ...headers].join('\r\n')}\r\n\r\n`
const chunked = 'Transfer-Encoding: chunked'
const drips = (text: string, piece: string) => onRequest(drip(text, piece))
const good = JSON.stringify(intent())
const megabytes = Buffer.alloc(65_536, 'x')

/** What processors do, how a verification ends over each, and whether it takes all the time that there is. */
const rows: ReadonlyArray<readonly [what: string, reason: string, isSlow: boolean, behave: Behaviour]> = [
  ['that accepts and keeps silent', 'sin_respuesta', true, () => {}],
  ['that does not read', 'sin_respuesta', true, (socket) => socket.pause()],
  ['that drips in the status line', 'sin_respuesta', true, drips('HTTP/1.1 200 ', 'x')],
  ['that drips in the headers', 'sin_respuesta', true, drips('HTTP/1.1 200 X\r\n', 'A: b\r\n')],
  ['that drips in the body', 'sin_respuesta', true, drips(head(`Content-Length: ${good.length + 1_000}`) + good, ' ')],
  ['that drips in a chunk', 'sin_respuesta', true, drips(`${head(chunked)}fff\r\n{`, ' ')],
  ['that answers and does not end', 'sin_respuesta', true, answers(head() + good)],
  ['that only gives hints', 'sin_respuesta', true, drips('HTTP/1.1 103 X\r\n\r\n', 'HTTP/1.1 103 X\r\n\r\n')],
  ['that wants more', 'sin_respuesta', false, answers('HTTP/1.1 100 Continue\r\n\r\n')],
  ['that ends before it answers', 'sin_respuesta', false, onRequest((socket) => void socket.end())],
  ['that resets before it answers', 'sin_respuesta', false, onRequest((_, raw) => void raw.resetAndDestroy())],
  ['that resets at once', 'sin_respuesta', false, (_, raw) => void raw.resetAndDestroy()],
  ['that ends in the middle', 'sin_respuesta', false, answersAndEnds(head('Content-Length: 9999') + good)],
  ['that resets in the middle', 'sin_respuesta', false, answersAndResets(head('Content-Length: 9999') + good)],
  ['that speaks garbage', 'respuesta_ilegible', false, answersAndEnds('220 smtp ready\r\n')],
  ['that speaks TLS', 'respuesta_ilegible', false, answersAndEnds('\x15\x03\x03\0\x02\x02\x28')],
  ['that answers in HTML', 'respuesta_ilegible', false, answers(http(200, '<html><body>Bienvenido</body></html>'))],
  ['that answers 502 in HTML', 'respuesta_ilegible', false, answers(http(502, '<html>Bad gateway</html>'))],
  ['that answers without an end', 'respuesta_ilegible', false, floods(head(), megabytes)],
  ['that answers in endless chunks', 'respuesta_ilegible', false, floods(head(chunked), `10000\r\n${megabytes}\r\n`)],
  [
    'that announces an enormous answer',
    'respuesta_ilegible',
    false,
    floods(head('Content-Length: 999999999999'), megabytes),
  ],
  [
    'that sends headers without an end',
    'respuesta_ilegible',
    false,
    floods('HTTP/1.1 200 X\r\n', `A: ${megabytes}\r\n`),
  ],
]

interface End {
  readonly reason: string | null
  readonly seconds: number
}

const timed = async (verification: Promise<string | null>): Promise<End> => {
  const start = performance.now()
  const reason = await verification
  return { reason, seconds: (performance.now() - start) / 1000 }
}

let atRest = 0
let elsewhere: Receiver
let redirecting: Receiver
let receivers: ReadonlyArray<Receiver> = []
const adapters: Array<TestPayments> = []
let ends = new Map<string, Promise<End>>()
let transfers: ReadonlyArray<Promise<{ readonly outcome: unknown; readonly seconds: number }>> = []

const paymentsAt = (port: number): TestPayments => {
  const adapter = startPayments(`http://127.0.0.1:${port}`)
  adapters.push(adapter)
  return adapter
}

/** A port at which nobody listens. */
const closedPort = async (): Promise<number> => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

// All that hang do so at once, so that this takes as long as one of them.
beforeAll(async () => {
  atRest = openSockets()
  elsewhere = await receiver(answers(http(200, intent())), { tls: null })
  const moved = http(307, '', `Location: http://127.0.0.1:${elsewhere.port}/v1/payment_intents/pi_1`)
  redirecting = await receiver(answers(moved), { tls: null })
  receivers = await Promise.all(rows.map(([, , , behave]) => receiver(behave, { tls: null })))
  const refusing = await closedPort()
  // The first call of a process loads and compiles; that is nobody's delay.
  await paymentsAt(elsewhere.port).verify(key, 'pi_1')

  const begun = (isSlow: boolean) =>
    rows.flatMap(([what, , slow], index) =>
      slow === isSlow ? [[what, timed(paymentsAt(receivers[index]?.port ?? 0).verify(key, 'pi_1'))] as const] : [],
    )
  // Those that flood keep this process busy, which is nobody else's delay either.
  const quick = [
    ...begun(false),
    ['that refuses connections', timed(paymentsAt(refusing).verify(key, 'pi_1'))] as const,
    ['that redirects', timed(paymentsAt(redirecting.port).verify(key, 'pi_1'))] as const,
  ]
  await Promise.all(quick.map(([, end]) => end))
  ends = new Map([...quick, ...begun(true)])
  transfers = rows
    .flatMap(([, , isSlow], index) => (isSlow ? [receivers[index]?.port ?? 0] : []))
    .map(async (port) => {
      const start = performance.now()
      const outcome = await paymentsAt(port).transfer(key, order())
      return { outcome, seconds: (performance.now() - start) / 1000 }
    })
})
afterAll(() => Promise.all([...adapters, elsewhere, redirecting, ...receivers].map((each) => each.stop())))

describe('a verification over a processor', () => {
  it.each(rows.map(([what, reason, isSlow]) => [what, reason, isSlow] as const))(
    '%s ends in %s within two seconds',
    async (what, expected, isSlow) => {
      const { reason, seconds = 0 } = (await ends.get(what)) ?? {}
      expect(reason).toBe(expected)
      expect(seconds).toBeLessThan(2)
      if (isSlow) expect(seconds).toBeGreaterThan(1.6)
    },
  )

  it('that refuses connections ends in sin_respuesta within two seconds', async () => {
    const { reason, seconds = 0 } = (await ends.get('that refuses connections')) ?? {}
    expect(reason).toBe('sin_respuesta')
    expect(seconds).toBeLessThan(2)
  })

  it('that redirects ends in respuesta_ilegible, and nobody goes there', async () => {
    const before = elsewhere.connections()
    expect((await ends.get('that redirects'))?.reason).toBe('respuesta_ilegible')
    expect(redirecting.connections()).toBe(1)
    expect(elsewhere.connections()).toBe(before)
  })
})

describe('a call for a transfer', () => {
  it('is given up after 10 s and hardly more, and what came of it is not known', async () => {
    for (const { outcome, seconds } of await Promise.all(transfers)) {
      expect(outcome).toEqual({ _tag: 'Failed', reason: 'sin_respuesta', isFinal: false, remark: null })
      expect(seconds).toBeGreaterThan(9.9)
      expect(seconds).toBeLessThan(10.5)
    }
  })

  it('that is interrupted ends its connection at once', async () => {
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const server = await receiver(
      (socket, raw) => {
        socket.once('close', () => closed.resolve())
        onRequest(() => asked.resolve())(socket, raw)
      },
      { tls: null },
    )
    const adapter = paymentsAt(server.port)
    const interrupted = adapter.run(({ transfer }) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(transfer(key, order()))
        yield* Effect.promise(() => asked.promise)
        yield* Fiber.interrupt(fiber)
      }),
    )
    await interrupted
    await closed.promise
    await server.stop()
  })
})

describe('a connection', () => {
  it('serves the next call too, and is gone with the adapter', async () => {
    const server = await receiver(inTurn(http(200, intent())), { tls: null })
    const adapter = startPayments(`http://127.0.0.1:${server.port}`)
    for (let calls = 0; calls < 10; calls++) expect(await adapter.verify(key, 'pi_1')).toBeNull()
    // The pool may open another one before it knows that the first is free again.
    expect(server.connections()).toBeLessThanOrEqual(2)
    expect(server.open()).toBeGreaterThan(0)
    await adapter.stop()
    await expect.poll(server.open).toBe(0)
    await server.stop()
  })
})

describe('a certificate', () => {
  it('of an authority that is not trusted is refused, also where Node is told not to verify any', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const server = await receiver(answers(http(200, intent())))
    const adapter = startPayments(`https://127.0.0.1:${server.port}`)
    expect(await adapter.verify(key, 'pi_1')).toBe('sin_respuesta')
    expect(server.connections()).toBe(1)
    expect(server.received()).toBe('')
    await adapter.stop()
    await server.stop()
    vi.unstubAllEnvs()
  })
})

describe('after all of this', () => {
  it('no connection is left open', async () => {
    await Promise.all([...ends.values(), ...transfers])
    await Promise.all(adapters.map((each) => each.stop()))
    // Who does not read does not learn of the end either.
    const learning = receivers.filter((_, index) => rows[index]?.[0] !== 'that does not read')
    await expect.poll(() => learning.reduce((sum, each) => sum + each.open(), 0)).toBe(0)
    await Promise.all([elsewhere, redirecting, ...receivers].map((each) => each.stop()))
    await expect.poll(openSockets).toBeLessThanOrEqual(atRest)
  })
})
