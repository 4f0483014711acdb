import { isIP, connect as netConnect, type Socket, SocketAddress } from 'node:net'
import { type SecureContext, connect as tlsConnect } from 'node:tls'
import { Duration, Effect, type Scope } from 'effect'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { isPublicAddress } from '#domain/delivery/PublicAddress.ts'
import type { Network } from '#domain/network/Network.ts'
import { type Connector, opened, type Target } from './Connector.ts'
import { publicAddresses } from './Resolver.ts'
import { secureContextOf, verifying } from './Tls.ts'

type Dial = (address: string, port: number) => Socket

export interface InternetSettings {
  /** PEM certificates of authorities to trust in addition to Node's. */
  readonly extraCertificates?: ReadonlyArray<string>
  /** Name servers to use instead of the system's, as `address` or `address:port`. */
  readonly dnsServers?: ReadonlyArray<string>
  /** Networks to refuse even if they are public. */
  readonly deniedNetworks?: ReadonlyArray<Network>
  /** For tests: replaces how a checked address is dialled. */
  readonly dial?: Dial
}

/** How many addresses of a receiver are tried, and how long each has to accept. */
const dialled = 3
const dialTime = Duration.seconds(3)

const dialOverTcp: Dial = (host, port) => netConnect({ host, port, noDelay: true })

/** An address literal in the kernel's notation. */
const canonical = (address: string): string =>
  new SocketAddress({ address, family: isIP(address) === 6 ? 'ipv6' : 'ipv4' }).address

/** Accepts a socket only if its remote address is the checked one, in case something redirected it. */
const admitted = (
  socket: Socket,
  address: string,
  denied: ReadonlyArray<Network>,
): Effect.Effect<Socket, AttemptFailure> => {
  const { remoteAddress } = socket
  // The connection was reset right after it was accepted.
  if (remoteAddress === undefined) return Effect.fail('conexion_fallida')
  return isPublicAddress(remoteAddress, denied) && canonical(remoteAddress) === canonical(address)
    ? Effect.succeed(socket)
    : Effect.fail('direccion_no_publica')
}

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
 * Connects to hosts on the public Internet only. For each connection it resolves the name, checks all addresses, dials
 * a checked address literal, compares the remote address with it, and verifies TLS for the host. Only then HTTP is
 * sent.
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
