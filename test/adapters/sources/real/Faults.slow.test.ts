import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSockets } from '#test/support/loopbackInternet.ts'
import { callSeconds, realSettings, startSources, type TestSources } from '#test/support/realSources.ts'
import {
  answers,
  answersAndEnds,
  answersAndResets,
  type Behaviour,
  drip,
  floods,
  onRequest,
  type Receiver,
  receiver,
} from '#test/support/receivers.ts'

const head = (...headers: ReadonlyArray<string>) => `${['HTTP/1.1 200 X', ...headers].join('\r\n')}\r\n\r\n`
const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'
const drips = (text: string, piece: string) => onRequest(drip(text, piece))
const much = Buffer.alloc(65_536, ' ')
const some = 'x'.repeat(1_000)
const header = 'A: b\r\n'.repeat(100)

/** What a provider does, and the word for it. */
type Row = readonly [what: string, result: string, behave: Behaviour]

/** What takes all the time that a call has; those that drip go on to the end. */
const silent: ReadonlyArray<readonly [what: string, drips: boolean, behave: Behaviour]> = [
  ['accepts and keeps silent', false, () => {}],
  ['does not read', false, (socket) => socket.pause()],
  ['drips in the status line', true, drips('HTTP/1.1 200 ', 'x')],
  ['drips in the headers', true, drips('HTTP/1.1 200 X\r\n', 'A: b\r\n')],
  ['drips in the body', true, drips(head(json, 'Content-Length: 1000'), ' ')],
  ['drips in a chunk', true, drips(`${head(json, chunked)}fff\r\n{`, ' ')],
  ['answers and does not end', false, answers(`${head(json)}{}`)],
  ['only gives hints', true, drips('HTTP/1.1 103 X\r\n\r\n', 'HTTP/1.1 103 X\r\n\r\n')],
]

const broken: ReadonlyArray<Row> = [
  ['resets at once', 'sin_respuesta', (_, raw) => void raw.resetAndDestroy()],
  ['ends at once', 'sin_respuesta', (socket) => void socket.end()],
  ['ends without an answer', 'sin_respuesta', answersAndEnds('')],
  ['resets without an answer', 'sin_respuesta', onRequest((_, raw) => void raw.resetAndDestroy())],
  ['ends in the headers', 'sin_respuesta', answersAndEnds('HTTP/1.1 200 X\r\nA: b')],
  ['resets in the headers', 'sin_respuesta', answersAndResets('HTTP/1.1 200 X\r\nA: b')],
  ['ends in the body', 'sin_respuesta', answersAndEnds(`${head(json, 'Content-Length: 99')}{}`)],
  ['resets in the body', 'sin_respuesta', answersAndResets(`${head(json, 'Content-Length: 99')}{}`)],
  ['ends in a chunk', 'sin_respuesta', answersAndEnds(`${head(json, chunked)}9\r\n{}`)],
  ['has two lengths', 'sin_respuesta', answers(head('Content-Length: 2', chunked))],
  ['wants more', 'sin_respuesta', answersAndEnds('HTTP/1.1 100 Continue\r\n\r\n')],
  ['upgrades', 'sin_respuesta', answersAndEnds('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')],
]

const garbled: ReadonlyArray<Row> = [
  ['speaks something else', 'respuesta_ilegible', answersAndEnds('220 smtp ready\r\n')],
  ['speaks TLS', 'respuesta_ilegible', answersAndEnds('\x15\x03\x03\0\x02\x02\x28')],
  ['speaks HTTP/2', 'respuesta_ilegible', answers('\0\0\0\x04\0\0\0\0\0'.repeat(8))],
  ['speaks at random', 'respuesta_ilegible', onRequest((socket) => socket.end(randomBytes(2_000)))],
  ['has NUL in a header', 'respuesta_ilegible', answers(head('A: \0'))],
  ['has no status', 'respuesta_ilegible', answers('HTTP/1.1 OK\r\n\r\n')],
  ['answers in HTML', 'respuesta_ilegible', answersAndEnds(`${head('Content-Type: text/html')}<html>`)],
  ['answers with nothing', 'respuesta_ilegible', answers(head(json, 'Content-Length: 0'))],
  ['answers HTML without end', 'respuesta_ilegible', floods(head('Content-Type: text/html'), much)],
]

