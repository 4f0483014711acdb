import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import type { Lever } from './Lever.ts'
import { leversText } from './OpenApi.ts'

/** The document of the levers, made when it is first asked for. */
export const documentLevers: ReadonlyArray<Lever> = [
  {
    method: 'GET',
    path: '/_simulador/openapi.json',
    handler: () =>
      Effect.sync(() =>
        HttpServerResponse.text(leversText(), {
          contentType: 'application/json',
          headers: { 'cache-control': 'no-store' },
        }),
      ),
  },
]
