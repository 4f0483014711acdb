import { once } from 'node:events'
import { isIP, connect as netConnect, type Socket } from 'node:net'
import { type SecureContext, connect as tlsConnect } from 'node:tls'
import { Effect, Predicate } from 'effect'
import { Client, errors } from 'undici'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'

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

/** Why nothing came back that could be read, and what the runtime calls it, if it does; it quotes nothing of it. */
export interface Lost {
  readonly reason: 'sin_respuesta' | 'respuesta_excesiva' | 'respuesta_ilegible'
  readonly code: string | null
}

/** Header lines of one answer, and its body, in bytes. */
const headerBytes = 16_384
const answerBytes = 65_536
/** Everything that comes over the connection, interim answers and frames of chunks too. */
const connectionBytes = 2 * answerBytes

const excessive = 'COTEJO_ANSWER_TOO_LONG'
const excesses: ReadonlyArray<string | null> = [excessive, 'UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_EXCEEDED_MAX_SIZE']

const lostBy = (error: unknown): Lost => {
  const code = errorCodeOf(error)
  if (excesses.includes(code)) return { reason: 'respuesta_excesiva', code }
  return { reason: error instanceof errors.HTTPParserError ? 'respuesta_ilegible' : 'sin_respuesta', code }
}

/** TLS is verified each time, whatever NODE_TLS_REJECT_UNAUTHORIZED says. */
const dial = ({ url, secureContext }: Way): { readonly socket: Socket; readonly opened: Promise<unknown> } => {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const address = { host, port: Number(url.port) || (isSecure ? 443 : 80) }
  // The certificate is checked against the host; only a name can be a server name (RFC 6066, 3).
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const verified = { secureContext, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true }
  const socket = isSecure ? tlsConnect({ ...address, ...servername, ...verified }) : netConnect(address)
  return { socket, opened: once(socket, isSecure ? 'secureConnect' : 'connect') }
}

/** A connection for one call: nothing is pooled, so that everything that comes over it is counted. */
const connection = (way: Way) => {
  const sockets: Array<Socket> = []
  const client = new Client(way.url.origin, {
    // The deadline of the call is the only one; these would not stop a drip anyway.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: headerBytes,
    maxResponseSize: answerBytes,
    // Says `Connection: close`.
    pipelining: 0,
    allowH2: false,
    connect: (_, callback) => {
      const { socket, opened } = dial(way)
      sockets.push(socket)
      const watch = () => {
        if (socket.bytesRead > connectionBytes) socket.destroy(Object.assign(new Error(excessive), { code: excessive }))
      }
      opened.then(
        () => {
          callback(null, socket)
          // After undici's own listener, so that it has read what is counted.
          socket.on('readable', watch)
        },
        (error) => callback(error, null),
      )
    },
  })
  const close = () => {
    client.destroy(null, () => {})
    for (const socket of sockets) socket.destroy()
  }
  return { client, close }
}

const isJson = (contentType: unknown): boolean =>
  Predicate.isString(contentType) && /^application\/json\s*(?:;|$)/i.test(contentType)

const received = async (client: Client, base: URL, { path, headers, body }: Post): Promise<Received> => {
  const under = base.pathname.replace(/\/+$/, '')
  const answer = await client.request({ method: 'POST', path: under + path, headers, body })
  const { statusCode: status, headers: answered } = answer
  const retryAfter = answered['retry-after']
  const isRead = (status === 200 || status === 202) && isJson(answered['content-type'])
  return {
    status,
    retryAfter: Predicate.isString(retryAfter) ? retryAfter : null,
    json: isRead ? Buffer.concat(await answer.body.toArray()) : null,
  }
}

/**
 * Makes one POST over a connection of its own. Redirects are answers like any other, nothing is
 * decompressed. It takes as long as it takes; interrupted, the connection is destroyed.
 */
export const exchange = (way: Way, post: Post): Effect.Effect<Received, Lost> =>
  Effect.acquireUseRelease(
    Effect.sync(() => connection(way)),
    ({ client }) => Effect.tryPromise({ try: () => received(client, way.url, post), catch: lostBy }),
    ({ close }) => Effect.sync(close),
  )
