import { Effect, Layer, Option, type Scope } from 'effect'
import type { Connector } from '#adapters/egress/Connector.ts'
import type { Answer } from '#adapters/egress/Exchange.ts'
import { publicPlace } from '#adapters/egress/PublicPlace.ts'
import type { DeniedReceivers } from '#domain/delivery/WebhookUrl.ts'
import { listDownloadTime, listFileBytes } from '#domain/Limits.ts'
import { type Download, DownloadFailed, ListPublisher } from '#ports/ListPublisher.ts'
import { get, valueOf } from './Exchange.ts'
import { hashed, isOfOtherDigest } from './ToldDigest.ts'

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
