import { DateTime } from 'effect'
import { describe, expect, it } from 'vitest'
import { retaining } from '#test/support/maintenance.ts'
import { wrongClock } from '#test/support/wrongClock.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
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
import { step, steppedDatabase } from '#tools/service/steppedClock.ts'

const age = (url: string, ...requestIds: ReadonlyArray<string>) =>
  query(
    url,
    `UPDATE verifications SET created_at = created_at - interval '31 days', resolved_at = resolved_at - interval '31 days'
      WHERE request_id IN (${requestIds.map((id) => `'${id}'`).join()})`,
  )
const idOf = ({ body }: Answered) => String(body['verificacion_id'])
const attempted = (url: string, count: number) =>
  until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === count)

describe('cotejo retention run', () => {
  const days = { COTEJO_RETENTION_DAYS: '30' }
  const run = async (url: string) =>
    JSON.parse((await cotejo(url, ['retention', 'run', '--reason', 'caso-1', '--json'], days)).out)
  const retire = (url: string, limit: number) =>
    retaining(url, ({ retire }) => retire(DateTime.makeUnsafe('2100-01-01'), limit))

  it('removes the content of old verifications, whose solicitud_id stays used: 404 and 409', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const { base, stop } = await startReplica(url, { retentionDays: 30 }, undefined, webhookSender().sender)
    const old = await create(base, key, { solicitud_id: 'sol-anterior', propiedad_id: 'prop-1' })
    const recent = await create(base, key, { solicitud_id: 'sol-nueva' })
    await attempted(url, 2)
    await age(url, 'sol-anterior')
    expect(await run(url)).toEqual({ retired: 1, days: 30 })
    expect(await run(url)).toEqual({ retired: 0, days: 30 })

    expect(await get(base, `/v1/verificaciones/${idOf(old)}`, key)).toMatchObject({
      status: 404,
      body: { codigo: 'verificacion_no_encontrada' },
    })
    const { body } = await get(base, '/v1/verificaciones', key)
    expect(body['verificaciones']).toMatchObject([{ verificacion_id: idOf(recent) }])
    const mensaje = 'La Idempotency-Key ya se usó, con otro cuerpo o en una verificación cuyos datos ya se eliminaron.'
    const conflict = { status: 409, body: { codigo: 'conflicto_idempotencia', mensaje } }
    expect(await create(base, key, { solicitud_id: 'sol-anterior', propiedad_id: 'prop-1' })).toMatchObject(conflict)
    expect(await create(base, key, { solicitud_id: 'sol-anterior' })).toMatchObject(conflict)
    expect(await create(base, key, { solicitud_id: 'sol-nueva' })).toMatchObject({
      status: 200,
      body: { verificacion_id: idOf(recent) },
    })
    expect((await get(base, '/v1/cuenta/consumo', key)).body['saldo']).toBe(800)
    await stop()

    const [row] = await query(url, "SELECT * FROM verifications WHERE request_id = 'sol-anterior'")
    expect(row).toMatchObject({
      ...{ fingerprint: null, reason: null, document: null, document_key: null, basis: null, consent_proof: null },
      ...{ webhook_url: null, property_id: null },
    })
    for (const table of ['deliveries', 'delivery_attempts']) {
      expect(await query(url, `SELECT verification_id FROM ${table}`)).toEqual([{ verification_id: idOf(recent) }])
    }
    expect(JSON.parse((await cotejo(url, ['verifications', 'show', 'sol', idOf(old), '--json'])).out)).toMatchObject({
      state: 'emitida',
      retired: expect.any(String),
    })
    expect(JSON.parse((await cotejo(url, ['verifications', 'list', 'sol', '--json'])).out)).toHaveLength(1)
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })

  it('leaves a verification whose webhook is still to be sent, until it is delivered or given up', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const { sender } = webhookSender((_, sentBefore) => (sentBefore < 2 ? 503 : 200))
    const { base, stop } = await startReplica(url, { retentionDays: 30 }, undefined, sender)
    const first = await create(base, key, { solicitud_id: 'sol-1' })
    await create(base, key, { solicitud_id: 'sol-2', solicitante: { curp: 'NOEX900101HDFRRS04' } })
    const third = await create(base, key, { solicitud_id: 'sol-3' })
    await attempted(url, 2)
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    await age(url, 'sol-1', 'sol-2', 'sol-3')
    // The first and the third wait, and keep the second from nothing.
    expect(await retire(url, 1)).toBe(1)
    expect(await run(url)).toMatchObject({ retired: 0 })
    expect(await get(base, `/v1/verificaciones/${idOf(first)}`, key)).toMatchObject({ body: { estado: 'emitida' } })

    await cotejo(url, ['deliveries', 'resend', 'sol', idOf(first)])
    await attempted(url, 3)
    await query(
      url,
      `WITH given_up AS (UPDATE deliveries SET state = 'agotada', attempts = 6, sent = 6, due_at = NULL WHERE state = 'pendiente' RETURNING *)
       INSERT INTO delivery_attempts SELECT account_id, verification_id, number, 'programado', now(), 1, 503, NULL
         FROM given_up, generate_series(2, 6) number`,
    )
    await stop()
    expect(JSON.parse((await cotejo(url, ['deliveries', 'list', 'sol', '--json'])).out)).toMatchObject([
      { state: expect.any(String) },
      { state: expect.any(String) },
    ])
    expect(await run(url)).toMatchObject({ retired: 2 })
    expect(await query(url, 'SELECT 1 FROM deliveries UNION ALL SELECT 1 FROM delivery_attempts')).toEqual([])
    expect(await cotejo(url, ['deliveries', 'show', 'sol', idOf(third)])).toMatchObject({ code: 1 })
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })

  it.each([
    ['asked for again', 'resend_at = now()'],
    ['taken up by a dispatcher', 'epoch = epoch + 1'],
  ])('leaves all of a verification whose webhook is %s meanwhile', async (_, change) => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const { base, stop } = await startReplica(url, {}, undefined, webhookSender().sender)
    await create(base, key)
    await attempted(url, 1)
    await stop()

    // Holds the changed row until the retention stands before it.
    const changing = query(
      url,
      `DO $$ BEGIN
         UPDATE deliveries SET ${change};
         WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted) LOOP PERFORM pg_sleep(0.01); END LOOP;
       END $$`,
    )
    const held = "SELECT 1 FROM pg_locks WHERE relation = 'deliveries'::regclass AND mode = 'RowExclusiveLock'"
    await until(async () => (await query(url, held)).length > 0)
    expect(await retire(url, 10)).toBe(0)
    await changing
    const kept =
      'SELECT 1 FROM verifications JOIN deliveries USING (verification_id) JOIN delivery_attempts USING (verification_id)'
    expect(await query(url, `${kept} WHERE retired_at IS NULL`)).toHaveLength(1)
    expect(await query(url, 'SELECT source FROM source_notes ORDER BY source')).toEqual([
      { source: 'identidad' },
      { source: 'judicial' },
      { source: 'listas' },
    ])
  })
})

