import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'

/**
 * The parts of undici that are used. Its cache and its decompression need a newer Node than the packages do.
 */
export const leanUndici: Plugin = {
  name: 'lean-undici',
  resolveId: (id) => (id === 'undici' ? '\0undici' : null),
  load: (id) => {
    if (id !== '\0undici') return null
    const from = (path: string) => JSON.stringify(resolve('node_modules/undici/lib', path))
    return `
      import Agent from ${from('dispatcher/agent.js')}
      import Client from ${from('dispatcher/client.js')}
      import Dispatcher from ${from('dispatcher/dispatcher.js')}
      import errors from ${from('core/errors.js')}
      import api from ${from('api/index.js')}
      Object.assign(Dispatcher.prototype, api)
      export { Agent, Client, Dispatcher, errors }`
  },
}
