import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '#ports/Sources.ts'
import { openSockets } from '#test/support/loopbackInternet.ts'
import { found, provider } from '#test/support/providers.ts'
import { realSettings, startSources, type TestSources } from '#test/support/realSources.ts'
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

/** What a provider does, the word for it, and whether it takes all the time that a call has. */
type Row = readonly [what: string, result: string, isSlow: boolean, behave: Behaviour]

const silent: ReadonlyArray<Row> = [
  ['accepts and keeps silent', 'tiempo_agotado', true, () => {}],
  ['does not read', 'tiempo_agotado', true, (socket) => socket.pause()],
  ['drips in the status line', 'tiempo_agotado', true, drips('HTTP/1.1 200 ', 'x')],
  ['drips in the headers', 'tiempo_agotado', true, drips('HTTP/1.1 200 X\r\n', 'A: b\r\n')],
  ['drips in the body', 'tiempo_agotado', true, drips(head(json, 'Content-Length: 1000'), ' ')],
  ['drips in a chunk', 'tiempo_agotado', true, drips(`${head(json, chunked)}fff\r\n{`, ' ')],
  ['answers and does not end', 'tiempo_agotado', true, answers(`${head(json)}{}`)],
  ['only gives hints', 'tiempo_agotado', true, drips('HTTP/1.1 103 X\r\n\r\n', 'HTTP/1.1 103 X\r\n\r\n')],
]

const broken: ReadonlyArray<Row> = [
  ['resets at once', 'sin_respuesta', false, (_, raw) => void raw.resetAndDestroy()],
  ['ends at once', 'sin_respuesta', false, (socket) => void socket.end()],
  ['ends without an answer', 'sin_respuesta', false, answersAndEnds('')],
  ['resets without an answer', 'sin_respuesta', false, onRequest((_, raw) => void raw.resetAndDestroy())],
  ['ends in the headers', 'sin_respuesta', false, answersAndEnds('HTTP/1.1 200 X\r\nA: b')],
  ['resets in the headers', 'sin_respuesta', false, answersAndResets('HTTP/1.1 200 X\r\nA: b')],
  ['ends in the body', 'sin_respuesta', false, answersAndEnds(`${head(json, 'Content-Length: 99')}{}`)],
  ['resets in the body', 'sin_respuesta', false, answersAndResets(`${head(json, 'Content-Length: 99')}{}`)],
  ['ends in a chunk', 'sin_respuesta', false, answersAndEnds(`${head(json, chunked)}9\r\n{}`)],
  ['has two lengths', 'sin_respuesta', false, answers(head('Content-Length: 2', chunked))],
  ['wants more', 'sin_respuesta', false, answers('HTTP/1.1 100 Continue\r\n\r\n')],
  ['upgrades', 'sin_respuesta', false, answers('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')],
]

const garbled: ReadonlyArray<Row> = [
  ['speaks something else', 'respuesta_ilegible', false, answersAndEnds('220 smtp ready\r\n')],
  ['speaks TLS', 'respuesta_ilegible', false, answersAndEnds('\x15\x03\x03\0\x02\x02\x28')],
  ['speaks HTTP/2', 'respuesta_ilegible', false, answers('\0\0\0\x04\0\0\0\0\0'.repeat(8))],
  ['speaks at random', 'respuesta_ilegible', false, onRequest((socket) => socket.end(randomBytes(2_000)))],
  ['has NUL in a header', 'respuesta_ilegible', false, answers(head('A: \0'))],
  ['has no status', 'respuesta_ilegible', false, answers('HTTP/1.1 OK\r\n\r\n')],
  ['answers in HTML', 'respuesta_ilegible', false, answersAndEnds(`${head('Content-Type: text/html')}<html>`)],
  ['answers with nothing', 'respuesta_ilegible', false, answers(head(json, 'Content-Length: 0'))],
  ['answers HTML without end', 'respuesta_ilegible', false, floods(head('Content-Type: text/html'), much)],
]

const excessive: ReadonlyArray<Row> = [
  ['answers without end', 'respuesta_excesiva', false, floods(head(json), much)],
  ['answers without end in chunks', 'respuesta_excesiva', false, floods(head(json, chunked), `10000\r\n${much}\r\n`)],
  ['answers 10 GB', 'respuesta_excesiva', false, floods(head(json, 'Content-Length: 10000000000'), much)],
  ['answers a byte too much', 'respuesta_excesiva', false, answersAndEnds(`${head(json)}${much} `)],
  ['has a chunk without end', 'respuesta_excesiva', false, floods(`${head(json, chunked)}2;a=`, some)],
  ['has a huge header', 'respuesta_excesiva', false, answers(head(`A: ${'x'.repeat(20_000)}`))],
  ['has many headers', 'respuesta_excesiva', false, floods('HTTP/1.1 200 X\r\n', header)],
  ['has a reason without end', 'respuesta_excesiva', false, floods('HTTP/1.1 200 ', some)],
  ['has trailers without end', 'respuesta_excesiva', false, floods(`${head(json, chunked)}0\r\n`, header)],
  ['hints without end', 'respuesta_excesiva', false, floods('', 'HTTP/1.1 103 X\r\nLink: </a>\r\n\r\n')],
]

