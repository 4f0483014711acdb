import { connect as netConnect } from 'node:net'
import { type SecureContext, connect as tlsConnect } from 'node:tls'
import { Effect, Predicate } from 'effect'
import { opened } from '#adapters/egress/Connector.ts'
import { exchange as exchangeOver, type Head, type Lost, lostBy, type Reading } from '#adapters/egress/Exchange.ts'
import { verifying } from '#adapters/egress/Tls.ts'

export interface Way {
  /** Its address, below which the contract's paths are. Over http the provider's identity is not verified. */
  readonly url: URL
  /** The authorities to trust over https, and the certificate to present. */
  readonly secureContext: SecureContext
}

export interface Post {
  /** The contract's path, for example `/identidad/consultas`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Received {
  readonly status: number
  /** The provider's text; null if the header is absent or repeated. */
  readonly retryAfter: string | null
  /** The body of a 200 or 202 with type `application/json`. Other bodies are not read. */
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

/** Verifies TLS for each connection. */
const dial = ({ url, secureContext }: Way) => {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isSecure ? 443 : 80)
  return isSecure
    ? opened(() => tlsConnect({ port, ...verifying(secureContext, host) }), 'secureConnect', lostBy)
    : opened(() => netConnect({ host, port }), 'connect', lostBy)
}

/** Makes one POST over its own connection. It has no deadline; interruption destroys the connection. */
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
