import { connect } from 'node:net'
import { Effect, Result } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import { get } from '#adapters/publishers/Publisher.ts'
import {
  answers,
  answersAndEnds,
  answersAndResets,
  type Behaviour,
  type Receiver,
  receiver,
} from '#test/support/receivers.ts'

let one: Receiver | null = null
afterEach(async () => {
  await one?.stop()
  one = null
})

/** The status and body of what was answered, or why there is none. */
const got = async (behave: Behaviour, atMost = 5): Promise<string> => {
  one = await receiver(behave, { tls: null })
  const socket = connect(one.port, '127.0.0.1')
  const place = { origin: 'https://listas.socio.mx', path: '/a?b' }
  const asked = Effect.map(
    get(socket, place, { accept: '*/*' }, atMost),
    ({ status, body }) => `${status} ${Buffer.from(body)}`,
  )
  const result = await Effect.runPromise(Effect.result(asked))
  socket.destroy()
  return Result.merge(result)
}
const head = (...headers: ReadonlyArray<string>) => `${['HTTP/1.1 200 X', ...headers].join('\r\n')}\r\n\r\n`
const chunked = 'Transfer-Encoding: chunked'

describe('what a publisher answers', () => {
  it.each<readonly [string, Behaviour, string]>([
    ['of a length', answers(`${head('Content-Length: 4')}abcd`), '200 abcd'],
    ['of all that it may have', answers(`${head('Content-Length: 5')}abcde`), '200 abcde'],
    ['of no bytes', answers(head('Content-Length: 0')), '200 '],
    ['of a byte too much', answers(head('Content-Length: 6')), 'excesiva'],
    ['in chunks', answers(`${head(chunked)}2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n`), '200 abcde'],
    ['in chunks of a byte too much', answers(`${head(chunked)}3\r\nabc\r\n3\r\ndef\r\n`), 'excesiva'],
    ['that ends before its length', answersAndEnds(`${head('Content-Length: 5')}abc`), 'cortada'],
    ['that ends in a chunk', answersAndEnds(`${head(chunked)}5\r\nabc`), 'cortada'],
    ['that is reset', answersAndResets(`${head('Content-Length: 5')}abc`), 'cortada'],
    ['without a length', answersAndEnds(`${head('Connection: close')}abc`), 'sin_longitud'],
    ['that is not HTTP', answersAndEnds('220 smtp ready\r\n'), 'respuesta_invalida'],
    ['that is nothing', answersAndEnds(''), 'respuesta_invalida'],
    ['with headers up to their end', answers(`${head(`A: ${'x'.repeat(16_000)}`, 'Content-Length: 1')}a`), '200 a'],
    ['with a huge header', answers(`${head(`A: ${'x'.repeat(17_000)}`, 'Content-Length: 1')}a`), 'respuesta_invalida'],
  ])('%s is read as such', async (_, behave, outcome) => {
    expect(await got(behave)).toBe(outcome)
  })

  it('is asked for over the socket alone, once', async () => {
    await got(answers(head('Content-Length: 0')))
    expect(one?.received()).toBe(
      'GET /a?b HTTP/1.1\r\nhost: listas.socio.mx\r\nconnection: close\r\naccept: */*\r\n\r\n',
    )
    expect(one?.connections()).toBe(1)
  })
})
