import { Worker } from 'node:worker_threads'
import { Effect, type Scope } from 'effect'
import { expect, it } from 'vitest'
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
