import fc from 'fast-check'
import { listed } from '#test/fuzz/listed.ts'
import { encode, type Request } from '#test/fuzz/Request.ts'
import type { Case } from './Case.ts'
import { rightRequest } from './Drawing.ts'
import { talking } from './Talking.ts'

/** Request lines and headers that are written as nobody writes them. */

/** The bytes before the body, in which `\r\n` ends a line. */
type Change = (head: string) => string

interface Shape {
  readonly label: string
  readonly change: Change
  /** It may be answered as if nothing were changed. */
  readonly isTaken: boolean
  /** How the HTTP server may refuse it. */
  readonly statuses: ReadonlyArray<number>
}

const refused = (label: string, change: Change, status = 400): Shape => ({
  label,
  change,
  isTaken: false,
  statuses: [status],
})
const taken = (label: string, change: Change): Shape => ({ label, change, isTaken: true, statuses: [] })
const doubtful = (label: string, change: Change, ...statuses: ReadonlyArray<number>): Shape => ({
  label,
  change,
  isTaken: true,
  statuses,
})

const withLine =
  (line: string): Change =>
  (head) =>
    `${head}\r\n${line}`
const withFirst =
  (line: string): Change =>
  (head) =>
    head.replace('\r\n', `\r\n${line}\r\n`)
const asVersion =
  (version: string): Change =>
  (head) =>
    head.replace(' HTTP/1.1', version)
const withHost =
  (line: string): Change =>
  (head) =>
    head.replace('Host: sandbox\r\n', line)

const tiny = (count: number): string => Array.from({ length: count }, () => 'a:b').join('\r\n')

const noHeaders = [
  'X\0: v',
  'X-A: a\0b',
  'X-A: a\rb',
  'X-A: \x01',
  'X-A: \x7f',
  ...listed('X Y: 1 | : v | X-A : v | nonsense | X"A: v | (x): v | X\x80: v'),
]

const headers: ReadonlyArray<Shape> = [
  ...noHeaders.map((line) => refused('no header', withLine(line))),
  ...['X-A: a\r\n b', 'X-A: a\r\n\tb', 'X-A:\r\n a'].map((line) => doubtful('a fold', withLine(line), 400)),
  refused('a fold at the start', withFirst(' X-A: a')),
  taken('an empty header', withLine('X-Zarquixtl:')),
  taken('no blank after the colon', withLine('X-Zarquixtl:1')),
  taken('other bytes in a header', withLine('X-Zarquixtl: \x80\xff\xa0')),
  taken('hop-by-hop headers', withLine('Connection: Authorization, Idempotency-Key\r\nTE: trailers')),
  ...['websocket', 'h2c', 'Zarquixtl'].map((protocol) =>
    taken('Upgrade', withLine(`Upgrade: ${protocol}\r\nConnection: Upgrade, HTTP2-Settings`)),
  ),
  refused('bare line feeds', (head) => head.replaceAll('\r\n', '\n')),
  refused('bare carriage returns', (head) => head.replaceAll('\r\n', '\r')),
  doubtful('line ends ahead', (head) => `\r\n\r\n${head}`, 400),
  refused('a blank ahead', (head) => ` ${head}`),
]

const sizes: ReadonlyArray<Shape> = [
  taken('headers of 15 KB', withLine(`X-Zarquixtl: ${'a'.repeat(14_000)}`)),
  refused('a header over 16 KB', withLine(`X-Zarquixtl: ${'a'.repeat(16_500)}`), 431),
  refused('headers over 16 KB', withLine(tiny(4_000)), 431),
  taken('200 headers', withFirst(tiny(200))),
  doubtful('2,500 headers', withLine(tiny(2_500)), 431),
  doubtful('2,500 headers ahead', withFirst(tiny(2_500)), 431),
]

const noMethods = ['GET\t', 'POST\x0b', '\0', '', ...listed('post | Post | FOO | P\xd6ST')]

const lines: ReadonlyArray<Shape> = [
  ...noMethods.map((method) => refused('no method', (head) => head.replace(/^POST/, method))),
  refused('CONNECT', () => 'CONNECT zarquixtl.mx:443 HTTP/1.1\r\nHost: zarquixtl.mx:443'),
  ...[' HTTP/1.1 x', ' HTTP/1.1\0', ...[' HTTP/3.7', ' HTTP/1.10', ' HTTP/11', ' HTP/1.1', ' http/1.1']].map(
    (version) => refused('another version', asVersion(version)),
  ),
  ...[' HTTP/0.9', ' HTTP/2.0', ' ', ''].map((version) => doubtful('another version', asVersion(version), 400, 505)),
  taken('HTTP/1.0', asVersion(' HTTP/1.0')),
  taken('HTTP/1.0 without Host', (head) => withHost('')(asVersion(' HTTP/1.0')(head))),
  refused('no Host', withHost('')),
  refused('two Hosts', withHost('Host: sandbox\r\nHost: sandbox\r\n')),
  ...['', 'a b', 'Zarquixtl', '[', 'a:b:c', '127.0.0.1:99999'].map((host) =>
    doubtful('another Host', withHost(`Host: ${host}\r\n`), 400),
  ),
]

const inHead = (request: Request, change: Change): Buffer => {
  const bytes = encode(request).toString('latin1')
  const end = bytes.indexOf('\r\n\r\n')
  return Buffer.from(change(bytes.slice(0, end)) + bytes.slice(end), 'latin1')
}

export const heads: fc.Arbitrary<Case> = fc
  .tuple(rightRequest, fc.constantFrom(...headers, ...sizes, ...lines))
  .map(([drawn, { label, change, isTaken, statuses }]) =>
    talking(label, async (conversation, lane) => {
      const request = drawn(lane, isTaken ? 'ample' : 'broke')
      conversation.say(inHead(request, change))
      await conversation.hear({ ...(isTaken ? { request } : {}), statuses })
    }),
  )
