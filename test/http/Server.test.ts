import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Server } from 'node:http'
import { Duration } from 'effect'
import { expect, it } from 'vitest'
import { startListener } from '#test/support/listener.ts'
import { open } from '#test/support/socket.ts'

/** The server of Node that answers a request. */
const serverOf = (message: unknown): Server => {
  const { server } = typeof message === 'object' && message !== null && 'server' in message ? message : { server: null }
  if (!(server instanceof Server)) throw new Error('no server is told')
  return server
}

it('the server has the time for headers, a request and between requests that its limits say', async () => {
  const limits = { headersTime: Duration.seconds(7), requestTime: Duration.seconds(8), idleTime: Duration.seconds(9) }
  const listener = await startListener(limits)
  const found: Array<Server> = []
  const note = (message: unknown) => void found.push(serverOf(message))
  subscribe('http.server.request.start', note)
  const { status, headers } = await fetch(`http://${listener.host}:${listener.port}/small`)
  unsubscribe('http.server.request.start', note)
  expect([status, headers.get('keep-alive')]).toEqual([200, 'timeout=9'])
  expect(found.map((one) => [one.headersTimeout, one.requestTimeout, one.keepAliveTimeout])).toEqual([
    [7_000, 8_000, 9_000],
  ])
  await listener.stop()
})

it.each([
  ['/small', 200],
  ['/SMALL', 404],
  ['/small/', 404],
  ['//small', 404],
])('a path is exact: %s is answered with %d', async (path, status) => {
  const listener = await startListener()
  const answer = await fetch(`http://${listener.host}:${listener.port}${path}`)
  await answer.arrayBuffer()
  expect(answer.status).toBe(status)
  await listener.stop()
})

it('headers that do not come in time are answered with 408', async () => {
  const listener = await startListener({ headersTime: Duration.millis(150) })
  using connection = await open(`http://${listener.host}:${listener.port}`)
  await connection.write('GET /small HTTP/1.1\r\nHost: te')
  const { status, headers, body } = await connection.answer()
  expect([status, headers.get('connection'), body['codigo']]).toEqual([408, 'close', 'peticion_invalida'])
  await listener.stop()
})
