import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, type Host, silent } from '#test/support/dnsServer.ts'
import { type LoopbackInternet, loopbackInternet, openSockets, webhook } from '#test/support/loopbackInternet.ts'
import { answers, type Behaviour, drip, onRequest, type Receiver, receiver } from '#test/support/receivers.ts'

type ReceiverRow = readonly [what: string, drips: boolean, behaviour: Behaviour, noTls?: null]

const head = (status: string, ...headers: ReadonlyArray<string>) =>
  `${[`HTTP/1.1 ${status}`, ...headers].join('\r\n')}\r\n\r\n`
const chunked = 'Transfer-Encoding: chunked'
const nothing: Behaviour = () => {}
const drips = (text: string, piece: string) => onRequest(drip(text, piece))

const receiverRows: ReadonlyArray<ReceiverRow> = [
  ['that accepts and keeps silent', false, nothing, null],
  ['that drips in the handshake', true, drip('\x16\x03\x03\x40\0', '\x02'), null],
  ['that keeps silent after the handshake', false, nothing],
  ['that does not read', false, (socket) => socket.pause()],
  ['that drips in the status line', true, drips('HTTP/1.1 200 ', 'x')],
  ['that drips in the headers', true, drips('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
  ['that answers and does not end', false, answers(head('200 OK', 'Content-Length: 2'))],
  ['that answers much and does not end', false, answers(head('200 OK', 'Content-Length: 65536') + 'x'.repeat(65_535))],
  [
    'that answers all that is read and does not end',
    false,
    answers(head('200 OK', 'Content-Length: 65537') + 'x'.repeat(65_536)),
  ],
  ['that drips in the body', true, drips(head('200 OK', 'Content-Length: 1000'), 'x')],
  ['that drips in a chunk', true, drips(`${head('200 OK', chunked)}fff\r\n`, 'x')],
  ['that drips in a chunk’s length', true, drips(head('200 OK', chunked), '0')],
  ['that drips and never closes', true, drips(head('200 OK'), 'x')],
  ['that fails and drips', true, drips(head('500 Oh'), 'x')],
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

/** Hosts whose name servers never answer rightly; how long they are asked is c-ares' own affair. */
const mutes: ReadonlyArray<readonly [what: string, host: Host]> = [
  ['whose servers never answer', silent],
  ['whose servers answer somebody else', otherId],
  ['whose servers answer garbage', garbage],
]

let internet: LoopbackInternet
const receivers: Array<Receiver> = []
let honest: Receiver
let atRest = 0

beforeAll(async () => {
  atRest = openSockets()
  internet = await loopbackInternet()
  honest = await receiver(answers('HTTP/1.1 204 No Content\r\n\r\n'))
  for (const address of [v4, v6]) internet.route(address, honest.port)
  for (const address of mute) internet.route(address, () => new Socket())
})
afterAll(async () => {
  await Promise.all([internet.stop(), honest.stop(), ...receivers.map((each) => each.stop())])
})

/** What is true of an attempt that waits exactly this long for something that does not come. */
const goesOnAfter = async (seconds: number, attempt: Promise<unknown>): Promise<void> => {
  let isOver = false
  void attempt.then(() => {
    isOver = true
  })
  await internet.wait(seconds - 0.001)
  expect(isOver).toBe(false)
  await internet.wait(0.001)
}

/** Lets what has come into this process be read, which takes some turns of the event loop. */
const read = async (): Promise<void> => {
  for (let turns = 0; turns < 50; turns++) await setImmediate()
}

describe('a receiver', () => {
  it.each(receiverRows.map(([what, drips, behave, tls]) => ({ what, drips, behave, tls })))(
    '$what ends in tiempo_agotado, after 10 s',
    async ({ what, drips, behave, tls }) => {
      const one = await receiver(behave, tls === null ? { tls } : {})
      receivers.push(one)
      const [name, address] = [`receiver${receivers.length}.socio.mx`, `93.184.217.${receivers.length}`]
      internet.name(name, addresses(address))
      internet.route(address, one.port)
      const request = webhook(`https://${name}/`)
      const attempt = internet.attempt(
        what === 'that does not read' ? { ...request, body: Buffer.alloc(20_000_000) } : request,
      )
      await expect.poll(one.connections).toBe(1)
      await internet.wait(5)
      // A drip takes the attempt no further.
      const sent = one.sent()
      if (drips) await expect.poll(one.sent).toBeGreaterThan(sent)
      await goesOnAfter(5, attempt)
      expect(await attempt).toBe('tiempo_agotado')
    },
  )
})

describe('a host', () => {
  it.concurrent.each(mutes)('%s ends in nombre_sin_resolver', async (what, host) => {
    const name = `${mutes.findIndex(([other]) => other === what)}.mudo.mx`
    internet.name(name, host)
    expect(await internet.attempt(webhook(`https://${name}/`))).toBe('nombre_sin_resolver')
    const asked = internet.questions.filter((question) => question.endsWith(` ${name}`))
    if (host === silent) expect(asked.sort()).toEqual([`A ${name}`, `A ${name}`, `AAAA ${name}`, `AAAA ${name}`])
  })

  it.each([
    ['AAAA', onlyA, v4],
    ['A', onlyAaaa, v6],
  ])('whose %s is never answered is dialled after a second', async (_, host, address) => {
    const name = `only-${address.length}.socio.mx`
    internet.name(name, host)
    const attempt = internet.attempt(webhook(`https://${name}/`))
    await expect.poll(() => internet.questions.filter((question) => question.endsWith(name)).length).toBe(2)
    await read()
    await goesOnAfter(1, attempt)
    expect(await attempt).toBe(204)
    expect(internet.dialled.at(-1)).toBe(address)
  })

  it('whose first address never accepts is dialled at the next after 3 s', async () => {
    internet.name('uno.socio.mx', addresses(mute[0], v4))
    const attempt = internet.attempt(webhook('https://uno.socio.mx/'))
    await expect.poll(() => internet.dialled.at(-1)).toBe(mute[0])
    await goesOnAfter(3, attempt)
    expect(await attempt).toBe(204)
    expect(internet.dialled.slice(-2)).toEqual([mute[0], v4])
  })

  it('none of whose addresses ever accepts ends in conexion_fallida, after three of them', async () => {
    internet.name('tres.socio.mx', addresses(...mute, v4))
    const attempt = internet.attempt(webhook('https://tres.socio.mx/'))
    for (const address of mute) {
      await expect.poll(() => internet.dialled.at(-1)).toBe(address)
      await goesOnAfter(3, attempt)
    }
    expect(await attempt).toBe('conexion_fallida')
    expect(internet.dialled.slice(-3)).toEqual(mute)
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
