import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Deferred, Effect, type Scope } from 'effect'
import { expect, it, vi } from 'vitest'
import { inspection, usualInspection } from '#src/observability/Inspection.ts'

const page = (status: number, body: string) => ({ status, type: 'text/plain', body })
const pages = { '/_salud': { page: Effect.succeed(page(200, 'arriba')), unanswered: page(503, 'base_no_alcanzable') } }
const here = { host: '127.0.0.1', port: 0 }

/** Asks for a page from a thread of its own until its status is the one told, and then writes it down. */
const asker = `
  const { workerData: { url, expected, told } } = require('node:worker_threads')
  const ask = async () => {
    for (;;) {
      const response = await fetch(url)
      await response.text()
      if (response.status === expected) break
    }
    Atomics.store(told, 0, expected)
    Atomics.notify(told, 0)
  }
  ask()`

/** The status that somebody else saw while this thread did nothing but wait for it. */
const seenWhileBusy = (url: string, expected: number): number => {
  const told = new Int32Array(new SharedArrayBuffer(4))
  const asking = new Worker(asker, { eval: true, workerData: { url, expected, told } })
  asking.unref()
  Atomics.wait(told, 0, 0, 120_000)
  return told[0] ?? 0
}

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))
const get = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url)
    return [response.status, await response.text()]
  })

it('a process is looked at: livez, its own pages, and 404 for any other', async () => {
  const seen = await run(
    Effect.gen(function* () {
      const base = yield* inspection({ ...usualInspection, ...here }, pages)
      return yield* Effect.forEach(['/livez', '/_salud', '/_salud?x=1', '/otra'], (path) => get(base + path))
    }),
  )
  expect(seen).toEqual([
    [200, 'ok'],
    [200, 'arriba'],
    [200, 'arriba'],
    [404, ''],
  ])
})

it('a process that is busy is alive, and _salud is 503 base_no_alcanzable', async () => {
  const seen = await run(
    Effect.map(inspection({ ...usualInspection, ...here, answerMillis: 50 }, pages), (base) => [
      seenWhileBusy(`${base}/livez`, 200),
      seenWhileBusy(`${base}/_salud`, 503),
      seenWhileBusy(`${base}/livez`, 200),
    ]),
  )
  expect(seen).toEqual([200, 503, 200])
})

it('a process that does nothing for long is not alive, until it does', async () => {
  await run(
    Effect.gen(function* () {
      const base = yield* inspection({ ...usualInspection, ...here, stillMillis: 200, beatMillis: 10 }, pages)
      expect(seenWhileBusy(`${base}/livez`, 503)).toBe(503)
      yield* Effect.repeat(get(`${base}/livez`), { while: ([status]) => status !== 200 })
    }),
  )
})

it('a port that is taken is told', async () => {
  const refused = await run(
    Effect.gen(function* () {
      const base = yield* inspection({ ...usualInspection, ...here }, pages)
      const port = Number(new URL(base).port)
      return yield* Effect.flip(inspection({ ...usualInspection, ...here, port }, pages))
    }),
  )
  expect(refused).toMatchObject({ _tag: 'InspectionRefused', code: 'EADDRINUSE' })
})

it('no page is kept by a cache, and each says what it is', async () => {
  const headersOf = (url: string) =>
    Effect.promise(async () => {
      const { headers } = await fetch(url)
      return [headers.get('cache-control'), headers.get('content-type')]
    })
  const json = { status: 200, type: 'application/json', body: '{}' }
  const own = { '/uno': { page: Effect.succeed(json), unanswered: page(503, '') } }
  const seen = await run(
    Effect.flatMap(inspection({ ...usualInspection, ...here }, own), (base) =>
      Effect.forEach(['/livez', '/uno', '/otra'], (path) => headersOf(base + path)),
    ),
  )
  expect(seen).toEqual([
    ['no-store', 'text/plain'],
    ['no-store', 'application/json'],
    ['no-store', 'text/plain'],
  ])
})

