import { Duration, Effect, Layer, ManagedRuntime } from 'effect'
import { TestClock } from 'effect/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Verifications } from '#ports/Verifications.ts'
import { ask, callTool } from '#test/support/mcp.ts'
import { postgresStorage } from '#test/support/storage.ts'
import { noon, plenty } from '#test/support/storedVerifications.ts'
import { type OwnPostgres, ownPostgres } from '#tools/postgres/postgres.ts'
import { type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'
import { standingClock } from '#tools/service/testTime.ts'

const reading = {
  consultar_verificacion: { verificacion_id: 'ver_0000000000000000000000' },
  listar_verificaciones: {},
  consultar_consumo: {},
  consultar_salud: {},
}
const everything = { crear_verificacion: validBody(), ...reading }

describe('a database that does not answer', () => {
  let postgres: OwnPostgres
  let sandbox: Sandbox
  let key = ''
  /** The key of an account that no request had before. */
  let stranger = ''
  beforeAll(async () => {
    postgres = await ownPostgres({ durable: true })
    sandbox = await startSandbox({ storage: postgres.url }, undefined, Layer.empty)
    key = (await sandbox.account()).llave
    stranger = (await sandbox.account()).llave
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

  /** What tools answer, whose key the replica remembers or not. */
  const answersOf = (llave: string, tools: Record<string, unknown>) =>
    Promise.all(
      Object.entries(tools).map(async ([name, args]) => {
        const { answer, codigo } = await callTool(sandbox, llave, name, args)
        return [name, answer.status, Object(answer.body['result']).isError, codigo]
      }),
    )
  const toldBy = (tools: Record<string, unknown>) =>
    Object.keys(tools).map((name) => [name, 200, true, 'base_no_alcanzable'])

  it('is told as 503 base_no_alcanzable on every route while it is frozen, and all goes on afterwards', async () => {
    const body = validBody()
    // Keys are remembered for some seconds; this one is known now.
    expect((await sandbox.call('GET', '/v1/cuenta/consumo', { key })).status).toBe(200)
    postgres.pause()
    const answers = await Promise.all(everyRoute(body))
    const tools = await answersOf(key, reading)
    postgres.resume()
    expect(answers.map(({ status, body: { codigo } }) => [status, codigo])).toEqual(
      answers.map(() => [503, 'base_no_alcanzable']),
    )
    expect(tools).toEqual(toldBy(reading))

    // The request may have been carried out when the database woke: its repetition gets one verification.
    const headers = { 'idempotency-key': String(body['solicitud_id']) }
    const repeat = async (): Promise<string> => {
      while (true) {
        const { status, body: answered } = await sandbox.call('POST', '/v1/verificaciones', { key, body, headers })
        if (status === 200) return String(answered['verificacion_id'])
      }
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
    expect(await answersOf(stranger, everything)).toEqual(toldBy(everything))
    for (const method of ['tools/list', 'ping', 'initialize']) {
      const { status, body } = await ask(sandbox, { key: stranger, method })
      expect([method, status, body['codigo']]).toEqual([method, 503, 'base_no_alcanzable'])
    }
    const nobody = await callTool(sandbox, `${stranger}x`, 'consultar_salud')
    expect([nobody.answer.status, nobody.codigo]).toEqual([401, 'llave_invalida'])
    await postgres.restart()
    await expect.poll(async () => (await sandbox.call('GET', '/_salud')).status).toBe(200)
    expect((await sandbox.create(key)).status).toBe(200)
    // A claim whose answer was lost with the server is given back some seconds later.
    const unfinished = async () => {
      await sandbox.advance(600)
      const { body } = await sandbox.call('GET', '/v1/verificaciones?estado=en_proceso', { key })
      return body['verificaciones']
    }
    await expect.poll(unfinished, { interval: 500 }).toEqual([])
  })
})

describe('a statement that is not answered', () => {
  const lease = { lasts: Duration.hours(1), renewedEvery: Duration.minutes(1) }

  it.each<
    readonly [
      what: string,
      seconds: number,
      factor: number,
      statement: Effect.Effect<unknown, StorageUnavailable, Deliveries | Resolutions | Verifications>,
    ]
  >([
    ['that a request waits for', 1.5, 1, Verifications.use(({ read }) => read('cuenta', 'ver_0'))],
    [
      'that a request waits for, where everything waits twice as long,',
      3,
      2,
      Verifications.use(({ read }) => read('cuenta', 'ver_0')),
    ],
    ['of the work on verifications', 10, 1, Resolutions.use(({ claim }) => claim(noon, plenty))],
    ['of the deliveries', 10, 1, Deliveries.use(({ claim }) => claim(noon, plenty))],
  ])('%s is given up after %f s: StorageUnavailable', async (_, seconds, factor, statement) => {
    const postgres = await ownPostgres({ durable: true })
    const runtime = ManagedRuntime.make(
      postgresStorage(postgres.url, 'nodo', lease).pipe(
        Layer.provide(Layer.succeed(TimeoutFactor, factor)),
        Layer.provideMerge(standingClock),
      ),
    )
    // Several connections are open: one may still be the heartbeat's.
    await runtime.runPromise(Effect.replicateEffect(statement, 3, { concurrency: 'unbounded' }))
    postgres.pause()
    let isOver = false
    const asked = runtime.runPromise(Effect.flip(statement)).finally(() => {
      isOver = true
    })
    await runtime.runPromise(TestClock.adjust({ seconds: seconds - 0.001 }))
    expect(isOver).toBe(false)
    await runtime.runPromise(TestClock.adjust('1 millis'))
    expect(await asked).toMatchObject({ _tag: 'StorageUnavailable', reason: 'no answer in time' })
    postgres.resume()
    await runtime.dispose()
    await postgres.stop()
  })
})
