import { Server } from 'node:net'
import { Duration, Effect, Option } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { parseNetwork } from '#domain/network/Network.ts'
import { startListener } from '#test/support/listener.ts'
import { stubborn } from '#test/support/stubborn.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'

const short = Duration.millis(150)
const quick = { handshakeTime: short, headersTime: short, requestTime: short, answerTime: short, idleTime: short }
const plain = await startListener(quick)
const secure = await startListener(quick, { tls: { cert: certificate, key: certificateKey } })
afterAll(() => Promise.all([plain.stop(), secure.stop()]))

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: tests\r\n\r\n`
const post = 'POST /silent HTTP/1.1\r\nHost: tests\r\nContent-Length: 1000\r\n\r\n'

describe('a client that never closes its connection loses it', () => {
  it('when it sends nothing', async () => {
    using client = await stubborn(plain.port)
    await client.destroyed
  })

  it.each([
    ['when it sends half a header', 'GET /small HTTP/1.1\r\nHost: te', ''],
    ['when it sends a header drop by drop', 'GET /small HTTP/1.1\r\n', 'X-Drop: 1\r\n'],
    ['when it sends a body drop by drop', post, 'drop'],
    ['when it sends blank lines for a request', '', '\r\n'],
    ['when it sends blank lines after a request', get('/small'), '\r\n'],
    ['when it is refused as garbage', 'BLAH\r\n\r\n', ''],
    ['when it is refused as garbage and goes on', 'BLAH\r\n\r\n', 'BLAH'],
    ['when it tunnels', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n', ''],
    ['when it has been answered', get('/small'), ''],
    ['when it has been asked to close', 'GET /small HTTP/1.0\r\n\r\n', ''],
    ['when it was answered before its body came', post.replace('/silent', '/small'), ''],
  ])('%s', async (_, bytes, drops) => {
    for (const tls of [false, true]) {
      using client = await stubborn((tls ? secure : plain).port, { tls })
      client.write(bytes)
      if (drops !== '') client.drip(drops)
      await client.destroyed
    }
  })

  it('when it does not take its answer', async () => {
    for (const tls of [false, true]) {
      using client = await stubborn((tls ? secure : plain).port, { tls })
      client.stopReading()
      client.write(get('/large'))
      client.drip('\r\n')
      await client.destroyed
    }
  })

  it('when it sends no byte of TLS', async () => {
    using client = await stubborn(secure.port)
    await client.destroyed
  })

  it.each([
    ['begins TLS drop by drop', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['speaks HTTP where TLS is spoken', get('/small')],
  ])('when it %s', async (_, bytes) => {
    using client = await stubborn(secure.port)
    client.drip(bytes)
    await client.destroyed
  })
})

describe('a client that asks again before it is answered', () => {
  it('is answered as often as it may', async () => {
    const listener = await startListener()
    using client = await stubborn(listener.port)
    client.write(get('/small').repeat(31) + get('/last'))
    await client.received('404')
    await listener.stop()
  })

  it('is cut off when it may not, for a request with `Expect` too', async () => {
    const { port, stop } = await startListener({ requestsPerConnection: 2 })
    for (const last of [get('/small'), post.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n')]) {
      using client = await stubborn(port)
      client.write(`${post.replace('1000', '1')}x${post.replace('1000', '1')}x${last}`)
      await client.destroyed
    }
    await stop()
  })
})

describe('a body in pieces', () => {
  const chunked = (path: string) => `POST ${path} HTTP/1.1\r\nHost: tests\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk = '1\r\nx\r\n'
  const long = Duration.hours(1)
  const limits = { chunksOfBody: 8, requestTime: long, idleTime: long }

  it('may come in so many', async () => {
    const { port, stop } = await startListener(limits)
    using client = await stubborn(port)
    for (const nth of ['one', 'two', 'three']) {
      client.write(`${chunked('/small') + chunk.repeat(8)}0\r\n\r\n${get(`/${nth}`)}`)
      await client.received('404')
    }
    client.write(get('/small'))
    await client.received('small')
    await stop()
  })

  it('in more of them ends its connection, when it is read and when nobody reads it', async () => {
    const { port, stop } = await startListener(limits)
    for (const path of ['/silent', '/small']) {
      using together = await stubborn(port)
      together.write(chunked(path) + chunk.repeat(9))
      await together.destroyed
    }
    using answered = await stubborn(port)
    answered.write(chunked('/small') + chunk)
    await answered.received('404')
    answered.drip(chunk)
    await answered.destroyed
    await stop()
  })
})

