import { Duration } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BaseBackup, baseBackup } from '#test/support/baseBackup.ts'
import { startProcessor, type TestProcessor } from '#tools/peers/processor.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { type OwnPostgres, ownPostgres, query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

const pay = { account: 'plataforma' }

/** An account that is paid by transfers, and whose webhooks are signed; its key. */
const openPlatform = async (url: string, { platform }: TestProcessor): Promise<string> => {
  const key = await openAccount(url, pay.account, { mode: 'connect', signingSecret: 'whsec_uno' })
  await cotejo(url, ['accounts', 'processor', pay.account, '--destination', platform.destination], {
    COTEJO_PROCESSOR_KEY: platform.restrictedKey,
  })
  return key
}

describe('a backup that is restored', () => {
  let processor: TestProcessor
  let postgres: OwnPostgres
  let backup: BaseBackup
  let restored: Awaited<ReturnType<BaseBackup['start']>>
  let key = ''
  /** What partners ask for, and ask for again. */
  const requests: Array<Record<string, unknown>> = []
  const { sent, sender } = webhookSender()

  const newRequest = async () => {
    const payment_intent_id = await processor.pay({ amountCentavos: 1_000_00 })
    const request = { solicitud_id: `sol-${requests.length}`, cobro: { modo: 'connect', payment_intent_id } }
    requests.push(request)
    return request
  }
  const order = async (base: string): Promise<void> => {
    const request = await newRequest()
    // The disk is busy with the copy: 503 is answered, and partners ask again.
    await until(async () => (await create(base, key, request)).status === 200)
  }
  const start = (url: string, roles?: ReadonlyArray<'api'>) =>
    startReplica(url, { processorUrl: processor.address, ...(roles && { roles }) }, undefined, sender)
  const count = async (url: string, from: string): Promise<number> => (await query(url, `SELECT 1 FROM ${from}`)).length
  /** Waits until everything that was asked for is emitted, transferred and told: in one statement, since an end moves all three. */
  const idle = (url: string) =>
    until(async () => {
      const open = `SELECT 1 FROM verification_work UNION ALL SELECT 1 FROM transfers WHERE state = 'encolada'
                    UNION ALL SELECT 1 FROM deliveries WHERE state = 'pendiente'`
      return (await query(url, open)).length === 0
    })
  const commanded = (...args: ReadonlyArray<string>) =>
    cotejo(restored.url, [...args, '--json'], { COTEJO_PROCESSOR_URL: processor.address })

  beforeAll(async () => {
    processor = await startProcessor()
    postgres = await ownPostgres({ durable: true })
    await migrated(postgres.url)
    key = await openPlatform(postgres.url, processor)
    const before = await start(postgres.url)
    for (let index = 0; index < 3; index++) await order(before.base)
    await idle(postgres.url)
    await before.stop()

    // What is admitted while the files are copied, and before, is still en_proceso when the backup ends.
    const admitting = await start(postgres.url, ['api'])
    await order(admitting.base)
    let isCopied = false
    const load = async () => {
      while (!isCopied) await order(admitting.base)
    }
    const loaded = load()
    backup = await baseBackup(postgres)
    isCopied = true
    await loaded
    await admitting.stop()

    // All of it ends, and more comes and ends, that the backup knows nothing of.
    const after = await start(postgres.url)
    for (let index = 0; index < 3; index++) await order(after.base)
    await idle(postgres.url)
    await after.stop()
    await postgres.stop()

    processor.wait(Duration.hours(25))
    restored = await backup.start()
    // A day has passed, by which the processor has forgotten its keys.
    await query(
      restored.url,
      `UPDATE verifications SET created_at = created_at - interval '25 hours', deadline = deadline - interval '25 hours'`,
    )
  })
  afterAll(async () => {
    await restored?.stop()
    await backup?.remove()
    await postgres?.stop()
    await processor?.stop()
  })

  const transfersOfPayments = async (): Promise<ReadonlyArray<number>> => {
    const made = await processor.run(processor.processor.transfers)
    return requests.map(({ cobro }) => made.filter((one) => JSON.stringify(cobro).includes(one.paymentIntentId)).length)
  }
  const eventsOfVerifications = () =>
    [...Map.groupBy(sent, ({ body }) => JSON.parse(new TextDecoder().decode(body)).verificacion_id).values()].map(
      (told) => new Set(told.map(({ eventId }) => eventId)).size,
    )

  it('transfers no payment twice and tells no event under a second id, though partners repeat everything', async () => {
    expect(requests.length).toBeGreaterThan(6)
    const underWay = await count(restored.url, "verifications WHERE state = 'en_proceso'")
    expect(underWay).toBeGreaterThan(0)
    const known = await count(restored.url, 'verifications')
    expect(known).toBeLessThanOrEqual(requests.length - 3)

    expect(await commanded('recover', '--begin')).toMatchObject({ code: 0 })
    expect(await query(restored.url, "SELECT 1 FROM claim_verifications('mine', now(), 10, 10)")).toEqual([])
    const replica = await start(restored.url)
    const recovered = await commanded('recover')
    expect(recovered).toMatchObject({ code: 0, err: '' })
    const told = JSON.parse(recovered.out)
    expect(told).toMatchObject({ standsStill: false, underWay, lostTransfers: requests.length - known })
    expect(told.found).toHaveLength(requests.length - known)
    const again = JSON.parse((await commanded('recover')).out)
    expect(again).toMatchObject({ lostTransfers: told.lostTransfers, found: told.found })
    await idle(restored.url)
    const checked = await commanded('ledger', 'check', '--processor')
    expect([checked.code, JSON.parse(checked.out)]).toMatchObject([0, { ok: true, processor: true }])

    for (const request of requests) {
      const { status, body } = await create(replica.base, key, request)
      expect(status).toBe(200)
      const path = `/v1/verificaciones/${body['verificacion_id']}`
      await until(async () => (await get(replica.base, path, key)).body['estado'] !== 'en_proceso')
      expect((await get(replica.base, path, key)).body['estado']).toBe('emitida')
    }
    await idle(restored.url)
    expect(await transfersOfPayments()).toEqual(requests.map(() => 1))
    expect(new Set(eventsOfVerifications())).toEqual(new Set([1]))
    expect(await count(restored.url, "transfers WHERE state = 'ejecutada'")).toBe(requests.length)
    expect(await commanded('ledger', 'check', '--processor')).toMatchObject({ code: 0 })
    await replica.stop()
  })
})

