import type { IncomingMessage } from 'node:http'

/**
 * Watches the pieces in which the body of a request comes: each chunk is one, however small, and takes work and memory
 * of its own. They are seen also while nobody reads them.
 *
 * @param takes whether a piece of this many bytes is taken; one that is not is dropped
 */
export const watchPieces = (message: IncomingMessage, takes: (bytes: number) => boolean): void => {
  message.push = new Proxy(message.push, {
    apply: (push, self, args) => {
      const [piece] = args
      // The end of a body comes as null, and is no piece of it.
      return (piece === null || takes(piece.length)) && Reflect.apply(push, self, args)
    },
  })
}

/**
 * Bounds the pieces of a body.
 *
 * @param tooMany called with each piece beyond the most, which is dropped
 */
export const boundPieces = (message: IncomingMessage, most: number, tooMany: () => void): void => {
  let pieces = 0
  watchPieces(message, () => {
    pieces += 1
    if (pieces > most) tooMany()
    return pieces <= most
  })
}
