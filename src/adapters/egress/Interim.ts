import type { Socket } from 'node:net'

const [newline, carriageReturn] = [0x0a, 0x0d]
const [zero, one, two, nine] = [0x30, 0x31, 0x32, 0x39]
/** Where the status begins in `HTTP/1.1 100 Continue`. */
const statusAt = 9

/**
 * Makes interim responses (1xx) harmless before undici parses them. undici skips most of them, but closes the connection
 * at a 100 or 101 that was not asked for. RFC 9110, 15.2, lets a server send any of them, so each becomes a 102.
 *
 * @returns rewrites the next bytes of a response in place
 */
export const interimRewriter = () => {
  let isInterim = true
  let isStatusLine = true
  let column = 0
  return (bytes: Uint8Array): void => {
    for (let index = 0; isInterim && index < bytes.length; index += 1) {
      const byte = bytes[index]
      if (byte === newline) {
        // An empty line ends the header lines of an interim response. Another response follows.
        isStatusLine = column === 0
        column = 0
        continue
      }
      if (byte === carriageReturn) continue
      const isDigit = byte !== undefined && byte >= zero && byte <= nine
      if (isStatusLine && column === statusAt) isInterim = byte === one
      if (isStatusLine && column === statusAt + 1 && isDigit) bytes[index] = zero
      if (isStatusLine && column === statusAt + 2 && isDigit) bytes[index] = two
      column += 1
    }
  }
}

/** Rewrites the interim responses that are read from a socket. Call the result before each request. */
export const rewriteInterim = (socket: Socket): (() => void) => {
  let rewrite = interimRewriter()
  const read = socket.read.bind(socket)
  socket.read = (size) => {
    const bytes = read(size)
    if (bytes instanceof Uint8Array) rewrite(bytes)
    return bytes
  }
  return () => {
    rewrite = interimRewriter()
  }
}
