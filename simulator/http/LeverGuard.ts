import { isIP } from 'node:net'
import { Effect } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { isLoopbackAuthority } from '#domain/network/Loopback.ts'
import { errorAnswer } from '#http/Answers.ts'
import type { Settings } from '#simulator/Settings.ts'

type Exposure = Pick<Settings, 'exposeLevers' | 'hostName'>

/**
 * Whether levers may be called by this `Host`. A page can have its own name resolve to this machine, but it cannot have
 * an address do so.
 */
const isOwn = ({ exposeLevers, hostName }: Exposure, authority: string): boolean => {
  if (isLoopbackAuthority(authority)) return true
  const name = authority.replace(/:\d{1,5}$/, '').toLowerCase()
  const names = (hostName ?? '').toLowerCase().split(',')
  if (name !== '' && names.some((given) => given.trim() === name)) return true
  return exposeLevers && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

/**
 * Keeps other sites off the levers, which need no key: a page of another origin, open in the
 * developer's browser, and a name that was made to resolve to this machine. It stands around each
 * lever, behind the router: a path can be written in many ways.
 *
 * @param exposure whether levers were asked for beyond loopback, and by which names
 */
export const guarded =
  (exposure: Exposure) =>
  <E, R>(
    handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
      const { origin, host = '' } = headers
      const foreign = origin !== undefined && URL.parse(origin)?.host !== host
      return foreign || !isOwn(exposure, host) ? Effect.succeed(errorAnswer('peticion_invalida')) : handled
    })
