import { connect } from 'node:net'
import { Effect, Layer, ManagedRuntime, Result } from 'effect'
import { TestClock } from 'effect/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { layer } from '#adapters/publishers/Publisher.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { ListPublisher } from '#ports/ListPublisher.ts'
import { onRequest, type Receiver, receiver } from '#test/support/receivers.ts'
import { standingClock } from '#tools/service/testTime.ts'

const address = 'https://listas.socio.mx/a'
const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let stop = async () => {}
afterEach(() => stop())

/** Downloads over a connector of the test's own; each answer is to one question, the last to all that follow. */
const start = async (...answers: ReadonlyArray<string | null>) => {
  let asked = 0
  const one: Receiver = await receiver(
    onRequest((socket) => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? null
      asked += 1
      if (answer !== null) socket.write(answer)
    }),
    { tls: null },
  )
  const dialled: Array<string> = []
  const publisher = layer(
    ({ host, port }) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          dialled.push(`${host}:${port}`)
          return connect(one.port, '127.0.0.1')
        }),
        (socket) => Effect.sync(() => socket.destroy()),
      ),
    usuallyDenied,
  )
  const runtime = ManagedRuntime.make(Layer.mergeAll(publisher, standingClock))
  stop = async () => {
    await runtime.dispose()
    await one.stop()
  }
  const download = (from = address, etag: string | null = null) =>
    runtime.runPromise(
      ListPublisher.use((port) =>
        Effect.map(Effect.result(port.download(from, etag)), (result) =>
          Result.match(result, {
            onSuccess: (got) =>
              got._tag === 'Downloaded' ? `${Buffer.from(got.bytes)} ${got.etag} ${got.digest}` : got._tag,
            onFailure: ({ host, reason }) => `${reason} of ${host}`,
          }),
        ),
      ),
    )
  return { download, dialled, one, wait: (minutes: number) => runtime.runPromise(TestClock.adjust({ minutes })) }
}
const http = (status: number, ...headers: ReadonlyArray<string>) =>
  `${[`HTTP/1.1 ${status} X`, ...headers].join('\r\n')}\r\n\r\n`
const whole = `${http(200, 'Content-Length: 3', 'ETag: "1"')}abc`
const to = (location: string, status = 302) => http(status, `Location: ${location}`, 'Content-Length: 0')

describe('a download', () => {
  it.each<readonly [string, string, string]>([
    ['a file', whole, `abc "1" ${sha256}`],
    ['a file without an ETag', `${http(200, 'Content-Length: 3')}abc`, `abc null ${sha256}`],
    ['a file as it is', `${http(200, 'Content-Length: 3', 'Content-Encoding: identity')}abc`, `abc null ${sha256}`],
    [
      'a file that is compressed',
      http(200, 'Content-Length: 3', 'Content-Encoding: gzip'),
      'comprimida of listas.socio.mx',
    ],
    [
      'a file of another digest',
      `${http(200, 'Content-Length: 3', 'Content-MD5: x')}abc`,
      'digesto_distinto of listas.socio.mx',
    ],
    ['a file beyond all lists', http(200, 'Content-Length: 134217729'), 'excesiva of listas.socio.mx'],
    ['no file', http(404), 'estado_404 of listas.socio.mx'],
    ['a part', http(206, 'Content-Length: 3'), 'estado_206 of listas.socio.mx'],
    ['nothing new to who has nothing', http(304), 'estado_304 of listas.socio.mx'],
    ['another place that is none', to(''), 'demasiados_redireccionamientos of listas.socio.mx'],
    ['several places', to('/b', 300), 'estado_300 of listas.socio.mx'],
    ['no place', http(302, 'Content-Length: 0'), 'demasiados_redireccionamientos of listas.socio.mx'],
    ['a place that is no address', to('https://'), 'direccion_no_publica of listas.socio.mx'],
    ['a place that is not public', to('https://127.0.0.1/a'), 'direccion_no_publica of listas.socio.mx'],
    ['a place without TLS', to('http://listas.socio.mx/a'), 'direccion_no_publica of listas.socio.mx'],
  ])('of which the publisher answers %s', async (_, answer, outcome) => {
    const { download } = await start(answer)
    expect(await download()).toBe(outcome)
  })

  it('that is known needs no bytes', async () => {
    const { download, one } = await start(http(304))
    expect(await download(address, '"1"')).toBe('NotModified')
    expect(one.received()).toContain('\r\nif-none-match: "1"\r\n')
  })

  it('asks for the bytes as they are, and for their digest', async () => {
    const { download, one } = await start(whole)
    await download('https://listas.socio.mx:8443/a/b?c=d')
    expect(one.received().split('\r\n').toSorted()).toEqual([
      '',
      '',
      'GET /a/b?c=d HTTP/1.1',
      'accept-encoding: identity',
      'accept: */*',
      'connection: close',
      'host: listas.socio.mx:8443',
      'user-agent: Cotejo-Lists/1.0',
      'want-repr-digest: sha-256=10',
    ])
  })

  it.each([301, 302, 303, 307, 308])('goes where it is pointed to, relative to where it was (%i)', async (status) => {
    const { download, dialled, one } = await start(to('https://otra.socio.mx/b/c', status), to('d', status), whole)
    expect(await download()).toBe(`abc "1" ${sha256}`)
    expect(dialled).toEqual(['listas.socio.mx:443', 'otra.socio.mx:443', 'otra.socio.mx:443'])
    expect(one.received().match(/^GET \S+/gm)).toEqual(['GET /a', 'GET /b/c', 'GET /b/d'])
  })

  it.each([
    [3, `abc "1" ${sha256}`, 4],
    [4, 'demasiados_redireccionamientos of listas.socio.mx', 4],
  ])('follows three pointers at most, and not %i if that is more', async (times, outcome, calls) => {
    const { download, dialled } = await start(...Array(times).fill(to('/a')), whole)
    expect(await download()).toBe(outcome)
    expect(dialled.length).toBe(calls)
  })

  it.each([
    ['https://127.0.0.1/a', 'direccion_no_publica of 127.0.0.1'],
    ['http://listas.socio.mx/a', 'direccion_no_publica of listas.socio.mx'],
    ['nowhere', 'direccion_no_publica of '],
  ])('from %s is not tried', async (from, outcome) => {
    const { download, dialled } = await start(whole)
    expect([await download(from), dialled]).toEqual([outcome, []])
  })

  it('is given up after five minutes in all', async () => {
    const { download, one, wait } = await start(null)
    let ended = false
    const downloading = download().finally(() => {
      ended = true
    })
    await expect.poll(() => one.received().length).toBeGreaterThan(0)
    await wait(4.99)
    expect(ended).toBe(false)
    await wait(0.01)
    expect(await downloading).toBe('tiempo_agotado of listas.socio.mx')
  })
})
