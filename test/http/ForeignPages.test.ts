import { HttpServerRequest } from 'effect/http'
import { expect, it } from 'vitest'
import { isForeign } from '#http/KeyedRoute.ts'

const request = (headers: Record<string, string>) =>
  Object.defineProperty(HttpServerRequest.fromWeb(new Request('http://sandbox/')), 'headers', { value: headers })

const host = 'rebound.example'

it.each<[isFrom: boolean, headers: Record<string, string>]>([
  [false, {}],
  [false, { host }],
  [false, { host: '127.0.0.1:4010' }],
  [false, { host: 'localhost', origin: 'http://localhost:3000' }],
  [true, { origin: 'http://localhost:3000' }],
  [true, { host, origin: 'https://rebound.example' }],
  [true, { host: 'localhost', origin: 'https://rebound.example' }],
  [true, { host: 'localhost', origin: 'null' }],
  [true, { host: 'localhost', origin: '' }],
  [true, { host, origin: 'http://localhost:3000', via: '1.1 proxy' }],
])('that it is from a page of another site is %s: with %j', (isFrom, headers) => {
  expect(isForeign(request(headers))).toBe(isFrom)
})
