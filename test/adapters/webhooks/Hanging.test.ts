import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, type Host, silent } from '#test/support/dnsServer.ts'
import {
  type Attempt,
  type End,
  type LoopbackInternet,
  loopbackInternet,
  openSockets,
  webhook,
} from '#test/support/loopbackInternet.ts'
import { answers, type Behaviour, drip, onRequest, type Receiver, receiver } from '#test/support/receivers.ts'

type ReceiverRow = readonly [what: string, end: End, behaviour: Behaviour, noTls?: null]

const head = (status: string, ...headers: ReadonlyArray<string>) =>
  `${[`HTTP/1.1 ${status}`, ...headers].join('\r\n')}\r\n\r\n`
const chunked = 'Transfer-Encoding: chunked'
const nothing: Behaviour = () => {}
const drips = (text: string, piece: string) => onRequest(drip(text, piece))

const receiverRows: ReadonlyArray<ReceiverRow> = [
  ['that accepts and keeps silent', 'tiempo_agotado', nothing, null],
  ['that drips in the handshake', 'tiempo_agotado', drip('\x16\x03\x03\x40\0', '\x02'), null],
  ['that keeps silent after the handshake', 'tiempo_agotado', nothing],
  ['that does not read', 'tiempo_agotado', (socket) => socket.pause()],
  ['that drips in the status line', 'tiempo_agotado', drips('HTTP/1.1 200 ', 'x')],
  ['that drips in the headers', 'tiempo_agotado', drips('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
  ['that answers and does not end', 'tiempo_agotado', answers(head('200 OK', 'Content-Length: 2'))],
  [
    'that answers much and does not end',
    'tiempo_agotado',
    answers(head('200 OK', 'Content-Length: 65536') + 'x'.repeat(65_535)),
  ],
  ['that drips in the body', 'tiempo_agotado', drips(head('200 OK', 'Content-Length: 1000'), 'x')],
  ['that drips in a chunk', 'tiempo_agotado', drips(`${head('200 OK', chunked)}fff\r\n`, 'x')],
  ['that drips in a chunk’s length', 'tiempo_agotado', drips(head('200 OK', chunked), '0')],
  ['that drips and never closes', 'tiempo_agotado', drips(head('200 OK'), 'x')],
  ['that fails and drips', 'tiempo_agotado', drips(head('500 Oh'), 'x')],
]

const v4 = '93.184.216.34'
const v6 = '2606:2800:220:1::34'
/** Lead to where nobody accepts a connection. */
const mute = ['93.184.218.1', '93.184.218.2', '93.184.218.3'] as const

const mangled =
  (mangle: (packet: Buffer) => Uint8Array): Host =>
  ({ packet }) =>
    mangle(Buffer.from(packet))
const otherId = mangled((packet) => packet.fill(0xff, 0, 2))
const garbage = mangled((packet) => packet.fill(0xff, 2))
const onlyA: Host = (question) => (question.family === 'A' ? addresses(v4)(question) : null)
const onlyAaaa: Host = (question) => (question.family === 'AAAA' ? addresses(v6)(question) : null)

type HostRow = readonly [
  what: string,
  end: End,
  host: Host,
  dialled: ReadonlyArray<string>,
  atLeast: number,
  atMost: number,
]

const hostRows: ReadonlyArray<HostRow> = [
  ['whose AAAA is never answered', 204, onlyA, [v4], 0.9, 2],
  ['whose A is never answered', 204, onlyAaaa, [v6], 0.9, 2],
  ['whose servers never answer', 'nombre_sin_resolver', silent, [], 2, 5.5],
  ['whose servers answer somebody else', 'nombre_sin_resolver', otherId, [], 2, 5.5],
  ['whose servers answer garbage', 'nombre_sin_resolver', garbage, [], 0, 5.5],
  ['whose first address never accepts', 204, addresses(mute[0], v4), [mute[0], v4], 2.9, 4],
  ['none of whose addresses ever accepts', 'conexion_fallida', addresses(...mute, v4), mute, 8.9, 10.2],
]

let internet: LoopbackInternet
let receivers: ReadonlyArray<Receiver> = []
let honest: Receiver
let attempts = new Map<string, Promise<Attempt>>()
let atRest = 0

// All of them hang at once, so that this takes as long as one of them.
beforeAll(async () => {
  atRest = openSockets()
  internet = await loopbackInternet()
  honest = await receiver(answers('HTTP/1.1 204 No Content\r\n\r\n'))
  for (const address of [v4, v6]) internet.route(address, honest.port)
  for (const address of mute) internet.route(address, () => new Socket())
  receivers = await Promise.all(receiverRows.map(([, , behave, tls]) => receiver(behave, tls === null ? { tls } : {})))
  for (const [index, { port }] of receivers.entries()) {
    internet.name(`receiver${index}.socio.mx`, addresses(`93.184.217.${index}`))
    internet.route(`93.184.217.${index}`, port)
  }
  for (const [index, [, , host]] of hostRows.entries()) internet.name(`host${index}.socio.mx`, host)

  const body = Buffer.alloc(20_000_000)
  attempts = new Map([
    ...receiverRows.map(([what], index) => {
      const request = webhook(`https://receiver${index}.socio.mx/`)
      return [what, internet.attempt(what === 'that does not read' ? { ...request, body } : request)] as const
    }),
    ...hostRows.map(([what], index) => [what, internet.attempt(webhook(`https://host${index}.socio.mx/`))] as const),
  ])
})
afterAll(async () => {
  await Promise.all([internet.stop(), honest.stop(), ...receivers.map((each) => each.stop())])
})

describe('a receiver', () => {
  it.each(receiverRows.map(([what, end]) => [what, end] as const))(
    '%s ends in %s, after 10 s and hardly more',
    async (what, expected) => {
      const { end, seconds } = (await attempts.get(what)) ?? {}
      expect(end).toBe(expected)
      expect(seconds).toBeGreaterThan(9.9)
      expect(seconds).toBeLessThan(10.5)
    },
  )
})

describe('a host', () => {
  it.each<HostRow>(hostRows)('%s ends in %s', async (what, expected, _host, _dialled, atLeast, atMost) => {
    const { end, seconds } = (await attempts.get(what)) ?? {}
    expect(end).toBe(expected)
    expect(seconds).toBeGreaterThan(atLeast)
    expect(seconds).toBeLessThan(atMost)
  })

  it('is dialled at three of its addresses at most', async () => {
    await Promise.all(attempts.values())
    const ofReceivers = receiverRows.map((_, index) => `93.184.217.${index}`)
    const expected = [...ofReceivers, ...hostRows.flatMap(([, , , dialled]) => dialled)]
    expect(internet.dialled.toSorted()).toEqual(expected.toSorted())
  })
})

describe('after all of this', () => {
  it('no connection is left open, and no descriptor', async () => {
    // Who does not read does not learn of the end either.
    const learning = receivers.filter((_, index) => receiverRows[index]?.[0] !== 'that does not read')
    await expect.poll(() => learning.reduce((sum, each) => sum + each.open(), 0)).toBe(0)
    await Promise.all([internet.stop(), honest.stop(), ...receivers.map((each) => each.stop())])
    await expect.poll(openSockets).toBeLessThanOrEqual(atRest)
  })
})
