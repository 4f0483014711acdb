import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Logger } from 'effect'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { verifyWebhook } from '#client/verifyWebhook.ts'
import { verificationOf } from '#test/support/documents.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { inboxOf, scriptReceiver, underWay, untilEmitted } from '#test/support/webhooks.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'
import { migrated } from '#tools/service/server.ts'

const twoDays = 48 * 3600
/** Seconds after the end of each failed attempt (contract 6.5). */
const schedule = [30, 120, 600, 3_600, 21_600]
const gaps = (instants: ReadonlyArray<string>) =>
  instants.slice(1).map((instant, index) => (Date.parse(instant) - Date.parse(instants[index] ?? '')) / 1000)

const storages: Record<string, () => Promise<string>> = {
  memory: async () => 'memory',
  postgres: () => testDatabase(migrated),
}

describe.each(Object.keys(storages))('a webhook, over %s,', (storage) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ storage: (await storages[storage]?.()) ?? '' })
  })
  afterAll(() => sandbox.stop())

  it('stands in the inbox as it arrived: headers of contract 6.2, the bytes that GET answers, a good signature', async () => {
    const { id, llave, secret, url } = await underWay(sandbox)
    expect(await inboxOf(sandbox, id)).toEqual([])
    await sandbox.advance(untilEmitted)
    const emitted = await sandbox.read(llave, id)
    const [entrega, ...others] = await inboxOf(sandbox, id)
    expect(others).toEqual([])
    const eventId = expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/)
    expect(entrega).toEqual({
      event_id: eventId,
      verificacion_id: id,
      url,
      intento: 1,
      recibido_en: verificationOf(emitted).resuelto_en,
      encabezados: {
        host: new URL(url).host,
        connection: 'keep-alive',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(emitted.text)),
        'service-event': 'verificacion.emitida',
        'service-event-id': entrega?.event_id,
        'service-signature': expect.stringMatching(/^t=\d+,v1=[\da-f]{64}$/),
        'user-agent': 'Cotejo-Webhooks/1.0',
      },
      cuerpo: emitted.text,
      estatus: 200,
    })
    const header = entrega?.encabezados['service-signature'] ?? ''
    expect(await verifyWebhook({ rawBody: emitted.text, header, secrets: secret })).toMatchObject({ valid: true })
  })

  it('is attempted six times on schedule, one event, the same bytes, each signed, and then no more', async () => {
    const { id, llave, secret, url } = await underWay(sandbox)
    await scriptReceiver(sandbox, url, [500])
    const before = Math.floor(Date.now() / 1000)
    await sandbox.advance(untilEmitted + twoDays)
    const emitted = await sandbox.read(llave, id)
    const entregas = await inboxOf(sandbox, id)
    expect(entregas.map(({ intento, estatus }) => [intento, estatus])).toEqual([1, 2, 3, 4, 5, 6].map((n) => [n, 500]))
    expect(entregas[0]?.recibido_en).toBe(verificationOf(emitted).resuelto_en)
    expect(gaps(entregas.map(({ recibido_en }) => recibido_en))).toEqual(schedule)
    expect(new Set(entregas.map(({ event_id }) => event_id)).size).toBe(1)
    for (const { cuerpo, event_id, encabezados } of entregas) {
      expect(cuerpo).toBe(emitted.text)
      expect(encabezados['service-event-id']).toBe(event_id)
      const header = encabezados['service-signature'] ?? ''
      const verdict = await verifyWebhook({ rawBody: cuerpo, header, secrets: secret })
      // Real time, whatever the simulated one is: a receiver on this machine accepts it.
      expect(verdict).toEqual({ valid: true, timestamp: expect.any(Date), event: emitted.body })
      expect(Number(/t=(\d+)/.exec(header)?.[1])).toBeGreaterThanOrEqual(before)
    }
    await sandbox.advance(twoDays)
    expect(await inboxOf(sandbox, id)).toHaveLength(6)
  })

  it('is not attempted before its time, and its receiver answers what it was told, in turn', async () => {
    const { id, llave, url } = await underWay(sandbox)
    await scriptReceiver(sandbox, url, [503, 302, 404, 500, 204])
    await sandbox.advance(untilEmitted)
    const emittedAt = Date.parse(verificationOf(await sandbox.read(llave, id)).resuelto_en ?? '')
    const attemptsAt = async (seconds: number): Promise<number> => {
      const now = Date.parse(String((await sandbox.call('GET', '/_simulador/reloj')).body['ahora']))
      await sandbox.advance((emittedAt - now) / 1000 + seconds)
      return (await inboxOf(sandbox, id)).length
    }
    expect([await attemptsAt(749), await attemptsAt(751)]).toEqual([3, 4])
    expect([await attemptsAt(4_349), await attemptsAt(4_351)]).toEqual([4, 5])
    await sandbox.advance(twoDays)
    expect((await inboxOf(sandbox, id)).map(({ estatus }) => estatus)).toEqual([503, 302, 404, 500, 204])
  })

  it('is signed for each attempt, of which demora_ms lets each last', async () => {
    const { id, url, secret } = await underWay(sandbox)
    await scriptReceiver(sandbox, url, [500, 200], 1_100)
    const before = Date.now()
    await sandbox.advance(untilEmitted + 30)
    expect(Date.now() - before).toBeGreaterThan(2_000)
    const [first, second, ...others] = (await inboxOf(sandbox, id)).map(({ encabezados, cuerpo }) => ({
      rawBody: cuerpo,
      header: encabezados['service-signature'] ?? '',
      secrets: secret,
    }))
    expect(others).toEqual([])
    if (first === undefined || second === undefined) throw new Error('there are fewer than two attempts')
    expect(await verifyWebhook(first)).toMatchObject({ valid: true })
    expect(await verifyWebhook(second)).toMatchObject({ valid: true })
    expect(second.header).not.toBe(first.header)
  })

  it.each(['FALL', 'NOEX'])('is not sent for %s, which ends no_concluyente', async (prefix) => {
    const { id, llave } = await underWay(sandbox, prefix)
    await sandbox.advance(twoDays)
    expect(summaryOf(await sandbox.read(llave, id))).toBe('200 no_concluyente')
    expect(await inboxOf(sandbox, id)).toEqual([])
  })

  it('is an event of its own for each verification, and is found by it', async () => {
    const one = await underWay(sandbox)
    const other = await underWay(sandbox, 'MARC', one.url)
    await scriptReceiver(sandbox, one.url, [500, 500, 200])
    await sandbox.advance(untilEmitted + 600)
    const [ofOne, ofOther] = [await inboxOf(sandbox, one.id), await inboxOf(sandbox, other.id)]
    const all = [...ofOne, ...ofOther]
    // The receiver answers in turn, whichever event comes.
    expect(all.map(({ estatus }) => estatus).toSorted()).toEqual([200, 200, 500, 500])
    expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(2)
    for (const entregas of [ofOne, ofOther]) {
      expect(entregas.map(({ intento }) => intento)).toEqual(entregas.map((_, index) => index + 1))
      expect(new Set(entregas.map(({ event_id }) => event_id)).size).toBe(1)
    }
    const ofUrl = (await inboxOf(sandbox)).filter(({ url }) => url === one.url)
    expect(ofUrl).toEqual(expect.arrayContaining(all))
    expect(ofUrl.map(({ recibido_en }) => recibido_en)).toEqual(all.map((each) => each.recibido_en).toSorted())
    expect(await inboxOf(sandbox, 'ver_0000000000000000000000')).toEqual([])
  })

  it('is forgotten by reiniciar, and so is what its receiver answers', async () => {
    const { url } = await underWay(sandbox)
    await scriptReceiver(sandbox, url, [500])
    await sandbox.advance(untilEmitted)
    expect((await inboxOf(sandbox)).map(({ estatus }) => estatus)).toContain(500)
    expect(summaryOf(await sandbox.call('POST', '/_simulador/reiniciar'))).toBe('204')
    await sandbox.advance(twoDays)
    expect(await inboxOf(sandbox)).toEqual([])
    const again = await underWay(sandbox, 'LIMP', url)
    await sandbox.advance(twoDays)
    expect(await inboxOf(sandbox)).toMatchObject([{ verificacion_id: again.id, intento: 1, estatus: 200 }])
  })
})

