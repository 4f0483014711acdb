import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import type { HttpServerRequest } from 'effect/http'
import { isLoopback, isLoopbackAuthority, isLoopbackOrigin } from '#domain/network/Loopback.ts'

/** A socket that listens for both families tells IPv4 as `::ffff:127.0.0.1`. */
const ipv4Of = (address: string): string => address.replace(/^::ffff:/, '')

/** What a proxy adds that passes the name on under which it was called. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Whether a request may come from a web page of somebody else, in the browser of whoever runs this
 * service on the own machine, perhaps under a name that was made to resolve here (DNS rebinding). A
 * browser names the page in `Origin`: only one of this machine may call, and only this machine. And a
 * connection to a loopback address has no business with another `Host`, unless a proxy beside us
 * passes it on. Anywhere else the host is a public name, and the key, which no browser adds by itself,
 * is what protects.
 */
export const isForeign = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const { headers } = request
  const calledLoopback = isLoopbackAuthority(headers['host'] ?? '')
  const { origin } = headers
  if (origin !== undefined) return !(calledLoopback && isLoopbackOrigin(origin))
  const { localAddress = '' } = NodeHttpServerRequest.toIncomingMessage(request).socket
  return !calledLoopback && isLoopback(ipv4Of(localAddress)) && !forwarding.some((name) => name in headers)
}
