import { createHash, type Hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Effect, Layer, Option, type Scope } from 'effect'
import type { Connector } from '#adapters/egress/Connector.ts'
import { type Answer, exchange, type Head, type Lost } from '#adapters/egress/Exchange.ts'
import { publicPlace } from '#adapters/egress/PublicPlace.ts'
import type { DeniedReceivers } from '#domain/delivery/WebhookUrl.ts'
import { listDownloadTime, listFileBytes } from '#domain/Limits.ts'
import { type Download, DownloadFailed, ListPublisher } from '#ports/ListPublisher.ts'

const valueOf = ({ headers }: Head, name: string): string | null => [headers[name] ?? []].flat()[0] ?? null

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

/** The headers in which publishers send a base64 digest of the content: RFC 9530 and its predecessors. */
const digests = [
  { header: 'content-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'repr-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'digest', form: /\bsha-256=([^,\s]*)/i, algorithm: 'sha256' },
  { header: 'content-md5', form: /^(\S*)$/, algorithm: 'md5' },
] as const

/** The bytes hashed without a pause, which takes a few milliseconds. */
const portion = 4_194_304

/** The hash of bytes. It yields between portions, because hashing the largest file takes half a second. */
export const hashed = Effect.fnUntraced(function* (algorithm: 'sha256' | 'md5', bytes: Uint8Array) {
  const hash: Hash = createHash(algorithm)
  for (let at = 0; at < bytes.length; at += portion) {
    hash.update(bytes.subarray(at, at + portion))
    yield* Effect.yieldNow
  }
  return hash
})

/** Whether these bytes do not match a digest in the headers. */
export const isOfOtherDigest = Effect.fnUntraced(function* (headers: Head['headers'], bytes: Uint8Array) {
  for (const { header, form, algorithm } of digests) {
    const [, digest = ''] = form.exec([headers[header] ?? ''].flat().join()) ?? []
    if (digest !== '' && (yield* hashed(algorithm, bytes)).digest('base64') !== digest) return true
  }
  return false
})

/** Publishers redirect to their storage. Each target is checked like the first address. */
const mostRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** An entity tag, if a request can send it back (RFC 9110, 8.8.3). */
const sendable = (etag: string | null): string | null => (etag !== null && /^[\x21-\x7e]+$/.test(etag) ? etag : null)

const headersOf = (etag: string | null): Record<string, string> => ({
  accept: '*/*',
  // A compressed response has no length to compare with the file.
  'accept-encoding': 'identity',
  'user-agent': 'Cotejo-Lists/1.0',
  'want-repr-digest': 'sha-256=10',
  ...(etag === null ? {} : { 'if-none-match': etag }),
})

const downloaded = Effect.fnUntraced(function* (answer: Answer) {
  const { headers, body: bytes } = answer
  if (yield* isOfOtherDigest(headers, bytes)) return yield* Effect.fail('digesto_distinto' as const)
  const digest = (yield* hashed('sha256', bytes)).digest('hex')
  return { _tag: 'Downloaded', bytes, etag: sendable(valueOf(answer, 'etag')), digest } satisfies Download
})

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** Downloads over the checked egress, with one deadline for the whole download. */
export const layer = (connect: Connector, denied: DeniedReceivers) => {
  const asked = (
    address: string,
    etag: string | null,
    redirectsLeft: number,
  ): Effect.Effect<Download, string, Scope.Scope> =>
    Effect.gen(function* () {
      const place = Option.getOrNull(publicPlace(address, denied))
      if (place === null) return yield* Effect.fail('direccion_no_publica')
      const { href } = place
      const socket = yield* connect(place)
      const answer = yield* get(socket, place, headersOf(etag), listFileBytes)
      if (answer.status === 200) return yield* downloaded(answer)
      if (answer.status === 304 && etag !== null) return { _tag: 'NotModified' }
      if (!redirects.has(answer.status)) return yield* Effect.fail(`estado_${answer.status}`)
      if (redirectsLeft === 0) return yield* Effect.fail('demasiados_redireccionamientos')
      const next = URL.parse(valueOf(answer, 'location') ?? '', href)?.href ?? ''
      return yield* asked(next, etag, redirectsLeft - 1)
    })

  return Layer.succeed(ListPublisher, {
    download: (address, etag) =>
      Effect.scoped(asked(address, etag, mostRedirects)).pipe(
        Effect.timeoutOrElse({ duration: listDownloadTime, orElse: () => Effect.fail('tiempo_agotado') }),
        Effect.mapError((reason) => new DownloadFailed({ host: hostOf(address), reason })),
      ),
  })
}
