import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Cotejo } from '#client/Client.ts'
import { startSimulator } from '#simulator/package/startSimulator.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { type Child, started } from '#test/support/childProcess.ts'
import { freePort } from '#tools/machine/freePort.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

const folder = temporaryDirectory('receivers')
let simulator: Awaited<ReturnType<typeof startSimulator>>
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(async () => {
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

const go = join(folder, 'receiver')

/** How each is run. What compiles does so before. The one in C# was only read: it needs a .NET that Debian lacks. */
const languages = {
  Node: { needs: process.execPath, compile: null, run: () => [process.execPath, 'examples/webhooks/receiver.mjs'] },
  Python: { needs: 'python3', compile: null, run: () => ['python3', 'examples/webhooks/receiver.py'] },
  PHP: {
    needs: 'php',
    compile: null,
    run: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'examples/webhooks/receiver.php'],
  },
  Java: { needs: 'javac', compile: null, run: () => ['java', 'examples/webhooks/Receiver.java'] },
  Go: { needs: 'go', compile: ['build', '-o', go, 'examples/webhooks/receiver.go'], run: () => [go] },
  Ruby: { needs: 'ruby', compile: null, run: () => ['ruby', 'examples/webhooks/receiver.rb'] },
}

const isThere = (command: string): boolean =>
  spawnSync(command, [command === 'go' ? 'version' : '--version']).error === undefined

/** Until it answers, whatever that is. */
const listening = async (port: number, { ended }: Child): Promise<void> => {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (answer !== null) return
    const pause = new Promise((resolve) => setTimeout(resolve, 50))
    const last = await Promise.race([ended, pause])
    if (last !== undefined) throw new Error(`it ended: ${JSON.stringify(last)}`)
  }
}

const nextSecret = 'whsec_bmFkaWUgbcOhcyBsbyBzYWJl'
const signed = (secret: string, body: string, secondsOff = 0): Record<string, string> => {
  const t = Math.floor(Date.now() / 1_000) + secondsOff
  return { 'Service-Signature': `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}` }
}

describe('examples/webhooks', () => {
  for (const [name, { needs, compile, run }] of Object.entries(languages)) {
    it(`${name} takes what the service signed, and nothing else`, async ({ skip }) => {
      if (!isThere(needs)) return skip(`${needs} is not on this machine: this receiver was not run`)
      if (compile !== null) {
        const { status, stderr } = spawnSync(needs, compile, { env: { ...process.env, GOPROXY: 'off' } })
        expect(status, String(stderr)).toBe(0)
      }
      const world = await simulator.world({ congelado: true })
      const { llave, secreto_firma: secret, tenant } = world.account()
      const port = await freePort()
      const [command = '', ...args] = run(port)
      const env = { PORT: String(port), WEBHOOK_SECRETS: `${secret},${nextSecret}`, TMPDIR: folder }
      const receiver = started(command, args, { env })
      await listening(port, receiver)

      const url = `http://127.0.0.1:${port}/webhooks`
      await world.sendWebhooks({ tenant }, url)
      const sample = sampleRequest('sol-0001')
      const consentimiento = { ...sample.consentimiento, otorgado: true as const }
      await new Cotejo({ baseUrl: world.url, apiKey: llave }).create({ ...sample, consentimiento })
      await world.advance(600)
      const [delivery] = await world.deliveries()
      expect(delivery?.estatus).toBe(204)

      const { cuerpo: body = '', event_id: eventId = '', encabezados = {} } = delivery ?? {}
      const deliver = async (text: string, headers: Record<string, string>) => {
        const all = { 'content-type': 'application/json', 'Service-Event-Id': eventId, ...headers }
        return (await fetch(url, { method: 'POST', body: text, headers: all })).status
      }
      const original = { 'Service-Signature': encabezados['service-signature'] ?? '' }
      const changed = body.replace('puede_continuar', 'no_continuar_todavia')
      const spaced = JSON.stringify(JSON.parse(body), null, 1)
      expect({
        repeated: await deliver(body, original),
        spaced: await deliver(spaced, signed(secret, spaced)),
        nextSecret: await deliver(body, signed(nextSecret, body)),
        changed: await deliver(changed, original),
        unsigned: await deliver(body, {}),
        foreign: await deliver(body, signed('whsec_', body)),
        old: await deliver(body, signed(secret, body, -400)),
        early: await deliver(body, signed(secret, body, 400)),
        malformed: await deliver(body, { 'Service-Signature': `${original['Service-Signature']},v1=` }),
      }).toEqual({
        repeated: 204,
        spaced: 204,
        nextSecret: 204,
        changed: 401,
        unsigned: 401,
        foreign: 401,
        old: 401,
        early: 401,
        malformed: 401,
      })
      await world.close()
    })
  }
})
