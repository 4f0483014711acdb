import type { HttpServerRequest } from 'effect/http'
import { isLoopbackAuthority, isLoopbackOrigin } from '#domain/network/Loopback.ts'

/**
 * Whether a request comes from a web page of another site. Somebody who runs this service on their own machine may
 * visit such a page, and its name may resolve to this machine (DNS rebinding). Every browser sends the page's `Origin`
 * with a POST. Only a page of this machine may call, and only this machine. A request without `Origin` is protected by
 * the key, which no browser adds by itself.
 */
export const isForeign = ({ headers: { host = '', origin } }: HttpServerRequest.HttpServerRequest): boolean =>
  origin !== undefined && !(isLoopbackAuthority(host) && isLoopbackOrigin(origin))