describe('a client within its time', () => {
  it('is answered as often as it asks', async () => {
    const listener = await startListener()
    using client = await stubborn(listener.port)
    for (const nth of ['one', 'two', 'three']) {
      client.write(get(`/${nth}`))
      await client.received('404')
    }
    client.write(get('/small'))
    await client.received('small')
    await listener.stop()
  })
})

/** Connections that were refused so far at a limit. */
const refusedAt = async (limit: string) => {
  const text = await Effect.runPromise(PrometheusMetrics.format())
  return Number(new RegExp(`^cotejo_connections_refused_total\\{limit="${limit}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

describe('connections of one address', () => {
  it('are so many, and another is taken when one of them is gone', async () => {
    const { port, stop } = await startListener({ connectionsPerAddress: 2 })
    const [ofAddress, ofProcess] = [await refusedAt('address'), await refusedAt('process')]
    using first = await stubborn(port)
    const second = await stubborn(port)
    using third = await stubborn(port)
    await third.destroyed
    expect([await refusedAt('address'), await refusedAt('process')]).toEqual([ofAddress + 1, ofProcess])
    second[Symbol.dispose]()
    for (let served = false; !served; ) {
      using another = await stubborn(port)
      another.write(get('/small'))
      served = await Promise.race([another.received('small').then(() => true), another.destroyed.then(() => false)])
    }
    first.write(get('/small'))
    await first.received('small')
    await stop()
  })

  it('are not counted for a proxy that is trusted', async () => {
    const trustedProxies = [Option.getOrThrow(parseNetwork('127.0.0.0/8'))]
    const { port, stop } = await startListener({ connectionsPerAddress: 1 }, { trustedProxies })
    using first = await stubborn(port)
    using second = await stubborn(port)
    for (const client of [first, second]) {
      client.write(get('/small'))
      await client.received('small')
    }
    await stop()
  })
})

describe('connections in all', () => {
  it('wait to be accepted, as many as there may be: none of them has to try again', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen')
    for (const connections of [2, 4_096]) {
      const { stop } = await startListener({ connections })
      expect(listen.mock.lastCall?.[0]).toMatchObject({ backlog: connections })
      await stop()
    }
    listen.mockRestore()
  })

  it('are refused and counted where a request is under way on each of them', async () => {
    const { port, stop } = await startListener({ connections: 1 })
    const [ofAddress, ofProcess] = [await refusedAt('address'), await refusedAt('process')]
    using busy = await stubborn(port)
    busy.write(
      'GET /small HTTP/1.1\r\nHost: tests\r\n\r\nPOST /silent HTTP/1.1\r\nHost: tests\r\nContent-Length: 9\r\n\r\n',
    )
    await busy.received('small')
    using another = await stubborn(port)
    await another.destroyed
    expect([await refusedAt('address'), await refusedAt('process')]).toEqual([ofAddress, ofProcess + 1])
    await stop()
  })

  it('make room for a new one: the one that is quiet longest goes, none whose request is under way', async () => {
    const { port, stop } = await startListener({ connections: 2 })
    using busy = await stubborn(port)
    busy.write('POST /silent HTTP/1.1\r\nHost: tests\r\nContent-Length: 1\r\n\r\nx')
    using quiet = await stubborn(port)
    quiet.write(get('/small'))
    await quiet.received('small')
    using another = await stubborn(port)
    await quiet.destroyed
    another.write(get('/small'))
    await another.received('small')
    const gone = await Promise.race([
      busy.destroyed.then(() => 'destroyed'),
      another.received('small').then(() => 'there'),
    ])
    expect(gone).toBe('there')
    busy[Symbol.dispose]()
    await stop()
  })

  it('hold so many bytes that nobody takes, those of answers that wait behind another one too', async () => {
    const { port, stop } = await startListener({ untakenBytes: 100_000_000, answerTime: Duration.hours(1) })
    using client = await stubborn(port)
    client.stopReading()
    client.write(get('/large').repeat(4))
    client.drip('\r\n')
    await client.destroyed
    await stop()
  })

  it('hold so many bytes that nobody takes: then the one with most of them goes', async () => {
    const { port, stop } = await startListener({ untakenBytes: 100_000_000 })
    const clients = await Promise.all([1, 2, 3, 4].map(() => stubborn(port)))
    for (const client of clients) {
      client.stopReading()
      client.write(get('/large'))
      client.drip('\r\n')
    }
    await Promise.race(clients.map(({ destroyed }) => destroyed))
    for (const client of clients) client[Symbol.dispose]()
    await stop()
  })
})
