import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '#test/support/dnsServer.ts'
import {
  type End,
  type LoopbackInternet,
  loopbackInternet,
  openSockets,
  webhook,
} from '#test/support/loopbackInternet.ts'
import {
  earlyCertificate,
  expiredCertificate,
  otherCertificate,
  receiverCertificate,
  selfSignedCertificate,
} from '#test/support/receiverCertificates.ts'
import {
  answers,
  answersAndEnds,
  answersAndResets,
  type Behaviour,
  floods,
  onRequest,
  type Receiver,
  receiver,
  type Tls,
} from '#test/support/receivers.ts'

const certificate = receiverCertificate
const head = (status: string, ...headers: ReadonlyArray<string>) =>
  `${[`HTTP/1.1 ${status}`, ...headers].join('\r\n')}\r\n\r\n`
const noContent = head('204 No Content')
const chunked = 'Transfer-Encoding: chunked'
const kilobyte = 'x'.repeat(1024)
const redirect = (status: number) =>
  answers(head(`${status} Elsewhere`, 'Location: https://93.184.216.34/', 'Content-Length: 0'))
const bomb = gzipSync(Buffer.alloc(50_000_000)).toString('latin1')

/** What a receiver does, and how it offers TLS: null for not at all. */
type Row = readonly [what: string, end: End, behaviour: Behaviour, tls?: Tls | null]

const handshakes: ReadonlyArray<Row> = [
  ['that is honest', 204, answers(noContent)],
  ['that speaks TLS 1.2', 204, answers(noContent), { certificate, maxVersion: 'TLSv1.2' }],
  ['that speaks TLS 1.1 at most', 'tls_rechazado', answers(noContent), { certificate, maxVersion: 'TLSv1.1' }],
  ['that speaks HTTP/2 alone', 'tls_rechazado', answers(noContent), { certificate, protocols: ['h2'] }],
  ['whose certificate has expired', 'tls_rechazado', answers(noContent), { certificate: expiredCertificate }],
  ['whose certificate is not valid yet', 'tls_rechazado', answers(noContent), { certificate: earlyCertificate }],
  ['whose certificate is of another name', 'tls_rechazado', answers(noContent), { certificate: otherCertificate }],
  ['that signed its own certificate', 'tls_rechazado', answers(noContent), { certificate: selfSignedCertificate }],
  ['that speaks HTTP without TLS', 'tls_rechazado', (socket) => socket.write(noContent), null],
  ['that speaks something else', 'tls_rechazado', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), null],
  ['that speaks at random', 'tls_rechazado', (socket) => socket.write(randomBytes(2000)), null],
  ['that hangs up', 'tls_rechazado', (socket) => socket.end(), null],
  ['that resets in the handshake', 'tls_rechazado', (s) => s.once('data', () => s.resetAndDestroy()), null],
]

