import type { IncomingMessage } from 'node:http'

/**
 * Bounds the pieces in which the body of a request comes: each chunk is one, however small, and is worked for apart.
 * They count also while nobody reads them.
 *
 * @param tooMany called with each piece beyond the most, which is dropped
 */
export const boundPieces = (message: IncomingMessage, most: number, tooMany: () => void): void => {
  let pieces = 0
  message.push = new Proxy(message.push, {
    apply: (push, self, args) => {
      // The end of a body comes as null, and is no piece of it.
      pieces += args[0] === null ? 0 : 1
      if (pieces <= most) return Reflect.apply(push, self, args)
      tooMany()
      return false
    },
  })
}
