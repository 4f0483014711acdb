import { connect as netConnect } from 'node:net'
import { type SecureContext, connect as tlsConnect } from 'node:tls'
import { Effect, Predicate } from 'effect'
import { opened } from '#adapters/egress/Connector.ts'
import { exchange as exchangeOver, type Head, type Lost, lostBy, type Reading } from '#adapters/egress/Exchange.ts'
import { verifying } from '#adapters/egress/Tls.ts'

/** The way to a provider. */
export interface Way {
  /** Its address, under which are the paths of the contract; over http there is no proof of who answers. */
  readonly url: URL
  /** Whom to trust over https, and the certificate to show. */
  readonly secureContext: SecureContext
}

export interface Post {
  /** Of the contract, as `/identidad/consultas`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back. */
export interface Received {
  readonly status: number
  /** As the provider wrote it; null when it did not, or not once. */
  readonly retryAfter: string | null
  /** The body of a 200 or 202 of type `application/json`; all others stay unread. */
  readonly json: Uint8Array | null
}

const answerBytes = 65_536

const isJson = (contentType: unknown): boolean =>
  Predicate.isString(contentType) && /^application\/json\s*(?:;|$)/i.test(contentType)

const isRead = ({ status, headers }: Head): boolean =>
  (status === 200 || status === 202) && isJson(headers['content-type'])

const reading: Reading = {
  body: (head) => (isRead(head) ? 'kept' : 'left'),
  bodyBytes: answerBytes,
  connectionBytes: 2 * answerBytes,
}

/** TLS is verified each time. */
const dial = ({ url, secureContext }: Way) => {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isSecure ? 443 : 80)
  return isSecure
    ? opened(() => tlsConnect({ port, ...verifying(secureContext, host) }), 'secureConnect', lostBy)
    : opened(() => netConnect({ host, port }), 'connect', lostBy)
}

/**
 * Makes one POST over a connection of its own. It takes as long as it takes; interrupted, the connection is destroyed.
 */
export const exchange = Effect.fnUntraced(function* (
  way: Way,
  { path, headers, body }: Post,
): Effect.fn.Return<Received, Lost> {
  const under = way.url.pathname.replace(/\/+$/, '')
  const post = { origin: way.url.origin, method: 'POST', path: under + path, headers, body } as const
  const answer = yield* Effect.scoped(Effect.flatMap(dial(way), (socket) => exchangeOver(socket, post, reading)))
  const retryAfter = answer.headers['retry-after']
  return {
    status: answer.status,
    retryAfter: Predicate.isString(retryAfter) ? retryAfter : null,
    json: isRead(answer) ? answer.body : null,
  }
})
