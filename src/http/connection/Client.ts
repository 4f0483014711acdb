import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Effect, Option } from 'effect'
import type { HttpServerRequest } from 'effect/http'
import { type Address, isAmong, type Network, parseAddress, unmapped } from '#domain/network/Network.ts'
import { distinctHeaders } from './RequestHeaders.ts'

/** Who is behind a connection or a request, as far as an address tells. */

/** The address without zone, and one that names no port. */
const read = (text: string): Option.Option<Address> => Option.map(parseAddress(text.replace(/%.*$/s, '')), unmapped)

const withPort = /^(?:\[(?<bracketed>[^\]]+)\]|(?<quad>[\d.]+))(?::\d{1,5})?$/

/** `192.0.2.1`, `192.0.2.1:1234`, `2001:db8::1` or `[2001:db8::1]:1234`, as proxies write them. */
const readHop = (text: string): Option.Option<Address> => {
  const { bracketed, quad } = withPort.exec(text)?.groups ?? {}
  return read(bracketed ?? quad ?? text)
}

/**
 * The address that what comes from an address is counted for. Whoever has one address of IPv6 has the
 * 2^64 of its network.
 */
const counted = ({ family, bits }: Address): string => (family === 4 ? `4/${bits}` : `6/${bits >> 64n}`)

/** Addresses that cannot be distinguished are counted together. */
const nobody = 'unknown'

/**
 * Who calls.
 *
 * @param proxies whose word about an earlier address counts
 * @param peer the other end of the connection
 * @param forwarded every `X-Forwarded-For`: each proxy adds at the right whom it was called by
 * @returns the last address that is no such proxy
 */
export const clientOf = (
  proxies: ReadonlyArray<Network>,
  peer: string | undefined,
  forwarded: ReadonlyArray<string> = [],
): string => {
  let client = Option.getOrNull(read(peer ?? ''))
  if (client === null) return nobody
  const hops = forwarded.join(',').split(',')
  while (hops.length > 0 && isAmong(proxies, client)) {
    const hop = readHop(hops.pop()?.trim() ?? '')
    if (Option.isNone(hop)) break
    client = hop.value
  }
  return counted(client)
}

/** The proxies before this service. */
export const TrustedProxies = Context.Reference<ReadonlyArray<Network>>('cotejo/http/connection/TrustedProxies', {
  defaultValue: () => [],
})

/** The address that a request is counted for. */
export const addressing = Effect.map(
  TrustedProxies,
  (proxies) => (request: HttpServerRequest.HttpServerRequest) =>
    clientOf(
      proxies,
      NodeHttpServerRequest.toIncomingMessage(request).socket.remoteAddress,
      distinctHeaders(request)['x-forwarded-for'],
    ),
)

/** Whether the other end of a connection is one of these proxies, and so speaks for many. */
export const isProxy = (proxies: ReadonlyArray<Network>, peer: string | undefined): boolean =>
  Option.exists(read(peer ?? ''), (address) => isAmong(proxies, address))
