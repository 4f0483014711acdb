import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OwnPostgres, ownPostgres } from '#test/support/postgres.ts'
import { type Sandbox, startSandbox, validBody } from '#test/support/sandbox.ts'

/** Two seconds is the promise; a loaded machine adds its own, a frozen connection alone takes seven. */
const withinMillis = 5_000

describe('a database that does not answer', () => {
  let postgres: OwnPostgres
  let sandbox: Sandbox
  let key = ''
  beforeAll(async () => {
    postgres = await ownPostgres({ durable: true })
    sandbox = await startSandbox({ storage: postgres.url })
    key = (await sandbox.account()).llave
  })
  afterAll(async () => {
    postgres.resume()
    await sandbox.stop()
    await postgres.stop()
  })

  const everyRoute = (body: Record<string, unknown>) => [
    sandbox.call('POST', '/v1/verificaciones', {
      key,
      body,
      headers: { 'idempotency-key': String(body['solicitud_id']) },
    }),
    sandbox.call('GET', '/v1/verificaciones/ver_0000000000000000000000', { key }),
    sandbox.call('GET', '/v1/verificaciones', { key }),
    sandbox.call('GET', '/v1/cuenta/consumo', { key }),
    sandbox.call('GET', '/_salud'),
  ]

  it('is told as 503 base_no_alcanzable in time on every route while frozen, and all goes on afterwards', async () => {
    const body = validBody()
    // Keys are remembered for some seconds; this one is known now.
    expect((await sandbox.call('GET', '/v1/cuenta/consumo', { key })).status).toBe(200)
    postgres.pause()
    const start = performance.now()
    const answers = await Promise.all(everyRoute(body))
    const took = performance.now() - start
    postgres.resume()
    expect(answers.map(({ status, body: { codigo } }) => [status, codigo])).toEqual(
      answers.map(() => [503, 'base_no_alcanzable']),
    )
    expect(took).toBeLessThan(withinMillis)

    // The request may have been carried out when the database woke: its repetition gets one verification.
    const headers = { 'idempotency-key': String(body['solicitud_id']) }
    const repeat = async (): Promise<string> => {
      for (let attempt = 0; attempt < 40; attempt++) {
        const { status, body: answered } = await sandbox.call('POST', '/v1/verificaciones', { key, body, headers })
        if (status === 200) return String(answered['verificacion_id'])
      }
      throw new Error('the database did not come back')
    }
    const first = await repeat()
    expect(await repeat()).toBe(first)
    const { body: listed } = await sandbox.call('GET', '/v1/verificaciones', { key })
    expect(listed['verificaciones']).toHaveLength(1)
  })

  it('is told while it is gone, and served again without restart', async () => {
    await postgres.kill()
    const answers = await Promise.all(everyRoute(validBody()))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    await postgres.restart()
    const recovered = async (): Promise<number> => {
      for (let attempt = 0; attempt < 200; attempt++) {
        if ((await sandbox.call('GET', '/_salud')).status === 200) return attempt
      }
      return -1
    }
    expect(await recovered()).toBeGreaterThanOrEqual(0)
    expect((await sandbox.create(key)).status).toBe(200)
    await sandbox.advance(600)
    const { body } = await sandbox.call('GET', '/v1/verificaciones?estado=en_proceso', { key })
    expect(body['verificaciones']).toEqual([])
  })
})
