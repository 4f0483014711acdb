import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { TLSSocket } from 'node:tls'
import { Effect, Fiber, Logger, Redacted } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connector, opened } from '#adapters/egress/Connector.ts'
import { layer } from '#adapters/webhooks/Sender.ts'
import { type WebhookRequest, WebhookSender } from '#ports/WebhookSender.ts'
import { addresses, silent } from '#test/support/dnsServer.ts'
import { type LoopbackInternet, loopbackInternet, webhook } from '#test/support/loopbackInternet.ts'
import { answers, onRequest, type Receiver, type ReceiverOptions, receiver } from '#test/support/receivers.ts'
import { unverifiedTls } from '#test/support/unverifiedTls.ts'

const noContent = answers('HTTP/1.1 204 No Content\r\n\r\n')
const v4 = '93.184.216.34'
const v6 = '2606:2800:220:1::34'

let internet: LoopbackInternet
const started: Array<Receiver> = []

/** A receiver to which `avisos.socio.mx` and both literals lead until the next one is started. */
const reachable = async (behave = noContent, options: ReceiverOptions = {}): Promise<Receiver> => {
  // It ends the connections that were kept.
  await started.at(-1)?.stop()
  const one = await receiver(behave, options)
  started.push(one)
  for (const address of [v4, v6]) internet.route(address, one.port)
  return one
}

beforeAll(async () => {
  internet = await loopbackInternet()
  internet.name('avisos.socio.mx', addresses(v4))
})
afterAll(async () => {
  await Promise.all([internet.stop(), ...started.map((each) => each.stop())])
})

const linesOf = (request: string): ReadonlyArray<string> => request.split('\r\n\r\n')[0]?.split('\r\n') ?? []