describe('/_simulador/webhooks/respuestas', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())

  it('means the receiver behind the URL, however it is spelled', async () => {
    const { id, url } = await underWay(sandbox)
    await scriptReceiver(sandbox, url.replace('partner', 'PARTNER').replace('.com/', '.com:443/./'), [418])
    await sandbox.advance(untilEmitted)
    expect((await inboxOf(sandbox, id)).at(0)?.estatus).toBe(418)
  })

  it.each([
    [{ url: 'https://127.0.0.1/x', estatus: [200] }, 'url'],
    [{ url: 'http://partner.example.com/', estatus: [200] }, 'url'],
    [{ estatus: [200] }, 'url'],
    [{ url: 'https://partner.example.com/' }, 'estatus'],
    [{ url: 'https://partner.example.com/', estatus: [] }, 'estatus'],
    [{ url: 'https://partner.example.com/', estatus: 500 }, 'estatus'],
    [{ url: 'https://partner.example.com/', estatus: [199] }, 'estatus'],
    [{ url: 'https://partner.example.com/', estatus: [600] }, 'estatus'],
    [{ url: 'https://partner.example.com/', estatus: [200], demora_ms: -1 }, 'demora_ms'],
    [{ url: 'https://partner.example.com/', estatus: [200], demora_ms: 60_001 }, 'demora_ms'],
    [{ url: 'https://partner.example.com/', estatus: [200], demora: 5 }, 'demora'],
  ])('answers 400 peticion_invalida to %j and names %s', async (body, member) => {
    const answer = await sandbox.call('POST', '/_simulador/webhooks/respuestas', { body })
    expect(summaryOf(answer)).toBe('400 peticion_invalida')
    expect(answer.body['mensaje']).toContain(member)
  })
})

