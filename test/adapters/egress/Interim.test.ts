import { expect, it } from 'vitest'
import { interimRewriter } from '#adapters/egress/Interim.ts'

/** The bytes as they are read, cut into chunks of this size. */
const rewritten = (text: string, size: number): string => {
  const bytes = Buffer.from(text, 'latin1')
  const rewrite = interimRewriter()
  for (let at = 0; at < bytes.length; at += size) rewrite(bytes.subarray(at, at + size))
  return bytes.toString('latin1')
}

const final = 'HTTP/1.1 204 No Content\r\nX: HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'

it.each([1, 2, 7, 1_000])('every interim response becomes a 102, read in chunks of %d bytes', (size) => {
  const interim = (status: number) => `HTTP/1.1 ${status} Word 100\r\nX: 100 101\r\nHTTP/1.1 100\r\n\r\n`
  const received = [100, 101, 102, 103, 199].map(interim).join('')
  expect(rewritten(received + final, size)).toBe(interim(102).repeat(5) + final)
})

it.each(['HTTP/1.1 200 OK\r\n\r\n', 'HTTP/1.1 1X0 No\r\n\r\n', 'SSH-2.0-O\n\n', ''])('%j keeps its meaning', (text) => {
  expect(rewritten(text, 1)).toBe(text.replace('1X0', '1X2'))
})
