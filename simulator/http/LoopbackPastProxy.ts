import { env } from 'node:process'

/**
 * Keeps requests to this machine from a proxy: with NODE_USE_ENV_PROXY=1, `fetch` sends even them to HTTP_PROXY. It
 * reads the exceptions at every request. Of the two names, it prefers the lower case.
 */
export const passProxyForLoopback = (): void => {
  const name = 'no_proxy' in env ? 'no_proxy' : 'NO_PROXY'
  const { [name]: given = '' } = env
  const exceptions = new Set([...given.split(','), 'localhost', '127.0.0.1', '[::1]'])
  exceptions.delete('')
  Object.assign(env, { [name]: [...exceptions].join(',') })
}