it('a page is answered once, whether it is made in time or too late', async () => {
  const seen = await run(
    Effect.gen(function* () {
      const late = yield* Deferred.make<ReturnType<typeof page>>()
      const made = { ...pages, '/lenta': { page: Deferred.await(late), unanswered: page(503, 'too late') } }
      const base = yield* inspection({ ...usualInspection, ...here, answerMillis: 50 }, made)
      const first = [yield* get(`${base}/_salud`), yield* get(`${base}/lenta`)]
      yield* Deferred.succeed(late, page(200, 'made'))
      return [...first, yield* get(`${base}/_salud`), yield* get(`${base}/lenta`)]
    }),
  )
  expect(seen).toEqual([
    [200, 'arriba'],
    [503, 'too late'],
    [200, 'arriba'],
    [200, 'made'],
  ])
})

it('64 connections that say nothing keep nobody out: the one that is open longest ends', async () => {
  await run(
    Effect.gen(function* () {
      const base = yield* inspection({ ...usualInspection, ...here }, pages)
      const idle: Array<{ readonly socket: Socket; readonly closed: Promise<string> }> = []
      for (let count = 0; count < 64; count++) {
        const socket = connect(Number(new URL(base).port), '127.0.0.1')
        // It may be reset.
        socket.on('error', () => {})
        const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')))
        yield* Effect.promise(() => once(socket, 'connect'))
        idle.push({ socket, closed })
      }
      expect(yield* get(`${base}/livez`)).toEqual([200, 'ok'])
      expect(yield* Effect.promise(() => idle[0]?.closed ?? Promise.resolve('none'))).toBe('closed')
      // The second one is answered.
      const { socket } = idle[1] ?? {}
      socket?.write('GET /livez HTTP/1.1\r\nHost: here\r\n\r\n')
      const [bytes] = yield* Effect.promise(() => (socket === undefined ? Promise.resolve(['']) : once(socket, 'data')))
      expect(String(bytes)).toMatch(/^HTTP\/1\.1 200 /)
      for (const one of idle) one.socket.destroy()
    }),
  )
})

it.runIf(
  Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1'),
)('an address of IPv6 is told in brackets', async () => {
  const base = await run(inspection({ ...usualInspection, host: '::1', port: 0 }, pages))
  expect(base).toMatch(/^http:\/\/\[::1\]:\d+$/)
})

it('a process waits two seconds for a page, and is still after thirty seconds without any of its beats', async () => {
  const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  await run(inspection({ ...usualInspection, ...here }, pages))
  expect(usualInspection).toEqual({ answerMillis: 2_000, stillMillis: 30_000, beatMillis: 1_000, connections: 64 })
  const beats = begun.mock.results.filter((_, index) => begun.mock.calls[index]?.[1] === 1_000)
  expect(beats.map(({ value }) => ended.mock.calls.some(([one]) => one === value))).toEqual([true])
  vi.restoreAllMocks()
})

it('a page is made once for all who ask meanwhile, and again for whoever asks later', async () => {
  const [asked, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let times = 0
  const slow = Effect.promise(async () => {
    times += 1
    const nth = times
    asked.resolve()
    await made.promise
    return page(200, `made ${nth}`)
  })
  const seen = await run(
    Effect.gen(function* () {
      const base = yield* inspection(
        { ...usualInspection, ...here, answerMillis: 600_000 },
        { '/slow': { page: slow, unanswered: page(503, '') } },
      )
      const first = fetch(`${base}/slow`)
      yield* Effect.promise(() => asked.promise)
      const { port } = new URL(base)
      const others = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'))
      for (const other of others)
        other.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
      // A request before the answer to another ends its connection: by then that other one is waiting.
      yield* Effect.promise(() => Promise.all(others.map((other) => once(other, 'close'))))
      expect(times).toBe(1)
      made.resolve()
      const answer = yield* Effect.promise(async () => (await first).text())
      return [answer, (yield* get(`${base}/slow`))[1]]
    }),
  )
  expect(seen).toEqual(['made 1', 'made 2'])
})

it('a page that fails is the one that stands for it, each time', async () => {
  const failing = { '/metrics': { page: Effect.die(new Error('a defect')), unanswered: page(503, 'none') } }
  const seen = await run(
    Effect.gen(function* () {
      const base = yield* inspection({ ...usualInspection, ...here, answerMillis: 600_000 }, failing)
      return yield* Effect.forEach([1, 2], () => get(`${base}/metrics`))
    }),
  )
  expect(seen).toEqual([
    [503, 'none'],
    [503, 'none'],
  ])
})
