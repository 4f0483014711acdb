import { isIP, connect as netConnect, type Socket, SocketAddress } from 'node:net'
import { type SecureContext, connect as tlsConnect } from 'node:tls'
import { Duration, Effect, type Scope } from 'effect'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { isPublicAddress } from '#domain/delivery/PublicAddress.ts'
import type { Network } from '#domain/network/Network.ts'
import { type Connector, opened, type Target } from './Connector.ts'
import { publicAddresses } from './Resolver.ts'
import { secureContextOf, verifying } from './Tls.ts'

/** Begins a connection to an address literal. */
type Dial = (address: string, port: number) => Socket

export interface InternetSettings {
  /** Certificates of authorities, in PEM, that are trusted besides those that Node trusts. */
  readonly extraCertificates?: ReadonlyArray<string>
  /** Name servers, as `address` or `address:port`, in place of the system's. */
  readonly dnsServers?: ReadonlyArray<string>
  /** Networks that are refused as if they were not public. */
  readonly deniedNetworks?: ReadonlyArray<Network>
  /** For tests: how a vetted address is dialled. */
  readonly dial?: Dial
}

/** Addresses of one receiver that are dialled in turn, and how long each has to accept. */
const dialled = 3
const dialTime = Duration.seconds(3)

const dialOverTcp: Dial = (host, port) => netConnect({ host, port, noDelay: true })

/** An address literal as the kernel writes it. */
const canonical = (address: string): string =>
  new SocketAddress({ address, family: isIP(address) === 6 ? 'ipv6' : 'ipv4' }).address

/** Admits a socket whose other end is the address that was vetted, and no other one that something put in its place. */
const admitted = (
  socket: Socket,
  address: string,
  denied: ReadonlyArray<Network>,
): Effect.Effect<Socket, AttemptFailure> => {
  const { remoteAddress } = socket
  // No other end any more: it was reset as soon as it was accepted.
  if (remoteAddress === undefined) return Effect.fail('conexion_fallida')
  return isPublicAddress(remoteAddress, denied) && canonical(remoteAddress) === canonical(address)
    ? Effect.succeed(socket)
    : Effect.fail('direccion_no_publica')
}

/** Connects to the first of these addresses that accepts. */
const reach = (
  dial: Dial,
  [address = '', ...others]: ReadonlyArray<string>,
  port: number,
  denied: ReadonlyArray<Network>,
): Effect.Effect<Socket, AttemptFailure, Scope.Scope> =>
  opened(
    () => dial(address, port),
    'connect',
    () => 'conexion_fallida' as const,
  ).pipe(
    Effect.timeoutOrElse({ duration: dialTime, orElse: () => Effect.fail('conexion_fallida' as const) }),
    Effect.flatMap((socket) => admitted(socket, address, denied)),
    Effect.catch((failure) =>
      failure === 'conexion_fallida' && others.length > 0 ? reach(dial, others, port, denied) : Effect.fail(failure),
    ),
  )

const secured = (secureContext: SecureContext, socket: Socket, host: string) =>
  opened(
    () => tlsConnect({ socket, ...verifying(secureContext, host) }),
    'secureConnect',
    () => 'tls_rechazado' as const,
  )

/**
 * The way to hosts on the public Internet, and to nothing else: names are resolved each time, all their
 * addresses vetted, a vetted literal dialled, the other end compared with it, and TLS verified for the
 * host, before a byte of HTTP is sent.
 */
export const internet = (settings: InternetSettings = {}): Connector => {
  const { extraCertificates = [], dnsServers = [], deniedNetworks = [], dial = dialOverTcp } = settings
  const addressesOf = publicAddresses(dnsServers, deniedNetworks)
  const secureContext = secureContextOf(extraCertificates)
  return Effect.fnUntraced(function* ({ host, port }: Target) {
    const addresses = yield* addressesOf(host)
    const socket = yield* reach(dial, addresses.slice(0, dialled), port, deniedNetworks)
    return yield* secured(secureContext, socket, host)
  })
}