describe('what is sent', () => {
  it('is signed for the second that has begun, and not for the one that is near', async () => {
    const { received } = await reachable()
    const own = await loopbackInternet()
    own.name('avisos.socio.mx', addresses(v4))
    own.route(v4, started.at(-1)?.port ?? 0)
    await own.wait((999 - (own.startedAt % 1_000)) / 1_000)
    expect(await own.attempt(webhook('https://avisos.socio.mx/avs'))).toBe(204)
    await own.stop()
    expect(received()).toContain(`Service-Signature: t=${String(own.startedAt).slice(0, -3)},v1=`)
  })

  it('is one POST with these headers, and the body byte for byte', async () => {
    const { received } = await reachable()
    const body = Buffer.from('{"nombre":"Ñandú","n":1.0,  "x":"\\u00e9"}\n')
    const end = await internet.attempt({ ...webhook('https://avisos.socio.mx/a%20b?x=1&y=%2F#z'), body })
    expect(end).toBe(204)
    const [t = 0] = /(?<=t=)\d+/.exec(received()) ?? []
    expect(Number(t)).toBe(Math.floor(internet.startedAt / 1_000))
    expect(linesOf(received())).toEqual([
      'POST /a%20b?x=1&y=%2F HTTP/1.1',
      'host: avisos.socio.mx',
      'connection: keep-alive',
      'Content-Type: application/json',
      'Service-Event: verificacion.emitida',
      'Service-Event-Id: evt_0123456789',
      expect.stringMatching(/^Service-Signature: t=\d+,v1=[0-9a-f]{64}$/),
      'User-Agent: Cotejo-Webhooks/1.0',
      `content-length: ${body.length}`,
    ])
    expect(Buffer.from(received().split('\r\n\r\n')[1] ?? '', 'latin1')).toEqual(body)
  })

  it('has the headers of Standard Webhooks besides, while a secret is rotated', async () => {
    const { received } = await reachable()
    const request = webhook('https://avisos.socio.mx/')
    const next = Redacted.make(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
    await internet.attempt({ ...request, secrets: { ...request.secrets, next } })
    expect(received()).toMatch(/\r\nwebhook-id: evt_0123456789\r\nwebhook-timestamp: \d+\r\n/)
    expect(received()).toMatch(/\r\nwebhook-signature: v1,[^ ]{44} v1,[^ ]{44}\r\n/)
  })

  it.each([
    ['https://avisos.socio.mx/', 'avisos.socio.mx', 'avisos.socio.mx'],
    ['https://AVISOS.socio.mx.:8443', 'avisos.socio.mx:8443', 'avisos.socio.mx'],
    [`https://${v4}/`, v4, ''],
    [`https://[${v6}]:8443/`, `[${v6}]:8443`, ''],
  ])('to %s has the host %s, and in TLS the server name %j', async (url, host, serverName) => {
    const seen: Array<unknown> = []
    const { received } = await reachable((socket, raw) => {
      if (socket instanceof TLSSocket) seen.push(socket.servername || '', socket.isSessionReused())
      noContent(socket, raw)
    })
    await internet.attempt(webhook(url))
    await internet.wait(60)
    await internet.attempt(webhook(url))
    expect(linesOf(received())[1]).toBe(`host: ${host}`)
    // Twice the name, and no session resumed.
    expect(seen).toEqual([serverName, false, serverName, false])
  })
})

describe('a certificate', () => {
  it('of an authority that is not trusted is refused, also where Node is told not to verify any', async () => {
    unverifiedTls()
    await reachable()
    const untrusting = await loopbackInternet([])
    untrusting.route(v4, started.at(-1)?.port ?? 0)
    expect(await untrusting.attempt(webhook(`https://${v4}/`))).toBe('tls_rechazado')
    await untrusting.stop()
  })
})

const sendOver = (connector: Connector, request: WebhookRequest) =>
  WebhookSender.use(({ send }) => send(request)).pipe(Effect.provide(layer({ connector })))

/** As the simulator reaches its inbox: no name is resolved, no TLS spoken. */
const plainTo =
  (port: number): Connector =>
  () =>
    opened(
      () => connect(port, '127.0.0.1'),
      'connect',
      () => 'conexion_fallida' as const,
    )

describe('a connector', () => {
  it('may lead to an inbox without names and TLS', async () => {
    const inbox = await reachable(noContent, { tls: null })
    const outcome = await Effect.runPromise(sendOver(plainTo(inbox.port), webhook('https://socio.mx:8443/a')))
    expect(outcome).toEqual({ _tag: 'Answered', status: 204 })
    expect(linesOf(inbox.received()).slice(0, 2)).toEqual(['POST /a HTTP/1.1', 'host: socio.mx:8443'])
  })
})

describe('an attempt', () => {
  it('whose socket is lost before it is used ends in respuesta_invalida', async () => {
    const inbox = await reachable(noContent, { tls: null })
    const losing: Connector = (target) =>
      Effect.tap(plainTo(inbox.port)(target), (socket) => Effect.sync(() => socket.destroy()))
    const outcome = await Effect.runPromise(sendOver(losing, webhook('https://socio.mx/')))
    expect(outcome).toEqual({ _tag: 'Failed', reason: 'respuesta_invalida' })
  })

  it.skipIf(process.platform !== 'linux')('that is interrupted gives up its questions at once', async () => {
    const [, port] = internet.nameServer.split(':')
    const nameServer = `0100007F:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
    /** Sockets, of whatever process, whose other end is the name server. */
    const asking = () => readFileSync('/proc/net/udp', 'utf8').match(new RegExp(`: \\S+ ${nameServer} `, 'g')) ?? []
    internet.name('mudo.socio.mx', silent)
    const interruption = new AbortController()
    const attempt = internet.attempt(webhook('https://mudo.socio.mx/'), interruption.signal)
    await expect.poll(asking).not.toEqual([])
    interruption.abort()
    await expect(attempt).rejects.toThrow('interrupted')
    expect(asking()).toEqual([])
  })

  it('that is interrupted ends its connection at once', async () => {
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const inbox = await reachable(
      (socket, raw) => {
        socket.once('close', () => closed.resolve())
        onRequest(() => asked.resolve())(socket, raw)
      },
      { tls: null },
    )
    const fiber = Effect.runFork(sendOver(plainTo(inbox.port), webhook('https://socio.mx/')))
    await asked.promise
    await Effect.runPromise(Fiber.interrupt(fiber))
    await closed.promise
    expect(inbox.open()).toBe(0)
  })

  const logged = (lines: Array<string>) =>
    Logger.layer([Logger.make((entry) => void lines.push(Logger.formatLogFmt.log(entry)))])

  it.each<[string, Connector, WebhookRequest]>([
    ['in the connector', () => Effect.die(new Error('broken')), webhook('https://socio.mx/?clave=secreta')],
    [
      'in undici',
      (target) => plainTo(started.at(-1)?.port ?? 0)(target),
      { ...webhook('https://socio.mx/?clave=secreta'), eventId: 'evt_1\r\nX: y' },
    ],
  ])('with a defect %s ends in error_interno, which is logged without URL and body', async (_, connector, request) => {
    await reachable(noContent, { tls: null })
    const lines: Array<string> = []
    const send = sendOver(connector, request).pipe(Effect.provide(logged(lines)))
    expect(await Effect.runPromise(send)).toEqual({ _tag: 'Failed', reason: 'error_interno' })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('a webhook attempt ended with an unexpected error')
    expect(lines[0]).not.toMatch(/clave|secreta|estado|whsec/)
  })
})
