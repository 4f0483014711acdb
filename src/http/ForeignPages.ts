import type { HttpServerRequest } from 'effect/http'
import { isLoopbackAuthority, isLoopbackOrigin } from '#domain/network/Loopback.ts'

/**
 * Whether a request comes from a web page of another site, in the browser of somebody who runs this service on their
 * own machine, perhaps under a name that was made to resolve here (DNS rebinding). Every browser names the page in
 * `Origin` with a POST. Only a page of this machine may call, and only this machine. Without `Origin` the `Host` says
 * nothing: the key, which no browser adds by itself, is what protects.
 */
export const isForeign = ({ headers: { host = '', origin } }: HttpServerRequest.HttpServerRequest): boolean =>
  origin !== undefined && !(isLoopbackAuthority(host) && isLoopbackOrigin(origin))
