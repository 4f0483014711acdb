import type { Socket } from 'node:net'
import { Effect } from 'effect'
import { type Answer, exchange, type Head, type Lost } from '#adapters/egress/Exchange.ts'

/** The first value of a header. */
export const valueOf = ({ headers }: Head, name: string): string | null => [headers[name] ?? []].flat()[0] ?? null

/** Why a file is not read; null if it is. Without a length, a whole file and a truncated one look the same. */
const unfitness = (head: Head, atMost: number): 'comprimida' | 'sin_longitud' | 'excesiva' | null => {
  if ((valueOf(head, 'content-encoding') ?? 'identity') !== 'identity') return 'comprimida'
  const length = valueOf(head, 'content-length')
  if (length === null && valueOf(head, 'transfer-encoding') !== 'chunked') return 'sin_longitud'
  return Number(length ?? 0) > atMost ? 'excesiva' : null
}

const failureBy = ({ reason, hasBegun }: Lost): string => {
  if (!hasBegun) return 'respuesta_invalida'
  return reason === 'respuesta_excesiva' ? 'excesiva' : 'cortada'
}

/**
 * Requests a file over a connected socket. Only the body of a 200 is read.
 *
 * @param atMost the largest accepted file, in bytes
 */
export const get = (
  socket: Socket,
  { origin, path }: { readonly origin: string; readonly path: string },
  headers: Readonly<Record<string, string>>,
  atMost: number,
): Effect.Effect<Answer, string> => {
  const unfit = (head: Head) => (head.status === 200 ? unfitness(head, atMost) : null)
  return exchange(
    socket,
    { origin, method: 'GET', path, headers, body: null },
    {
      body: (head) => (head.status === 200 && unfit(head) === null ? 'kept' : 'left'),
      bodyBytes: atMost,
      // Allows chunked framing even if each byte is a separate chunk.
      connectionBytes: 8 * atMost + 1_048_576,
    },
  ).pipe(
    Effect.mapError(failureBy),
    Effect.flatMap((answer) => {
      const reason = unfit(answer)
      return reason === null ? Effect.succeed(answer) : Effect.fail(reason)
    }),
  )
}
