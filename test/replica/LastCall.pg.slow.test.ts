import { Agent, request } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  environmentOf,
  get,
  migrated,
  openAccount,
  type ServerProcess,
  startServer,
  until,
} from '#tools/service/server.ts'

let server: ServerProcess | undefined
afterEach(async () => {
  if (server?.child.exitCode === null) await server.end('SIGKILL')
})

/** How it ended: its status, or the error of its connection. */
const sent = (base: string, key: string, agent: Agent | false, method: 'GET' | 'POST'): Promise<string> =>
  new Promise((resolve) => {
    const body = method === 'POST' ? validBody() : null
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body === null ? {} : { 'content-type': 'application/json', 'idempotency-key': String(body['solicitud_id']) }),
    }
    const path = method === 'POST' ? '/v1/verificaciones' : '/v1/cuenta/consumo'
    const outgoing = request(base + path, { method, agent, headers }, (response) => {
      response.resume().once('close', () => resolve(response.complete ? String(response.statusCode) : 'cut off'))
    })
    outgoing.on('error', (error) => resolve(error.message))
    outgoing.end(body === null ? undefined : JSON.stringify(body))
  })

it('resets no connection when the load moves some time after the replica is no longer ready', async () => {
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'sol', { plan: { requestsPerMinute: 100_000, priceCentavos: 1 } })
  const replica = await startServer(environmentOf(url, { COTEJO_LAST_CALL: '10 seconds' }))
  server = replica
  await until(async () => (await get(replica.base, '/_salud')).status === 200)

  let moved = false
  const ends = new Map<string, number>()
  const answered = () => ends.values().reduce((sum, count) => sum + count, 0)
  const lane = async (agent: Agent | false, method: 'GET' | 'POST') => {
    while (!moved) {
      const end = await sent(replica.base, key, agent, method)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  }
  const kept = new Agent({ keepAlive: true })
  const lanes = [
    ...Array.from({ length: 16 }, (_, index) => lane(kept, index % 4 === 0 ? 'POST' : 'GET')),
    // These open a connection for each request, and fill the queue of what is still to be accepted.
    ...Array.from({ length: 16 }, () => lane(false, 'GET')),
  ]
  await until(async () => (ends.get('200') ?? 0) >= 200)
  const ended = replica.end('SIGTERM')
  await until(async () => (await get(replica.base, '/_salud')).status === 503)
  const before = answered()
  await until(async () => answered() >= before + 100)
  moved = true
  await Promise.all(lanes)
  expect(await ended).toBe(0)
  // A busy machine may be overloaded meanwhile, and say so: 503. Nobody is left without an answer.
  expect([...ends.keys()].filter((end) => end !== '200' && end !== '503')).toEqual([])
})
