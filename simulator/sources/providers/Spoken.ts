import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Duration, Effect, Stream } from 'effect'
import { type HttpServerRequest, HttpServerResponse } from 'effect/http'
import type { Fault } from '#simulator/sources/SourceFaults.ts'

/** What a provider has to say: every body of the contract names the consultation, most the person. */
export interface Answer {
  readonly status: number
  readonly body: { readonly consulta_id: string; readonly curp?: string; readonly reintentar_en_segundos?: number }
}

/** Between two bytes of an answer that drips. */
const dripEvery = Duration.millis(50)
/** JSON for as long as the client reads. If it were faster, loopback would accept megabytes that are never read. */
const endless = Stream.concat(
  Stream.make(new TextEncoder().encode('"')),
  Stream.tick(Duration.millis(1)).pipe(Stream.map(() => new TextEncoder().encode('a'.repeat(8_192)))),
)

const contentType = 'application/json'

const dripped = (body: Answer['body']) =>
  Stream.fromIterable(new TextEncoder().encode(JSON.stringify(body))).pipe(
    Stream.rechunk(1),
    Stream.map((byte) => Uint8Array.of(byte)),
    Stream.tap(() => Effect.sleep(dripEvery)),
  )

/** The CURP of a namesake born on the same day: somebody else's. */
const otherCurp = (curp: string): string => {
  const [mark = '', digit = ''] = curp.slice(-2)
  return `${curp.slice(0, -2)}${mark === '1' ? '2' : '1'}${digit}`
}

const ofSomebodyElse = ({ status, body }: Answer): Answer => ({
  status,
  body: body.curp === undefined ? body : { ...body, curp: otherCurp(body.curp) },
})

const plainly = ({ status, body }: Answer) => Effect.succeed(HttpServerResponse.jsonUnsafe(body, { status }))

/** Says it, as a provider with this fault does. */
export const spoken = (
  request: HttpServerRequest.HttpServerRequest,
  answer: Answer,
  fault: Fault | null,
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  switch (fault) {
    case 'caida':
      NodeHttpServerRequest.toIncomingMessage(request).socket.resetAndDestroy()
      return Effect.never
    case 'colgada':
      return Effect.never
    case 'basura':
      return Effect.succeed(HttpServerResponse.text('{"resultado": ¿', { contentType }))
    case 'goteo':
      return Effect.succeed(HttpServerResponse.stream(dripped(answer.body), { contentType }))
    case 'enorme':
      return Effect.succeed(HttpServerResponse.stream(endless, { contentType }))
    case 'otra_persona':
      return plainly(ofSomebodyElse(answer))
    // A slow provider answers at once that it takes longer.
    case 'lenta':
    case null:
      return plainly(answer)
  }
}
