import { IncomingMessage } from 'node:http'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Option } from 'effect'
import type { HttpServerRequest } from 'effect/http'
import { type Address, isAmong, type Network, parseAddress, unmapped } from '#domain/network/Network.ts'

/** Every value of each header, in the order received; names in lower case. */
export type DistinctHeaders = { readonly [name: string]: ReadonlyArray<string> | undefined }

/** Every value of every header. Node's `headers` would join or hide repeated ones. */
export const distinctHeaders = (request: HttpServerRequest.HttpServerRequest): DistinctHeaders => {
  const message = NodeHttpServerRequest.toIncomingMessage(request)
  return message instanceof IncomingMessage ? message.headersDistinct : {}
}

/** Identifies the client behind a connection or a request by its address. */

/** Reads an address without a port; its zone is dropped. */
const read = (text: string): Option.Option<Address> => Option.map(parseAddress(text.replace(/%.*$/s, '')), unmapped)

const withPort = /^(?:\[(?<bracketed>[^\]]+)\]|(?<quad>[\d.]+))(?::\d{1,5})?$/

/** `192.0.2.1`, `192.0.2.1:1234`, `2001:db8::1` or `[2001:db8::1]:1234`, as proxies write them. */
const readHop = (text: string): Option.Option<Address> => {
  const { bracketed, quad } = withPort.exec(text)?.groups ?? {}
  return read(bracketed ?? quad ?? text)
}

/** The address that requests count against. One client may own a whole /64 of IPv6, so its addresses count together. */
const counted = ({ family, bits }: Address): string => (family === 4 ? `4/${bits}` : `6/${bits >> 64n}`)

/** Addresses that cannot be read count together. */
const nobody = 'unknown'

/**
 * The client's address.
 *
 * @param proxies trusted proxies: their `X-Forwarded-For` is believed
 * @param peer the address of the connection
 * @param forwarded all `X-Forwarded-For` headers; each proxy appends its caller's address at the right
 * @returns the last address that is not a trusted proxy
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

/** Trusted proxies in front of this service. */
export const TrustedProxies = Context.Reference<ReadonlyArray<Network>>('cotejo/http/connection/TrustedProxies', {
  defaultValue: () => [],
})

/** Whether a connection comes from a trusted proxy, which serves many clients. */
export const isProxy = (proxies: ReadonlyArray<Network>, peer: string | undefined): boolean =>
  Option.exists(read(peer ?? ''), (address) => isAmong(proxies, address))
