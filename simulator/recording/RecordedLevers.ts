import { Effect } from 'effect'
import type { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { Time } from '#ports/Time.ts'
import { overheard } from '#simulator/http/Overheard.ts'
import { Recorder } from './Recorder.ts'
import { isChange } from './Step.ts'

type Handler = (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/**
 * The levers that are not recorded. Some change nothing. The clock needs no step, because each step has its time.
 * Others go back to an earlier state, which undoes the steps after it.
 */
const unrecorded: ReadonlySet<string> = new Set([
  '/reloj',
  '/webhooks/comprobar',
  '/reiniciar',
  '/instantaneas',
  '/instantaneas/:instantanea/restaurar',
  '/mcp',
  // Recorded as a request.
  '/verificaciones',
])

/** Where a lever was pulled, without the query. */
const pathOf = (url: string): string => url.split('?')[0]?.replace('/_simulador', '') ?? ''

const decoder = new TextDecoder()
const jsonOf = (bytes: Uint8Array | null): unknown => (bytes === null ? null : JSON.parse(decoder.decode(bytes)))

/**
 * Remembers what a lever changed, once it has answered.
 *
 * @param lever its method and path
 */
export const recordedLever = (lever: string, handler: Handler): Effect.Effect<Handler, never, Recorder | Time> =>
  Effect.gen(function* () {
    const { pulled } = yield* Recorder
    const { now } = yield* Time
    const [method = '', path = ''] = lever.split(' /_simulador')
    if (!isChange(method) || unrecorded.has(path)) return handler
    return (request) =>
      Effect.gen(function* () {
        const at = yield* now
        const heard = overheard(request)
        const response = yield* handler(heard.request)
        const { status, body } = response
        const answer = body._tag === 'Uint8Array' ? jsonOf(body.body) : null
        if (status < 400) pulled(at, method, pathOf(request.url), Object(jsonOf(heard.body())), status, answer)
        return response
      })
  })