describe('retention', () => {
  it('runs by itself where a worker is, of every account', async () => {
    const url = await testDatabase(migrated)
    const keys = await Promise.all(
      ['sol', 'luna'].map((account) => openAccount(url, account, { signingSecret: 'whsec_uno' })),
    )
    const { base, stop } = await startReplica(url, { retentionDays: 30 }, undefined, webhookSender().sender)
    await Promise.all(keys.map((key) => create(base, key, { solicitud_id: 'sol-anterior' })))
    const recent = await create(base, keys[0] ?? '', { solicitud_id: 'sol-nueva' })
    await attempted(url, 3)
    await age(url, 'sol-anterior')
    await query(url, 'UPDATE upkeep SET due_at = now()')
    await until(async () => (await query(url, 'SELECT 1 FROM verifications WHERE retired_at IS NULL')).length === 1)
    expect((await get(base, `/v1/verificaciones/${idOf(recent)}`, keys[0])).status).toBe(200)
    // The next run is an hour away.
    await until(
      async () => (await query(url, "SELECT 1 FROM upkeep WHERE due_at > now() + interval '55 minutes'")).length === 1,
    )
    await stop()
  })

  it('removes nothing while two replicas have different settings, which doctor names', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const right = await startReplica(url, { retentionDays: 365 }, undefined, webhookSender().sender)
    await create(right.base, key, { solicitud_id: 'sol-anterior' })
    await attempted(url, 1)
    await age(url, 'sol-anterior')
    const wrong = await startReplica(url, { retentionDays: 1 }, undefined, webhookSender().sender)
    await query(url, 'UPDATE upkeep SET due_at = now()')
    const told = ({ said }: typeof right) => said.some((line) => line.includes('settings differ'))
    await until(async () => told(right) || told(wrong))
    const agreement = async () => {
      const lines = JSON.parse((await cotejo(url, ['doctor', '--json'])).out)
      return lines.find(({ check }: { check: string }) => check === 'settings of replicas')
    }
    expect(await agreement()).toEqual({
      check: 'settings of replicas',
      result: 'fault',
      finding: 'replicas have different values of COTEJO_RETENTION_DAYS; retention is paused',
      action: 'Give all replicas the same value, and restart those that you changed.',
    })
    expect(await cotejo(url, ['retention', 'run', '--reason', 'caso-1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('different values of COTEJO_RETENTION_DAYS'),
    })
    expect(await query(url, 'SELECT 1 FROM verifications WHERE retired_at IS NOT NULL')).toEqual([])
    await wrong.stop()
    expect(await agreement()).toMatchObject({ result: 'ok', finding: 'they agree' })
    // A command whose own value is another one is refused, too.
    const mistaken = await cotejo(url, ['retention', 'run', '--reason', 'caso-1'], { COTEJO_RETENTION_DAYS: '1' })
    expect(mistaken).toMatchObject({
      code: 1,
      err: expect.stringContaining('different values of COTEJO_RETENTION_DAYS'),
    })
    await right.stop()
    const alone = await startReplica(url, { retentionDays: 1 }, undefined, webhookSender().sender)
    await query(url, 'UPDATE upkeep SET due_at = now()')
    await until(async () => (await query(url, 'SELECT 1 FROM verifications WHERE retired_at IS NULL')).length === 0)
    await alone.stop()
  })

  it('removes nothing at once where the clocks of the database and of the machine leap together', async () => {
    const url = await steppedDatabase()
    const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const before = await startReplica(url, {}, undefined, webhookSender().sender)
    await create(before.base, key)
    await attempted(url, 1)
    await before.stop()
    await step(url, 400 * 86_400)
    const leapt = await startReplica(url, {}, undefined, webhookSender().sender, wrongClock('400 days'))
    const kept = () => query(url, 'SELECT 1 FROM verifications WHERE retired_at IS NULL')
    const isTold = () => leapt.said.some((line) => line.includes('retention paused for 12 hours'))
    await until(async () => isTold() || (await kept()).length === 0)
    expect(await kept()).toHaveLength(1)
    await leapt.stop()
  })
})
