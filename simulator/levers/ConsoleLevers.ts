import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { assets } from '#simulator/live/Assets.ts'
import { consoleHeaders, consolePage } from '#simulator/live/ConsolePage.ts'
import { Viewers } from '#simulator/live/Viewers.ts'
import type { Lever } from './Lever.ts'

const text = (contentType: string, body: string) =>
  HttpServerResponse.text(body, { contentType, headers: consoleHeaders })

/** The console: the page, what it loads, and the stream of what happens. */
export const consoleLevers = Effect.gen(function* () {
  const { stream } = yield* Viewers
  const page: ReadonlyArray<Lever> = [
    {
      method: 'GET',
      path: '/_simulador',
      handler: () => Effect.sync(() => text('text/html; charset=utf-8', consolePage)),
    },
    {
      method: 'GET',
      path: '/_simulador/eventos',
      handler: (request) => {
        const drop = Effect.sync(() => void NodeHttpServerRequest.toIncomingMessage(request).socket.destroy())
        return Effect.succeed(
          HttpServerResponse.stream(stream(drop), {
            contentType: 'text/event-stream; charset=utf-8',
            // A connection that is kept would hold up the end of the simulator.
            headers: { 'cache-control': 'no-store', connection: 'close' },
          }),
        )
      },
    },
  ]
  return [
    ...page,
    ...assets.map(
      ({ path, contentType, text: read }): Lever => ({
        method: 'GET',
        path,
        handler: () => Effect.sync(() => text(contentType, read())),
      }),
    ),
  ]
})
