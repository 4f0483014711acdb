import { HttpServerRequest } from 'effect/http'
import { expect, it } from 'vitest'
import { isForeign } from '#http/ForeignPages.ts'

/** A request with these headers over a connection to this address of ours. */
const request = (localAddress: string | undefined, headers: Record<string, string>) =>
  Object.defineProperty(HttpServerRequest.fromWeb(new Request('http://sandbox/')), 'source', {
    value: { headers, socket: { localAddress } },
  })

const host = 'rebound.example'

it.each<[isFrom: boolean, address: string | undefined, headers: Record<string, string>]>([
  [true, '127.0.0.1', { host }],
  [true, '::ffff:127.0.0.1', { host }],
  [true, '::1', { host }],
  [true, '127.0.0.1', {}],
  [false, '127.0.0.1', { host: '127.0.0.1:4010' }],
  [false, '::ffff:127.0.0.1', { host: 'localhost:4010' }],
  [false, '192.0.2.1', { host }],
  [false, '::ffff:192.0.2.1', { host }],
  [false, undefined, { host }],
  [false, '127.0.0.1', { host, forwarded: 'host=api.mx' }],
  [false, '127.0.0.1', { host, via: '1.1 proxy' }],
  [false, '127.0.0.1', { host, 'x-forwarded-for': '192.0.2.1' }],
  [false, '127.0.0.1', { host, 'x-forwarded-host': 'api.mx' }],
  [false, '127.0.0.1', { host, 'x-forwarded-proto': 'https' }],
  [true, '192.0.2.1', { host, origin: 'https://rebound.example' }],
  [true, '127.0.0.1', { host: 'localhost', origin: 'https://rebound.example' }],
  [true, '127.0.0.1', { host, origin: 'http://localhost:3000', via: '1.1 proxy' }],
  [false, '127.0.0.1', { host: 'localhost', origin: 'http://localhost:3000' }],
])('that it may be of a page of somebody else is %s: to %s with %j', (isFrom, address, headers) => {
  expect(isForeign(request(address, headers))).toBe(isFrom)
})
