import { env } from 'node:process'

/**
 * Keeps requests to this machine from a proxy: with NODE_USE_ENV_PROXY=1, `fetch` sends even them to HTTP_PROXY. It
 * reads the exceptions at every request. Of the two names, it prefers the lower case.
 */
const name = 'no_proxy' in env ? 'no_proxy' : 'NO_PROXY'
const { [name]: given = '' } = env
Object.assign(env, { [name]: [...given.split(','), 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',') })
