import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import type { HttpServerRequest } from 'effect/http'

const host = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?`
const loopbackHost = new RegExp(`^${host}$`, 'i')
const loopbackOrigin = new RegExp(`^https?://${host}$`, 'i')
const loopbackAddress = /^(?:(?:::ffff:)?127\.|::1$)/

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
  const calledLoopback = loopbackHost.test(headers['host'] ?? '')
  const { origin } = headers
  if (origin !== undefined) return !(calledLoopback && loopbackOrigin.test(origin))
  const { localAddress = '' } = NodeHttpServerRequest.toIncomingMessage(request).socket
  return !calledLoopback && loopbackAddress.test(localAddress) && !forwarding.some((name) => name in headers)
}