describe('cotejo recover', () => {
  let processor: TestProcessor
  let url = ''
  beforeAll(async () => {
    processor = await startProcessor()
    url = await testDatabase(migrated)
    await openPlatform(url, processor)
  })
  afterAll(() => processor.stop())
  const recover = async (...args: ReadonlyArray<string>) => {
    const { code, out } = await cotejo(url, ['recover', ...args, '--json'], { COTEJO_PROCESSOR_URL: processor.address })
    return { code, told: JSON.parse(out) }
  }
  const standsStill = async () => Object.values((await query(url, 'SELECT stands_still()'))[0] ?? {})[0]

  it('leaves work standing still while the processor does not tell, until the operator says otherwise', async () => {
    const silence = () => processor.run(processor.processor.faults.put('listar_transferencias', 'error_500', 1))
    await silence()
    expect(await recover()).toMatchObject({
      code: 1,
      told: { standsStill: true, underWay: null, found: [{ account: pay.account, found: 'procesador_fallo' }] },
    })
    expect(await standsStill()).toBe(true)
    expect(await recover('--end')).toMatchObject({ code: 0, told: { underWay: 0 } })
    expect(await standsStill()).toBe(false)
    await silence()
    await recover()
    expect(await recover()).toMatchObject({ code: 0, told: { standsStill: false, found: [] } })
    expect(await standsStill()).toBe(false)
  })

  it('has nobody take work from --begin to its end, and takes back what anybody held', async () => {
    await query(
      url,
      `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, replica_id)
       VALUES ('a', 'held', 'pi_1', 1, now(), 'node'), ('a', 'free', 'pi_2', 1, now(), NULL)`,
    )
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
       VALUES ('${pay.account}', 'free', 'evt_1', 'https://x.mx', 'x.mx', now())`,
    )
    const claimed = async () => {
      const transfers = await query(url, "SELECT 1 FROM claim_transfers('mine', now(), 10, 10)")
      const deliveries = await query(url, "SELECT 1 FROM claim_deliveries('mine', now(), 10, 10, 10)")
      return [transfers.length, deliveries.length]
    }
    expect(await recover('--begin')).toMatchObject({ code: 0, told: { standsStill: true } })
    expect(await recover('--begin')).toMatchObject({ code: 0 })
    expect(await claimed()).toEqual([0, 0])
    expect(await query(url, 'SELECT replica_id, epoch FROM transfers ORDER BY epoch')).toEqual([
      { replica_id: null, epoch: 0 },
      { replica_id: null, epoch: 1 },
    ])
    await recover('--end')
    expect(await claimed()).toEqual([2, 1])
  })
})
