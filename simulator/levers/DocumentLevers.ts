import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { guide } from './Guide.ts'
import type { Lever } from './Lever.ts'
import { leversText } from './OpenApi.ts'

const served = (path: Lever['path'], contentType: string, text: () => string): Lever => ({
  method: 'GET',
  path,
  handler: () =>
    Effect.sync(() => HttpServerResponse.text(text(), { contentType, headers: { 'cache-control': 'no-store' } })),
})

/** The documents about the levers and the rest of the API, for programs and for agents. */
export const documentLevers: ReadonlyArray<Lever> = [
  served('/_simulador/openapi.json', 'application/json', leversText),
  served('/llms.txt', 'text/plain; charset=utf-8', () => guide),
]
