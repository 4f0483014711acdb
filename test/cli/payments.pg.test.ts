import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '#test/support/mcp.ts'
import { startProcessor, type TestProcessor } from '#tools/peers/processor.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  type Answered,
  cotejo,
  create,
  get,
  migrated,
  openAccount,
  startReplica,
  until,
} from '#tools/service/server.ts'

/** One payment and two accounts that verify payments on the same platform of the processor (contract 1.16). */
describe('two accounts on one platform', () => {
  let url = ''
  let processor: TestProcessor
  let replica: Awaited<ReturnType<typeof startReplica>>
  const keys: Array<string> = []
  beforeAll(async () => {
    url = await testDatabase(migrated)
    processor = await startProcessor()
    const { restrictedKey, destination } = processor.platform
    for (const account of ['norte', 'sur']) {
      keys.push(await openAccount(url, account, { mode: 'connect' }))
      await cotejo(url, ['accounts', 'processor', account, '--destination', destination], {
        COTEJO_PROCESSOR_KEY: restrictedKey,
      })
    }
    replica = await startReplica(url, { processorUrl: processor.address })
  })
  afterAll(async () => {
    await replica.stop()
    await processor.stop()
  })

  const named = (payment_intent_id: string) => ({ cobro: { modo: 'connect', payment_intent_id } })
  const key = (index: number): string => keys[index] ?? ''
  const idOf = ({ body }: Answered) => String(body['verificacion_id'])
  const emitted = (index: number, id: string) =>
    until(async () => (await get(replica.base, `/v1/verificaciones/${id}`, key(index))).body['estado'] === 'emitida')
  const overMcp = async (index: number, changes: Record<string, unknown>) => {
    const response = await fetch(`${replica.base}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key(index)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'crear_verificacion', arguments: validBody(changes) },
      }),
    })
    const text = await response.text()
    return outcomeOf({ status: response.status, headers: response.headers, text, body: JSON.parse(text) })
  }
  const refused = { status: 402, body: { codigo: 'cobro_no_verificado' } }

  it('back one verification with a payment: the other account gets 402 cobro_no_verificado over REST and MCP', async () => {
    const payment = await processor.pay({ amountCentavos: 9_000_00 })
    const first = await create(replica.base, key(0), named(payment))
    expect(first).toMatchObject({ status: 200, body: { estado: 'en_proceso' } })
    expect(await create(replica.base, key(1), named(payment))).toMatchObject(refused)
    expect((await overMcp(1, named(payment))).codigo).toBe('cobro_no_verificado')
    await emitted(0, idOf(first))
    expect(await create(replica.base, key(1), named(payment))).toMatchObject(refused)
    expect((await overMcp(1, named(payment))).codigo).toBe('cobro_no_verificado')
    expect((await get(replica.base, '/v1/verificaciones', key(1))).body['verificaciones']).toEqual([])
  })

  it('race for a payment, over REST and MCP at once: one is created, and it is transferred once', async () => {
    const payment = await processor.pay({ amountCentavos: 9_000_00 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const account = index % 2
        if (index % 4 < 2) return String((await create(replica.base, key(account), named(payment))).body['codigo'])
        return String((await overMcp(account, named(payment))).codigo)
      }),
    )
    expect(answers.filter((codigo) => codigo === 'cobro_no_verificado')).toHaveLength(11)
    const transfers = () =>
      query(url, `SELECT 1 FROM transfers WHERE payment_intent_id = '${payment}' AND state = 'ejecutada'`)
    await until(async () => (await transfers()).length === 1)
    expect(await query(url, `SELECT 1 FROM transfers WHERE payment_intent_id = '${payment}'`)).toHaveLength(1)
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })

  it('are each paid once for each of theirs, as the processor tells', async () => {
    for (const account of [0, 1]) {
      const payment = await processor.pay({ amountCentavos: 9_000_00 })
      await emitted(account, idOf(await create(replica.base, key(account), named(payment))))
      await until(
        async () =>
          (await query(url, `SELECT 1 FROM transfers WHERE payment_intent_id = '${payment}' AND state = 'ejecutada'`))
            .length === 1,
      )
    }
    expect(
      await cotejo(url, ['ledger', 'check', '--processor'], { COTEJO_PROCESSOR_URL: processor.address }),
    ).toMatchObject({ code: 0, out: expect.stringMatching(/^OK: /), err: '' })
  })

  it('pay no other account that the role of the commands puts in the place of theirs', async () => {
    const destinations = (destination: string) =>
      query(url, `UPDATE processor_accounts SET destination = '${destination}' WHERE account_id = 'norte'`)
    const payment = await processor.pay({ amountCentavos: 9_000_00 })
    await processor.run(processor.processor.faults.put('crear_transferencia', 'limite_429', 1))
    await emitted(0, idOf(await create(replica.base, key(0), named(payment))))
    const transfer = `transfers WHERE payment_intent_id = '${payment}'`
    const tried = async (sql: string) => (await query(url, `SELECT 1 FROM ${transfer} AND ${sql}`)).length === 1
    await until(() => tried('attempts = 1'))
    await destinations('acct_another')
    expect(await create(replica.base, key(0), { ...named('pi_another'), solicitud_id: 'otra' })).toMatchObject({
      status: 503,
      body: { codigo: 'base_no_alcanzable' },
    })
    await query(url, `UPDATE ${transfer.replace(' WHERE', ' SET due_at = now() WHERE')}`)
    await until(() => tried('attempts = 2'))
    expect(await query(url, `SELECT state, last_failure FROM ${transfer}`)).toEqual([
      { state: 'encolada', last_failure: 'sin_credenciales' },
    ])
    await destinations(processor.platform.destination)
    await query(url, `UPDATE ${transfer.replace(' WHERE', ' SET due_at = now() WHERE')}`)
    await until(() => tried("state = 'ejecutada'"))
    const made = await processor.run(processor.processor.transfers)
    expect(made.filter(({ paymentIntentId }) => paymentIntentId === payment)).toHaveLength(1)
  })

  it('get 402 cobro_no_verificado for the payment of an emitida whose data are removed', async () => {
    const payment = await processor.pay({ amountCentavos: 9_000_00 })
    const first = await create(replica.base, key(0), named(payment))
    await emitted(0, idOf(first))
    await query(
      url,
      `UPDATE verifications SET created_at = created_at - interval '400 days', resolved_at = resolved_at - interval '400 days'
        WHERE payment_intent_id = '${payment}'`,
    )
    // Its webhook has no secret to be signed with, and is given up.
    await query(url, `DELETE FROM deliveries WHERE verification_id = '${idOf(first)}'`)
    expect(JSON.parse((await cotejo(url, ['retention', 'run', '--reason', 'caso-1', '--json'])).out)).toMatchObject({
      retired: 1,
    })
    expect(await get(replica.base, `/v1/verificaciones/${idOf(first)}`, key(0))).toMatchObject({ status: 404 })
    for (const account of [0, 1]) {
      expect(await create(replica.base, key(account), named(payment))).toMatchObject(refused)
      expect((await overMcp(account, named(payment))).codigo).toBe('cobro_no_verificado')
    }
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })
})
