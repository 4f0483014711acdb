import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { Effect } from 'effect'

/** What was answered to a GET: the head, and the body as it comes. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** All of it, unless it is cut off, or longer than this many bytes. */
  readonly body: (atMost: number) => Effect.Effect<Uint8Array, BodyFailure>
}
type BodyFailure = 'cortada' | 'excesiva' | 'sin_longitud'

/** Header lines, in bytes. */
const headerBytes = 16_384

/** Without a length nobody can tell a whole body from one that was cut off. */
const hasEnd = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] === 'chunked'

const bodyOf = (response: IncomingMessage, atMost: number): Effect.Effect<Uint8Array, BodyFailure> => {
  if (!hasEnd(response)) return Effect.fail('sin_longitud')
  if (Number(response.headers['content-length'] ?? 0) > atMost) return Effect.fail('excesiva')
  return Effect.callback<Uint8Array, BodyFailure>((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    response
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= atMost) chunks.push(chunk)
        else resume(Effect.fail('excesiva'))
      })
      .on('end', () => resume(response.complete ? Effect.succeed(Buffer.concat(chunks)) : Effect.fail('cortada')))
      .on('error', () => resume(Effect.fail('cortada')))
  })
}

/** Asks for a path over a socket that leads to the host, which is of no use afterwards. */
export const get = (
  socket: Socket,
  { host, path }: { readonly host: string; readonly path: string },
  headers: Readonly<Record<string, string>>,
): Effect.Effect<Answer, 'respuesta_invalida'> =>
  Effect.callback((resume) => {
    request({
      createConnection: () => socket,
      method: 'GET',
      path,
      headers: { ...headers, host, connection: 'close' },
      maxHeaderSize: headerBytes,
    })
      .on('response', (response) => {
        const { statusCode: status = 0, headers: received } = response
        resume(Effect.succeed({ status, headers: received, body: (atMost) => bodyOf(response, atMost) }))
      })
      // Later ones are those of the body, which tells of them itself.
      .on('error', () => resume(Effect.fail('respuesta_invalida')))
      .end()
  })