const rows = [...silent, ...broken, ...garbled, ...excessive]
const named = ['identidad', 'judicial'] as const

/** A call has 600 ms in these tests; what comes on top is the machine's. */
const seconds = { least: 0.55, most: 1.5 }
/** Twice what an answer may have, and what one read brings beyond that. */
const bytes = 2 * 65_536 + 65_536

interface End {
  readonly reply: Reply
  readonly result: string | undefined
  readonly seconds: number
}

let atRest = 0
const receivers: Array<Receiver> = []
const adapters: Array<TestSources> = []
const ends = new Map<string, Promise<End>>()
const dialled: Array<Socket> = []
const note = (message: unknown) => {
  if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket)
    dialled.push(message.socket)
}

const ask = async (source: 'identidad' | 'judicial', port: number): Promise<End> => {
  const sources = startSources(realSettings({ [source]: `http://127.0.0.1:${port}` }))
  adapters.push(sources)
  const start = performance.now()
  const reply = await sources.ask(source)
  return { reply, result: sources.lastResult(), seconds: (performance.now() - start) / 1_000 }
}

// All that keep silent do so at once, so that this takes as long as one of them.
beforeAll(async () => {
  atRest = openSockets()
  const honest = await provider(({ body }) => ({ body: found(body) }))
  // The first call of a process loads and compiles; that is nobody's delay.
  await ask('identidad', Number(new URL(honest.url).port))
  await honest.stop()
  subscribe('net.client.socket', note)
  // Those that flood keep this process busy, which is nobody else's delay either.
  for (const these of [[...broken, ...garbled, ...excessive], silent]) {
    for (const [what, , , behave] of these) {
      for (const source of named) {
        const one = await receiver(behave, { tls: null })
        receivers.push(one)
        const end = ask(source, one.port)
        ends.set(`${source} ${what}`, end)
        if (these !== silent) await end
      }
    }
  }
})
afterAll(async () => {
  unsubscribe('net.client.socket', note)
  await Promise.all([...adapters, ...receivers].map((each) => each.stop()))
})

describe.each(named)('a provider of the source %s', (source) => {
  it.each(rows.map(([what, result, isSlow]) => [what, result, isSlow] as const))(
    'that %s is asked again: %s',
    async (what, expected, isSlow) => {
      const end = await ends.get(`${source} ${what}`)
      expect(end?.reply).toMatchObject({ _tag: 'NotYet' })
      expect(end?.result).toBe(expected)
      expect(end?.seconds).toBeLessThan(seconds.most)
      if (isSlow) expect(end?.seconds).toBeGreaterThan(seconds.least)
    },
  )

  it('that refuses connections is asked again: sin_respuesta', async () => {
    const gone = await receiver(() => {}, { tls: null })
    await gone.stop()
    const { reply, result } = await ask(source, gone.port)
    expect(reply).toMatchObject({ _tag: 'NotYet' })
    expect(result).toBe('sin_respuesta')
    expect(adapters.at(-1)?.log().at(-1)).toContain("codigo: 'ECONNREFUSED'")
  })

  it('whose name leads nowhere is asked again: sin_respuesta', async () => {
    const sources = startSources(realSettings({ [source]: 'http://proveedor.invalid' }))
    adapters.push(sources)
    expect(await sources.ask(source)).toMatchObject({ _tag: 'NotYet' })
    expect(['sin_respuesta', 'tiempo_agotado']).toContain(sources.lastResult())
  })
})

describe('whatever a provider sends', () => {
  it('is read up to the cap, over one connection for one call', async () => {
    await Promise.all(ends.values())
    expect(dialled.length).toBeGreaterThanOrEqual(ends.size)
    expect(receivers.map((one) => one.connections())).toEqual(receivers.map(() => 1))
    expect(Math.max(...dialled.map((socket) => socket.bytesRead))).toBeLessThanOrEqual(bytes)
  })

  it('leaves no connection open', async () => {
    await Promise.all(ends.values())
    await Promise.all(adapters.map((each) => each.stop()))
    expect(dialled.filter((socket) => !socket.destroyed)).toEqual([])
    await Promise.all(receivers.map((each) => each.stop()))
    await expect.poll(openSockets).toBeLessThanOrEqual(atRest)
  })
})
