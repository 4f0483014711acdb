import { once } from 'node:events'
import { createServer } from 'node:net'
import { Effect, Fiber } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSockets } from '#test/support/loopbackInternet.ts'
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
import { unverifiedTls } from '#test/support/unverifiedTls.ts'
import { startPayments, type TestPayments } from '#tools/peers/processor.ts'

const key = credentialsWith('rk_test_1')
const head = (...headers: ReadonlyArray<string>) => `${['HTTP/1.1 200 X', ...headers].join('\r\n')}\r\n\r\n`
const chunked = 'Transfer-Encoding: chunked'
const drips = (text: string, piece: string) => onRequest(drip(text, piece))
const good = JSON.stringify(intent())
const megabytes = Buffer.alloc(65_536, 'x')

/** Does not read, and so does not learn of the end either. */
const deaf: Behaviour = (socket) => socket.pause()

/** What takes all the time that there is; those that drip go on to the end. */
const silent: ReadonlyArray<readonly [what: string, drips: boolean, behave: Behaviour]> = [
  ['that accepts and keeps silent', false, () => {}],
  ['that does not read', false, deaf],
  ['that drips in the status line', true, drips('HTTP/1.1 200 ', 'x')],
  ['that drips in the headers', true, drips('HTTP/1.1 200 X\r\n', 'A: b\r\n')],
  ['that drips in the body', true, drips(head(`Content-Length: ${good.length + 1_000}`) + good, ' ')],
  ['that drips in a chunk', true, drips(`${head(chunked)}fff\r\n{`, ' ')],
  ['that answers and does not end', false, answers(head() + good)],
  ['that only gives hints', true, drips('HTTP/1.1 103 X\r\n\r\n', 'HTTP/1.1 103 X\r\n\r\n')],
]

/** What processors do, and how a verification ends over each. */
const rows: ReadonlyArray<readonly [what: string, reason: string, behave: Behaviour]> = [
  ['that wants more', 'sin_respuesta', answers('HTTP/1.1 100 Continue\r\n\r\n')],
  ['that ends before it answers', 'sin_respuesta', onRequest((socket) => void socket.end())],
  ['that resets before it answers', 'sin_respuesta', onRequest((_, raw) => void raw.resetAndDestroy())],
  ['that resets at once', 'sin_respuesta', (_, raw) => void raw.resetAndDestroy()],
  ['that ends in the middle', 'sin_respuesta', answersAndEnds(head('Content-Length: 9999') + good)],
  ['that resets in the middle', 'sin_respuesta', answersAndResets(head('Content-Length: 9999') + good)],
  ['that speaks garbage', 'respuesta_ilegible', answersAndEnds('220 smtp ready\r\n')],
  ['that speaks TLS', 'respuesta_ilegible', answersAndEnds('\x15\x03\x03\0\x02\x02\x28')],
  ['that answers in HTML', 'respuesta_ilegible', answers(http(200, '<html><body>Bienvenido</body></html>'))],
  ['that answers 502 in HTML', 'respuesta_ilegible', answers(http(502, '<html>Bad gateway</html>'))],
  ['that answers without an end', 'respuesta_ilegible', floods(head(), megabytes)],
  ['that answers in endless chunks', 'respuesta_ilegible', floods(head(chunked), `10000\r\n${megabytes}\r\n`)],
  ['that announces an enormous answer', 'respuesta_ilegible', floods(head('Content-Length: 999999999999'), megabytes)],
  ['that sends headers without an end', 'respuesta_ilegible', floods('HTTP/1.1 200 X\r\n', `A: ${megabytes}\r\n`)],
]

let atRest = 0
const receivers: Array<Receiver> = []
/** Those that notice when a connection ends. */
const learning: Array<Receiver> = []
const adapters: Array<TestPayments> = []

const paymentsAt = (port: number): TestPayments => {
  const adapter = startPayments(`http://127.0.0.1:${port}`)
  adapters.push(adapter)
  return adapter
}
const facing = async (behave: Behaviour): Promise<Receiver> => {
  const one = await receiver(behave, { tls: null })
  receivers.push(one)
  if (behave !== deaf) learning.push(one)
  return one
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

beforeAll(() => {
  atRest = openSockets()
})
afterAll(() => Promise.all([...adapters, ...receivers].map((each) => each.stop())))

/** How a call ends that a processor leaves without an end, and that it does so after this time and not before. */
const endAfter = async <A>(
  seconds: number,
  behave: Behaviour,
  drips: boolean,
  ask: (payments: TestPayments) => Promise<A>,
): Promise<A> => {
  const one = await facing(behave)
  const payments = paymentsAt(one.port)
  let isOver = false
  const asked = ask(payments).finally(() => {
    isOver = true
  })
  await expect.poll(one.connections).toBe(1)
  await payments.wait(seconds / 2)
  // A drip takes the call no further.
  const sent = one.sent()
  if (drips) await expect.poll(one.sent).toBeGreaterThan(sent)
  await payments.wait(seconds / 2 - 0.001)
  expect(isOver).toBe(false)
  await payments.wait(0.001)
  return asked
}

describe('a verification over a processor', () => {
  it.each(silent)('%s ends in sin_respuesta before two seconds are over', async (_, drips, behave) => {
    expect(await endAfter(1.7, behave, drips, ({ verify }) => verify(key, 'pi_1'))).toBe('sin_respuesta')
  })

  // No time passes: no deadline can be what ended these.
  it.each(rows)('%s ends in %s', async (_, expected, behave) => {
    expect(await paymentsAt((await facing(behave)).port).verify(key, 'pi_1')).toBe(expected)
  })

  it('that refuses connections ends in sin_respuesta', async () => {
    expect(await paymentsAt(await closedPort()).verify(key, 'pi_1')).toBe('sin_respuesta')
  })

  it('that redirects ends in respuesta_ilegible, and nobody goes there', async () => {
    const elsewhere = await facing(answers(http(200, intent())))
    const moved = http(307, '', `Location: http://127.0.0.1:${elsewhere.port}/v1/payment_intents/pi_1`)
    const redirecting = await facing(answers(moved))
    expect(await paymentsAt(redirecting.port).verify(key, 'pi_1')).toBe('respuesta_ilegible')
    expect(redirecting.connections()).toBe(1)
    expect(elsewhere.connections()).toBe(0)
  })
})

describe('a call for a transfer', () => {
  it.each(silent)('%s is given up after 10 s, and what came of it is not known', async (_, drips, behave) => {
    expect(await endAfter(10, behave, drips, ({ transfer }) => transfer(key, order()))).toEqual({
      _tag: 'Failed',
      reason: 'sin_respuesta',
      isFinal: false,
      remark: null,
    })
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
    unverifiedTls()
    const server = await receiver(answers(http(200, intent())))
    const adapter = startPayments(`https://127.0.0.1:${server.port}`)
    expect(await adapter.verify(key, 'pi_1')).toBe('sin_respuesta')
    expect(server.connections()).toBe(1)
    expect(server.received()).toBe('')
    await adapter.stop()
    await server.stop()
  })
})

describe('after all of this', () => {
  it('no connection is left open', async () => {
    await Promise.all(adapters.map((each) => each.stop()))
    await expect.poll(() => learning.reduce((sum, each) => sum + each.open(), 0)).toBe(0)
    await Promise.all(receivers.map((each) => each.stop()))
    await expect.poll(openSockets).toBeLessThanOrEqual(atRest)
  })
})