describe("a receiver of the developer's own", () => {
  /** A receiver on this machine that answers these statuses in turn, the last for good, and what came to it. */
  const listening = async (...statuses: ReadonlyArray<number>) => {
    const arrived: Array<{ method: string | undefined; headers: IncomingHttpHeaders; body: string }> = []
    let answered = {}
    const server = createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      const status = statuses[Math.min(arrived.length, statuses.length - 1)] ?? 200
      arrived.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status, answered).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const stop = async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
    const answerWith = (headers: Record<string, string>) => {
      answered = headers
    }
    return { url: `http://127.0.0.1:${port}/hooks`, arrived, answerWith, stop }
  }
  const started = async (settings: Parameters<typeof startSandbox>[0] = {}) => {
    const sandbox = await startSandbox(settings)
    onTestFinished(sandbox.stop)
    return sandbox
  }
  const send = (sandbox: Sandbox, body: unknown) => sandbox.call('POST', '/_simulador/webhooks/destinos', { body })
  const statusesOf = async (sandbox: Sandbox, id: string) => (await inboxOf(sandbox, id)).map(({ estatus }) => estatus)

  it('gets every attempt with its headers and bytes from --forward-webhooks, and its answers drive the schedule', async () => {
    const { url, arrived, stop } = await listening(500, 503, 200)
    onTestFinished(stop)
    const sandbox = await started({ forwardWebhooks: url })
    const one = await underWay(sandbox)
    await sandbox.advance(twoDays)
    const entregas = await inboxOf(sandbox, one.id)
    expect(entregas.map(({ estatus }) => estatus)).toEqual([500, 503, 200])
    expect(arrived[0]?.headers.host).toBe(new URL(url).host)
    const { host, connection, ...sent } = entregas[0]?.encabezados ?? {}
    expect(host).toBe(new URL(one.url).host)
    expect(connection).toBe('keep-alive')
    expect(arrived.map(({ body }) => body)).toEqual(entregas.map(({ cuerpo }) => cuerpo))
    expect(arrived[0]?.headers).toMatchObject(sent)
    expect(arrived.map(({ headers }) => headers['service-signature'])).toEqual(
      entregas.map(({ encabezados }) => encabezados['service-signature']),
    )
  })

  it('that points elsewhere is not followed: its 302 is a failed attempt', async () => {
    const elsewhere = await listening(200)
    onTestFinished(elsewhere.stop)
    const pointing = await listening(302)
    onTestFinished(pointing.stop)
    pointing.answerWith({ location: elsewhere.url })
    const sandbox = await started({ forwardWebhooks: pointing.url })
    const one = await underWay(sandbox)
    await sandbox.advance(twoDays)
    expect(await statusesOf(sandbox, one.id)).toEqual([302, 302, 302, 302, 302, 302])
    expect(elsewhere.arrived).toEqual([])
  })

  it('that nobody answers for fails every attempt, six in all, and is noted in the log', async () => {
    const { url, stop } = await listening()
    await stop()
    let warnings = 0
    const logger = Logger.make(({ message }) => {
      if (JSON.stringify(message).includes('webhook not forwarded')) warnings += 1
    })
    const sandbox = await startSandbox({ forwardWebhooks: url }, Logger.layer([logger]))
    onTestFinished(sandbox.stop)
    const one = await underWay(sandbox)
    await sandbox.advance(twoDays)
    expect(await statusesOf(sandbox, one.id)).toEqual([null, null, null, null, null, null])
    expect(warnings).toBe(6)
  })

  it('is chosen by account or by URL at run time, the URL first; a script comes before both', async () => {
    const [ofAccount, ofUrl] = [await listening(410, 200), await listening(500, 200)]
    onTestFinished(ofAccount.stop)
    onTestFinished(ofUrl.stop)
    const sandbox = await started()
    // Of others, who said nothing of theirs.
    const before = await underWay(sandbox)
    const first = await underWay(sandbox)
    const after = await underWay(sandbox)
    expect((await send(sandbox, { tenant: first.tenant, destino: ofAccount.url })).status).toBe(200)
    await sandbox.advance(twoDays)
    expect(await statusesOf(sandbox, first.id)).toEqual([410, 200])
    for (const { id } of [before, after]) expect(await statusesOf(sandbox, id)).toEqual([200])
    expect(ofAccount.arrived).toHaveLength(2)

    const second = await underWay(sandbox)
    expect((await send(sandbox, { tenant: second.tenant, destino: ofAccount.url })).status).toBe(200)
    // However it is spelled.
    const spelled = second.url.replace('partner', 'PARTNER').replace('.com/', '.com:443/./')
    expect((await send(sandbox, { url: spelled, destino: ofUrl.url })).status).toBe(200)
    await sandbox.advance(twoDays)
    expect(await statusesOf(sandbox, second.id)).toEqual([500, 200])

    const third = await underWay(sandbox)
    await send(sandbox, { tenant: third.tenant, destino: ofAccount.url })
    await scriptReceiver(sandbox, third.url, [503, 204])
    await sandbox.advance(twoDays)
    expect(await statusesOf(sandbox, third.id)).toEqual([503, 204])

    const last = await underWay(sandbox)
    await send(sandbox, { tenant: last.tenant, destino: ofAccount.url })
    await send(sandbox, { tenant: last.tenant, destino: null })
    await sandbox.advance(twoDays)
    expect(await statusesOf(sandbox, last.id)).toEqual([200])
    expect([ofAccount.arrived.length, ofUrl.arrived.length]).toEqual([2, 2])
  })

  it.each([
    ['the Internet', { tenant: 'demo-consumo', destino: 'https://example.com/' }],
    ['a private address', { tenant: 'demo-consumo', destino: 'http://172.17.0.2:3000/' }],
    ['a name that looks like loopback', { tenant: 'demo-consumo', destino: 'http://127.0.0.1.example.com/' }],
    ['a file', { tenant: 'demo-consumo', destino: 'file:///etc/passwd' }],
    ['a user and a password', { tenant: 'demo-consumo', destino: 'http://ana:secreto@127.0.0.1:1/' }],
    ['an account that is not there', { tenant: 'nadie', destino: 'http://127.0.0.1:1/' }],
    ['an account and a URL at once', { tenant: 'demo-consumo', url: 'https://a.example.com/', destino: null }],
    ['neither account nor URL', { destino: 'http://127.0.0.1:1/' }],
    ['a URL that is no webhook_url', { url: 'http://a', destino: 'http://127.0.0.1:1/' }],
  ])('is refused for %s: 400 peticion_invalida', async (_, body) => {
    expect(summaryOf(await send(await started(), body))).toBe('400 peticion_invalida')
  })

  it('may be in a container where --allow-destination says so', async () => {
    const sandbox = await started({ allowDestination: 'backend, 172.17.0.0/16, fd00::/8' })
    const answers = []
    for (const host of ['backend', '172.17.3.4', '[fd00::1]', '172.18.0.1', 'backend.example.com', '[fe80::1]']) {
      answers.push((await send(sandbox, { tenant: 'demo-consumo', destino: `http://${host}:3000/` })).status)
    }
    expect(answers).toEqual([200, 200, 200, 400, 400, 400])
  })
})
