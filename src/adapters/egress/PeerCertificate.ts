import { once } from 'node:events'
import { type Socket, connect as tcpConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { Effect } from 'effect'
import { secureContextOf, verifying } from './Tls.ts'

/** A peer of the service, and how a call reaches it. */
export interface Peer {
  readonly url: string
  readonly authorities: ReadonlyArray<string>
  readonly own: { readonly cert: string; readonly key: string } | null
}

const ports: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }
const postgresPort = 5_432

/** Where a URL leads to, for a socket. An address of Postgres says in `sslmode` whether it is encrypted. */
export const addressOf = (url: string) => {
  const { protocol, hostname, port, searchParams } = new URL(url)
  const isPostgres = protocol.startsWith('postgres')
  const isEncrypted = isPostgres ? searchParams.get('sslmode') === 'verify-full' : protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return { isPostgres, isEncrypted, host, port: Number(port) || (ports[protocol] ?? postgresPort) }
}

/** Asks Postgres for TLS on an open connection. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const accepted = 'S'

const askForTls = async (socket: Socket): Promise<void> => {
  socket.write(sslRequest)
  const [answer] = await once(socket, 'data')
  if (String(answer) !== accepted) throw Object.assign(new Error('no TLS'), { code: 'NO_TLS' })
}

/**
 * Connects to a peer as a call would, and disconnects. Returns when the certificate that the peer shows expires, in epoch
 * milliseconds; null without TLS.
 */
export const shownExpiry = ({ url, authorities, own }: Peer): Effect.Effect<number | null, Error> =>
  Effect.callback((resume) => {
    const { isPostgres, isEncrypted, ...address } = addressOf(url)
    let socket = tcpConnect(address)
    const look = async (): Promise<number | null> => {
      await once(socket, 'connect')
      if (!isEncrypted) return null
      if (isPostgres) await askForTls(socket)
      const options = verifying(secureContextOf(authorities, own), address.host)
      const ALPNProtocols = isPostgres ? ['postgresql'] : options.ALPNProtocols
      const secured = tlsConnect({ ...options, ALPNProtocols, socket })
      socket = secured
      await once(secured, 'secureConnect')
      return Date.parse(secured.getPeerCertificate().valid_to)
    }
    look()
      .then(
        (expiry) => resume(Effect.succeed(expiry)),
        (error) => resume(Effect.fail(error)),
      )
      .finally(() => socket.destroy())
    return Effect.sync(() => socket.destroy())
  })
