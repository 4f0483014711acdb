import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { started, startedSimulator } from '#test/support/childProcess.ts'
import { partnerProject } from '#test/support/partnerProject.ts'
import { answer, type Step, scriptedService } from '#test/support/scriptedService.ts'

let project: string
beforeAll(async () => {
  project = await partnerProject()
})
afterAll(() => rm(project, { recursive: true, force: true }))

/** What came to the partner's URL, in the order of its arrival. */
interface Arrived {
  readonly headers: Record<string, string>
  readonly body: string
}

/** Where the simulator forwards webhooks to, before the back end is there: it keeps them. */
const mailbox = async () => {
  const arrived: Array<Arrived> = []
  let wake = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = Object.entries(request.headers).filter(([name]) => /^service-|^content-type$/.test(name))
    arrived.push({ headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])), body })
    response.writeHead(200).end()
    wake.resolve()
    wake = Promise.withResolvers()
  })
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const webhookOf = async (id: string): Promise<Arrived> => {
    for (;;) {
      const found = arrived.find(({ body }) => body.includes(id))
      if (found !== undefined) return found
      await wake.promise
    }
  }
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, webhookOf }
}

/** Its time budget of ten minutes is ten seconds here: no busy machine takes as long for the sources. */
const speed = '60'
/** A simulator, its mailbox, and the back end of the example. */
const platform = async (speedOfBackend = speed) => {
  const { url, webhookOf } = await mailbox()
  const COTEJO_URL = await startedSimulator('--speed', speed, '--forward-webhooks', url)
  return { webhookOf, ...(await backendOf(COTEJO_URL, speedOfBackend)) }
}

/** The back end of the example, for a service. */
const backendOf = async (COTEJO_URL: string, SPEED = speed) => {
  const backend = started(process.execPath, ['examples/partner-backend.ts'], {
    cwd: project,
    env: { COTEJO_URL, PORT: '0', SPEED },
  })
  const [, port] = await backend.says(/listening on .*port: (\d+)/)
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers })
  return {
    says: backend.says,
    /** How often it has printed this. */
    timesSaid: (text: string) => backend.printed().split(text).length - 1,
    deliver: async ({ headers, body }: Arrived) => (await post('/webhooks/cotejo', body, headers)).status,
    /** Asks for a verification; answers what the back end knows of it, or its error. */
    apply: async (curp: string): Promise<{ status: number; body: Record<string, string> }> => {
      const response = await post('/applications', JSON.stringify({ curp }))
      return { status: response.status, body: JSON.parse(await response.text()) }
    },
  }
}

/** What is told of a verification at its end. */
const endOf = (solicitud_id: string | undefined) => new RegExp(`^${solicitud_id} (.*)$`, 'm')

describe('examples/partner-backend.ts', () => {
  it('takes the end from the webhook, once, and from nobody else', async () => {
    // Its minute is as long as ours: nothing is asked for in the meantime.
    const { apply, webhookOf, deliver, says, timesSaid } = await platform('1')
    const { status, body } = await apply('LIMP900101HDFRRS03')
    expect([status, body['estado']]).toEqual([201, 'en_proceso'])
    const webhook = await webhookOf(body['verificacion_id'] ?? '')
    const forged = { ...webhook, body: webhook.body.replace('puede_continuar', 'no_continuar_todavia') }
    expect(await deliver(forged)).toBe(401)
    expect(await deliver({ ...webhook, headers: {} })).toBe(401)
    expect([await deliver(webhook), await deliver(webhook)]).toEqual([204, 204])
    const [, told] = await says(endOf(body['solicitud_id']))
    expect(told).toBe('emitida, puede_continuar, by webhook')

    // Once the next one is through, all of the first has been said.
    const { body: next } = await apply('ROJF900101HDFRRS03')
    expect(await deliver(await webhookOf(next['verificacion_id'] ?? ''))).toBe(204)
    await says(endOf(next['solicitud_id']))
    expect(timesSaid(`received ${webhook.headers['service-event-id']}`)).toBe(1)
    expect(timesSaid(`${body['solicitud_id']} emitida`)).toBe(1)
  })

  it('asks after what had no webhook in 11 minutes, because it was lost or there is none', async () => {
    const { apply, says } = await platform()
    const lost = await apply('LIMP900101HDFRRS03')
    const none = await apply('FALL900101HDFRRS03')
    expect((await says(endOf(lost.body['solicitud_id'])))[1]).toBe('emitida, puede_continuar, by GET')
    expect((await says(endOf(none.body['solicitud_id'])))[1]).toBe('no_concluyente, no recommendation, by GET')
  })

  it('asks again for what a stranger answered: the verification may exist', async () => {
    const requests: Array<string> = []
    const create: Step = (response, seen) => {
      requests.push(seen.body)
      const { solicitud_id } = JSON.parse(seen.body)
      const verification = {
        verificacion_id: 'ver_1',
        solicitud_id,
        estado: 'no_concluyente',
        consentimiento: {},
        cobro: {},
      }
      answer(200, requests.length === 1 ? '<html>Sign in</html>' : verification)(response, seen)
    }
    const service = await scriptedService((response, seen) =>
      seen.method === 'POST' ? create(response, seen) : answer(200, { verificaciones: [] })(response, seen),
    )
    onTestFinished(service.stop)
    const { apply, says } = await backendOf(service.base)
    expect(await apply('LIMP900101HDFRRS03')).toEqual({ status: 502, body: { codigo: null } })
    expect((await says(/^\S+ (no_concluyente.*)$/m))[1]).toBe('no_concluyente, no recommendation, by GET')
    expect(requests).toEqual([requests[0], requests[0]])
  })

  it('tells its caller what was refused: curp_invalida', async () => {
    const { apply } = await platform()
    expect(await apply('LIMP')).toEqual({ status: 502, body: { codigo: 'curp_invalida' } })
  })
})
