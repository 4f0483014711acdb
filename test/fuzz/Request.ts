import { connections } from '#domain/Limits.ts'

/** A request as it goes over the wire, and all that the oracle knows of it. */
export interface Request {
  readonly method: string
  readonly target: string
  /** In the order sent, a character for each byte; without those that frame the body. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array | null
  /** How long the chunks of the body are; null sends it with `Content-Length`. */
  readonly chunks: number | null
}

/** Text as header bytes: the characters of its UTF-8, one for each byte. */
export const headerBytes = (text: string): string => Buffer.from(text).toString('latin1')

/** Every value of a header, without the blanks around it that are no part of it (RFC 9110, 5.5). */
export const valuesOf = ({ headers }: Request, name: string): ReadonlyArray<string> =>
  headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, ''))

export const headOf = ({ method, target, headers }: Request, ...framing: ReadonlyArray<string>): string =>
  [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), ...framing, '', ''].join(
    '\r\n',
  )

/** A body in chunks of this size, or larger ones where it would have more than it may, with its end. */
const chunked = (body: Uint8Array, wanted: number): Buffer => {
  const size = Math.max(wanted, Math.ceil(body.length / (connections.chunksOfBody / 2)))
  const starts = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => index * size)
  const parts = starts.flatMap((start) => {
    const part = body.subarray(start, start + size)
    return [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]
  })
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

/** The bytes of a request whose framing is right. */
export const encode = (request: Request): Buffer => {
  const { body, chunks } = request
  if (body === null) return Buffer.from(headOf(request), 'latin1')
  return chunks === null
    ? Buffer.concat([Buffer.from(headOf(request, `Content-Length: ${body.length}`), 'latin1'), body])
    : Buffer.concat([Buffer.from(headOf(request, 'Transfer-Encoding: chunked'), 'latin1'), chunked(body, chunks)])
}
