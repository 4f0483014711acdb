import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { verifyWebhook } from '#client/verifyWebhook.ts'
import { started } from '#test/support/childProcess.ts'
import { freePort } from '#tools/machine/freePort.ts'
import { temporaryDirectory, temporaryFile } from '#tools/machine/temporary.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { create, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A partner's receiver on a port that it keeps; what it answers may change. */
const receiverOn = async (port: number, arrivals: Array<Arrival>, status: () => number) => {
  const server = createServer(async (request, response) => {
    arrivals.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString('utf8') })
    response.writeHead(status()).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close().closeAllConnections()
    await once(server, 'close').catch(() => undefined)
  }
  onTestFinished(() => void server.closeAllConnections())
  return { stop }
}

describe('npx @cotejo/client listen, against a replica of the service', () => {
  it('delivers once what was emitted, through a restart of the service, the receiver and itself', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'socio', { signingSecret: secret })
    const [port, receiverPort] = [await freePort(), await freePort()]
    let replica = await startReplica(url, { port })
    onTestFinished(() => replica.stop())
    const arrivals: Array<Arrival> = []
    let status = 200
    let receiver = await receiverOn(receiverPort, arrivals, () => status)
    const state = join(temporaryDirectory('listen'), 'position.json')
    const listener = () =>
      started(
        process.execPath,
        ['src/client/cotejo.ts', 'listen', '--url', replica.base, '--state', state].concat([
          '--to',
          `http://127.0.0.1:${receiverPort}/webhooks`,
        ]),
        { env: { COTEJO_KEY: key, COTEJO_WEBHOOK_SECRETS: secret } },
      )
    const emitted = async () => {
      const { body } = await create(replica.base, key)
      const path = `${replica.base}/v1/verificaciones/${body['verificacion_id']}`
      const headers = { authorization: `Bearer ${key}` }
      let text = ''
      await until(async () => {
        text = await (await fetch(path, { headers })).text()
        return text.includes('"estado":"emitida"')
      })
      return { id: String(body['verificacion_id']), text }
    }

    const before = await emitted()
    const first = listener()
    await first.says(/listening; passed over 1 /)
    const one = await emitted()
    await first.says(new RegExp(`${one.id} delivered: 200`))
    expect(arrivals.map(({ body }) => body)).toEqual([one.text])
    const headers: IncomingHttpHeaders = arrivals[0]?.headers ?? {}
    expect(headers['service-event-id']).toBe(`evt_local_${one.id.slice(4)}`)
    const header = String(headers['service-signature'])
    expect(await verifyWebhook({ rawBody: one.text, header, secrets: secret })).toMatchObject({
      valid: true,
      event: { verificacion_id: one.id },
    })

    await replica.stop()
    await first.says(/the service cannot be reached.*; trying again/)
    replica = await startReplica(url, { port })
    status = 500
    const two = await emitted()
    await first.says(new RegExp(`${two.id} refused: 500; trying again`))
    await receiver.stop()
    await first.says(new RegExp(`${two.id} not delivered: nobody answers`))
    first.end('SIGTERM')
    expect((await first.ended).code).toBe(0)

    status = 204
    receiver = await receiverOn(receiverPort, arrivals, () => status)
    const three = await emitted()
    const second = listener()
    await second.says(new RegExp(`${three.id} delivered: 204`))
    second.end('SIGTERM')
    await second.ended
    const bodies = arrivals.map(({ body }) => body)
    expect(new Set(bodies)).toEqual(new Set([one.text, two.text, three.text]))
    expect(bodies.filter((body) => body === one.text)).toHaveLength(1)
    expect(bodies).not.toContain(before.text)
    expect(second.printed()).toContain(`${two.id} delivered: 204`)
  })

  it('says what is wrong with its start: exit code 2', async () => {
    const start = (...args: ReadonlyArray<string>) =>
      started(process.execPath, ['src/client/cotejo.ts', 'listen', ...args], {
        env: { COTEJO_KEY: '', COTEJO_WEBHOOK_SECRETS: '' },
      }).ended
    for (const elsewhere of ['x', 'https://example.com/hook', 'http://user:pass@127.0.0.1/', 'ftp://127.0.0.1/']) {
      const { code, err } = await start('--to', elsewhere)
      expect([code, err.split(',')[0]]).toEqual([
        2,
        '--to must be an http or https URL of this machine or a private network',
      ])
    }
    const to = ['--to', 'http://127.0.0.1:1/']
    expect(await start(...to)).toMatchObject({
      code: 2,
      err: expect.stringContaining('COTEJO_KEY and COTEJO_WEBHOOK_SECRETS'),
    })
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const nobody = started(process.execPath, ['src/client/cotejo.ts', 'listen', ...to, '--url', nowhere], {
      env: { COTEJO_KEY: 'avs_test_x', COTEJO_WEBHOOK_SECRETS: secret },
    })
    onTestFinished(async () => {
      nobody.end('SIGTERM')
      await nobody.ended
    })
    await nobody.says(new RegExp(`\\(ECONNREFUSED\\) at ${nowhere} \\(--url names another address\\); trying again`))
    const url = await testDatabase(migrated)
    const replica = await startReplica(url)
    onTestFinished(replica.stop)
    const state = temporaryFile('{"of":"another","done":[],"open":[]}', 'position.json')
    const other = await start(...to, '--key', 'avs_test_x', '--secret', secret, '--state', state)
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('belongs to another key or installation') })
    const unknown = await start(...to, '--key', 'avs_test_x', '--secret', secret, '--url', replica.base)
    expect(unknown).toMatchObject({ code: 2, err: 'The key is refused: 401.\n' })
  })
})