const excessive: ReadonlyArray<Row> = [
  ['answers without end', 'respuesta_excesiva', floods(head(json), much)],
  ['answers without end in chunks', 'respuesta_excesiva', floods(head(json, chunked), `10000\r\n${much}\r\n`)],
  ['answers 10 GB', 'respuesta_excesiva', floods(head(json, 'Content-Length: 10000000000'), much)],
  ['answers a byte too much', 'respuesta_excesiva', answersAndEnds(`${head(json)}${much} `)],
  ['has a chunk without end', 'respuesta_excesiva', floods(`${head(json, chunked)}2;a=`, some)],
  ['has a huge header', 'respuesta_excesiva', answers(head(`A: ${'x'.repeat(20_000)}`))],
  ['has many headers', 'respuesta_excesiva', floods('HTTP/1.1 200 X\r\n', header)],
  ['has a reason without end', 'respuesta_excesiva', floods('HTTP/1.1 200 ', some)],
  ['has trailers without end', 'respuesta_excesiva', floods(`${head(json, chunked)}0\r\n`, header)],
  ['hints without end', 'respuesta_excesiva', floods('', 'HTTP/1.1 103 X\r\nLink: </a>\r\n\r\n')],
]

const rows = [...broken, ...garbled, ...excessive]
const named = ['identidad', 'judicial'] as const

/** Twice what an answer may have, and what one read brings beyond that. */
const bytes = 2 * 65_536 + 65_536

let atRest = 0
const receivers: Array<Receiver> = []
const adapters: Array<TestSources> = []
const dialled: Array<Socket> = []
const note = (message: unknown) => {
  if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket)
    dialled.push(message.socket)
}

const over = (source: 'identidad' | 'judicial', url: string): TestSources => {
  const sources = startSources(realSettings({ [source]: url }))
  adapters.push(sources)
  return sources
}
const facing = async (behave: Behaviour): Promise<Receiver> => {
  const one = await receiver(behave, { tls: null })
  receivers.push(one)
  return one
}
const urlOf = ({ port }: Receiver) => `http://127.0.0.1:${port}`

beforeAll(() => {
  atRest = openSockets()
  subscribe('net.client.socket', note)
})
afterAll(async () => {
  unsubscribe('net.client.socket', note)
  await Promise.all([...adapters, ...receivers].map((each) => each.stop()))
})

describe.each(named)('a provider of the source %s', (source) => {
  it.each(rows)('that %s is asked again: %s', async (_, result, behave) => {
    const sources = over(source, urlOf(await facing(behave)))
    // No time passes: the deadline of the call cannot be what ended it.
    expect(await sources.ask(source)).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe(result)
  })

  it.each(silent)(
    'that %s is asked again when the time of the call is over: tiempo_agotado',
    async (_, drips, behave) => {
      const one = await facing(behave)
      const sources = over(source, urlOf(one))
      const reply = sources.ask(source)
      await expect.poll(one.connections).toBe(1)
      await sources.wait(callSeconds / 2)
      const heard = dialled.at(-1)?.bytesRead ?? 0
      if (drips) await expect.poll(() => dialled.at(-1)?.bytesRead).toBeGreaterThan(heard)
      await sources.wait(callSeconds / 2 - 0.001)
      expect(sources.lastResult()).toBeUndefined()
      await sources.wait(0.001)
      expect(await reply).toMatchObject({ _tag: 'NotYet' })
      expect(sources.lastResult()).toBe('tiempo_agotado')
    },
  )

  it('that refuses connections is asked again: sin_respuesta', async () => {
    const gone = await receiver(() => {}, { tls: null })
    await gone.stop()
    const sources = over(source, urlOf(gone))
    expect(await sources.ask(source)).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('sin_respuesta')
    expect(sources.log().at(-1)).toContain("code: 'ECONNREFUSED'")
  })

  it('whose name leads nowhere is asked again: sin_respuesta', async () => {
    const sources = over(source, 'http://proveedor.invalid')
    expect(await sources.ask(source)).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('sin_respuesta')
  })
})

describe('whatever a provider sends', () => {
  it('is read up to the cap, over one connection for one call', () => {
    expect(dialled.length).toBeGreaterThanOrEqual(named.length * (rows.length + silent.length))
    expect(receivers.map((one) => one.connections())).toEqual(receivers.map(() => 1))
    expect(Math.max(...dialled.map((socket) => socket.bytesRead))).toBeLessThanOrEqual(bytes)
  })

  it('leaves no connection open', async () => {
    await Promise.all(adapters.map((each) => each.stop()))
    expect(dialled.filter((socket) => !socket.destroyed)).toEqual([])
    await Promise.all(receivers.map((each) => each.stop()))
    await expect.poll(openSockets).toBeLessThanOrEqual(atRest)
  })
})