const exchanges: ReadonlyArray<Row> = [
  ['that answers with a body', 200, answers(`${head('200 OK', 'Content-Length: 2')}ok`)],
  ['that answers in chunks', 200, answers(`${head('200 OK', chunked)}2\r\nok\r\n0\r\n\r\n`)],
  ['that answers until it closes', 200, answersAndEnds(`${head('200 OK')}ok`)],
  ['that answers as of old', 200, answersAndEnds('HTTP/1.0 200 OK\r\n\r\nok')],
  ['that answers twice', 202, answers(head('202 Accepted', 'Content-Length: 0') + noContent)],
  ['that answers more than it said', 200, answers(`${head('200 OK', 'Content-Length: 2')}okokok`)],
  ['that resets after its answer', 204, answersAndResets(noContent)],
  ['that refuses', 400, answers(head('400 Bad Request', 'Content-Length: 0'))],
  ['that is gone', 410, answers(head('410 Gone', 'Content-Length: 0'))],
  ['that fails', 500, answers(head('500 Internal Server Error', 'Content-Length: 0'))],
  ...[301, 302, 303, 307, 308].map((status): Row => [`that redirects (${status})`, status, redirect(status)]),
  ['that hints before it answers', 204, answers(head('103 Early Hints', 'Link: </a>') + noContent)],
  ['that says gzip and is not', 200, answers(`${head('200 OK', 'Content-Encoding: gzip', 'Content-Length: 2')}ok`)],
  ['that answers a bomb', 200, answersAndEnds(head('200 OK', 'Content-Encoding: gzip') + bomb)],
  ['that answers without end', 200, floods(head('200 OK'), kilobyte)],
  ['that answers without end in chunks', 200, floods(head('200 OK', chunked), `400\r\n${kilobyte}\r\n`)],
  ['that answers 10 GB', 200, floods(head('200 OK', 'Content-Length: 10000000000'), kilobyte)],
  ['that answers too much', 200, answers(head('200 OK', 'Content-Length: 99999') + kilobyte.repeat(65))],
  ['that answers a byte too much', 200, answers(head('200 OK', 'Content-Length: 65538') + 'x'.repeat(65_537))],
  ['that fails without end', 500, floods(head('500 Oh'), kilobyte)],
  ['that has a chunk without end', 200, floods(`${head('200 OK', chunked)}2;a=`, kilobyte)],
  ['that has a huge header', 'respuesta_excesiva', answers(head('200 OK', `X: ${kilobyte.repeat(20)}`))],
  ['that has many headers', 'respuesta_excesiva', floods('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
  ['that has a header without end', 'respuesta_excesiva', floods('HTTP/1.1 200 OK\r\nX: ', kilobyte)],
  ['that has a reason without end', 'respuesta_excesiva', floods('HTTP/1.1 200 ', kilobyte)],
  ['that has trailers without end', 'respuesta_excesiva', floods(`${head('200 OK', chunked)}0\r\n`, 'X: y\r\n')],
  ['that hints without end', 'respuesta_excesiva', floods('', head('103 Early Hints', 'Link: </a>'))],
  ['that says continue', 204, answers(head('100 Continue') + noContent)],
  ['that says continue without end', 'respuesta_excesiva', floods('', head('100 Continue'))],
  ['that says continue and closes', 'respuesta_invalida', answersAndEnds(head('100 Continue'))],
  ['that upgrades and answers', 204, answers(head('101 S', 'Connection: Upgrade', 'Upgrade: h2c') + noContent)],
  ['that upgrades', 'respuesta_invalida', answersAndEnds(head('101 S', 'Connection: Upgrade', 'Upgrade: h2c'))],
  ['that has half an interim status', 'respuesta_invalida', answers(head('1X0 No') + noContent)],
  ['that closes before it is asked', 'respuesta_invalida', (socket) => socket.end()],
  ['that resets before it is asked', 'respuesta_invalida', (_, raw) => raw.resetAndDestroy()],
  ['that closes without an answer', 'respuesta_invalida', answersAndEnds('')],
  ['that resets without an answer', 'respuesta_invalida', onRequest((_, raw) => raw.resetAndDestroy())],
  ['that closes in the headers', 'respuesta_invalida', answersAndEnds('HTTP/1.1 200 OK\r\nX: y')],
  ['that resets in the headers', 'respuesta_invalida', answersAndResets('HTTP/1.1 200 OK\r\nX: y')],
  ['that closes in the body', 'respuesta_invalida', answersAndEnds(`${head('200 OK', 'Content-Length: 9')}ok`)],
  ['that resets in the body', 'respuesta_invalida', answersAndResets(`${head('200 OK', 'Content-Length: 9')}ok`)],
  ['that closes in a chunk', 'respuesta_invalida', answersAndEnds(`${head('200 OK', chunked)}9\r\nok`)],
  ['that resets in a chunk', 'respuesta_invalida', answersAndResets(`${head('200 OK', chunked)}9\r\nok`)],
  ['that resets where it should close', 'respuesta_invalida', answersAndResets(`${head('200 OK')}ok`)],
  ['that answers HTTP/2', 'respuesta_invalida', answers('\0\0\0\x04\0\0\0\0\0'.repeat(8))],
  ['that answers something else', 'respuesta_invalida', answers('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
  ['that answers at random', 'respuesta_invalida', onRequest((socket) => socket.write(randomBytes(2000)))],
  ['that has two lengths', 'respuesta_invalida', answers(head('200 OK', 'Content-Length: 2', chunked))],
  ['that has a length of letters', 'respuesta_invalida', answers(head('200 OK', 'Content-Length: two'))],
  ['that has a length below zero', 'respuesta_invalida', answers(head('200 OK', 'Content-Length: -1'))],
  ['that has a chunk of letters', 'respuesta_invalida', answers(`${head('200 OK', chunked)}zz\r\nok\r\n`)],
  ['that has NUL in a header', 'respuesta_invalida', answers(head('200 OK', 'X: \0'))],
  ['that has no status', 'respuesta_invalida', answers('HTTP/1.1 OK\r\n\r\n')],
]

let internet: LoopbackInternet
const rows = [...handshakes, ...exchanges]
let receivers: ReadonlyArray<Receiver> = []
let atRest = 0
let megabytesBefore = 0

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
/** Bytes that live, in megabytes. */
const megabytes = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_000_000
}

/** Receiver n has the name and the address that end in n. */
const hostOf = (index: number) => `r${index}.socio.mx`
const addressOf = (index: number) => `93.184.216.${100 + index}`

beforeAll(async () => {
  atRest = openSockets()
  megabytesBefore = megabytes()
  internet = await loopbackInternet()
  receivers = await Promise.all(rows.map(([, , behave, tls]) => receiver(behave, tls === undefined ? {} : { tls })))
  for (const [index, { port }] of receivers.entries()) {
    internet.name(hostOf(index), addresses(addressOf(index)))
    internet.route(addressOf(index), port)
  }
})
afterAll(async () => {
  await Promise.all([internet.stop(), ...receivers.map((each) => each.stop())])
})

const attempt = (what: string) => {
  const index = rows.findIndex(([name]) => name === what)
  return internet.attempt(webhook(`https://${hostOf(index)}/avisos`))
}

describe('a receiver', () => {
  it.each(handshakes.map(([what, end]) => [what, end] as const))('%s ends in %s', async (what, expected) => {
    expect(await attempt(what)).toBe(expected)
  })

  it.each(exchanges.map(([what, end]) => [what, end] as const))('%s ends in %s', async (what, expected) => {
    const dialled = internet.dialled.length
    expect(await attempt(what)).toBe(expected)
    expect(internet.dialled.length - dialled).toBe(1)
  })
})

describe('after all of this', () => {
  it('nothing of what they sent is kept', () => {
    expect(megabytes() - megabytesBefore).toBeLessThan(10)
  })

  it('no connection is left open, and no descriptor', async () => {
    await expect.poll(() => receivers.map((each) => each.open()).filter((count) => count > 0)).toEqual([])
    await Promise.all([internet.stop(), ...receivers.map((each) => each.stop())])
    await expect.poll(openSockets).toBeLessThanOrEqual(atRest)
  })
})
