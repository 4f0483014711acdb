import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { DateTime, Effect, Layer, Redacted } from 'effect'
import { afterAll, describe, expect, it } from 'vitest'
import { definitions } from '#adapters/postgres/schema/Migrations.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import packageJson from '#package.json' with { type: 'json' }
import { Sources } from '#ports/Sources.ts'
import { startProcessor } from '#tools/peers/processor.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'
import { type Golden, restore, rowsOf } from './Golden.ts'

const folder = new URL('.', import.meta.url)
const releases = readdirSync(folder).filter((name) => name.endsWith('.json'))

/** Everybody answers at once but `judicial`, which is to be asked again much later. */
const halfway = Layer.effect(
  Sources,
  Effect.map(Sources, ({ consult }) => ({
    consult: (one) => {
      const later = DateTime.add(one.startedAt, { hours: 1 })
      return one.source === 'judicial'
        ? Effect.succeed({ _tag: 'NotYet' as const, readyAt: later })
        : consult({ ...one, now: later })
    },
  })),
).pipe(Layer.provide(SandboxSources.layer('tests')))

const count = async (url: string, from: string) => (await query(url, `SELECT 1 FROM ${from}`)).length
const runRetention = (url: string) => cotejo(url, ['retention', 'run', '--reason', 'caso-1'])

/** A database with a row of every kind, as the code of today stores it. */
const made = async (): Promise<Golden> => {
  const url = await testDatabase(migrated)
  const processor = await startProcessor()
  const { platform } = processor
  const prepaid = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
  const platformKey = await openAccount(url, 'plataforma', { mode: 'connect', signingSecret: 'whsec_tres' })
  const { signingSecret: nextSecret } = JSON.parse(
    (await cotejo(url, ['signing-secrets', 'rotate', 'sol', '--json'])).out,
  )
  await cotejo(url, ['accounts', 'processor', 'plataforma', '--destination', platform.destination], {
    COTEJO_PROCESSOR_KEY: platform.restrictedKey,
  })
  const payment_intent_id = await processor.pay()
  await processor.run(processor.processor.faults.put('crear_transferencia', 'limite_429', 99))
  const inexistent = { curp: 'NOEX900101HDFRRS04' }
  const requests = {
    delivered: validBody({ solicitud_id: 'sol-entregada' }),
    undelivered: validBody({ solicitud_id: 'sol-por-entregar' }),
    inconclusive: validBody({ solicitud_id: 'sol-inexistente', solicitante: inexistent }),
    retired: validBody({ solicitud_id: 'sol-anterior', solicitante: inexistent }),
    halfway: validBody({ solicitud_id: 'sol-a-medias' }),
    transferred: validBody({ solicitud_id: 'sol-transferencia', cobro: { modo: 'connect', payment_intent_id } }),
  }
  const { sender } = webhookSender((_, before) => (before === 0 ? 200 : 503))
  const replica = await startReplica(url, { processorUrl: processor.address }, undefined, sender)
  const answers: Record<string, Record<string, unknown>> = {}
  const end = async (key: string, body: Record<string, unknown>, isKept = true) => {
    const { status, body: created } = await create(replica.base, key, body)
    expect(status).toBe(200)
    const id = String(created['verificacion_id'])
    const read = () => get(replica.base, `/v1/verificaciones/${id}`, key)
    await until(async () => (await read()).body['estado'] !== 'en_proceso')
    if (isKept) answers[id] = (await read()).body
  }
  await end(prepaid, requests.retired, false)
  await query(
    url,
    "UPDATE verifications SET created_at = created_at - interval '400 days', resolved_at = resolved_at - interval '400 days'",
  )
  await runRetention(url)
  await end(prepaid, requests.delivered)
  await until(async () => (await count(url, "deliveries WHERE state = 'entregada'")) === 1)
  await end(prepaid, requests.undelivered)
  await end(prepaid, requests.inconclusive)
  await end(platformKey, requests.transferred)
  await until(async () => (await count(url, 'transfers WHERE attempts > 0 AND replica_id IS NULL')) === 1)
  await until(async () => (await count(url, 'deliveries WHERE sent > 0 AND replica_id IS NULL')) === 3)
  await replica.stop()
  const slow = await startReplica(url, {}, halfway)
  await create(slow.base, prepaid, requests.halfway)
  await until(async () => (await count(url, 'verification_work WHERE replica_id IS NULL AND due_at > now()')) === 1)
  await slow.stop()
  await processor.stop()
  return {
    revision: definitions.migrations.length,
    apiKeys: { prepaid, platform: platformKey },
    nextSecret: String(nextSecret),
    platform,
    requests,
    answers,
    rows: await rowsOf(url),
  }
}

// GOLDEN=write writes the file of the version that package.json says. None is written anew once it was released.
it.runIf(process.env['GOLDEN'] === 'write')('what this version stores is written down', async () => {
  writeFileSync(new URL(`${packageJson.version}.json`, folder), `${JSON.stringify(await made(), null, 1)}\n`)
})

describe.each(releases)('what %s stored', (name) => {
  const golden: Golden = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  const { requests, apiKeys, rows, answers } = golden
  const stops: Array<() => Promise<void>> = []
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })

  it('is read, worked on to its end, told, and transferred, by this version', async () => {
    const url = await testDatabase()
    await restore(url, golden)
    // Its time goes on from here.
    await query(url, "UPDATE verifications SET deadline = now() + interval '10 minutes' WHERE state = 'en_proceso'")
    await query(url, 'UPDATE verification_work SET due_at = now()')
    await query(url, "UPDATE deliveries SET due_at = now() WHERE state = 'pendiente'")
    await query(url, "UPDATE transfers SET due_at = now() WHERE state = 'encolada'")
    const processor = await startProcessor()
    stops.push(processor.stop)
    const { restrictedKey, destination } = golden.platform
    await processor.run(processor.processor.registerKey(restrictedKey, false, destination))
    const [payment] = rows['transfers']?.map((row) => String(row['payment_intent_id'])) ?? []
    await processor.pay({ id: String(payment), destination })
    const { sent, sender } = webhookSender()
    const settings = { processorUrl: processor.address, retentionDays: 36_500 }
    const replica = await startReplica(url, settings, undefined, sender)
    stops.push(replica.stop)
    const read = (id: string, key: string) => get(replica.base, `/v1/verificaciones/${id}`, key)
    const keyOf = (id: string) =>
      rows['verifications']?.find((row) => row['verification_id'] === id)?.['account_id'] === 'sol'
        ? apiKeys.prepaid
        : apiKeys.platform

    for (const [id, body] of Object.entries(answers)) {
      expect(await read(id, keyOf(id))).toMatchObject({ status: 200, body })
    }
    for (const [fate, body] of Object.entries(requests)) {
      const key = fate === 'transferred' ? apiKeys.platform : apiKeys.prepaid
      const stored = rows['verifications']?.find((row) => row['request_id'] === body['solicitud_id'])
      const answered = await create(replica.base, key, body)
      if (fate === 'retired')
        expect(answered).toMatchObject({ status: 409, body: { codigo: 'conflicto_idempotencia' } })
      else expect(answered).toMatchObject({ status: 200, body: { verificacion_id: stored?.['verification_id'] } })
    }

    const halfwayId = String(rows['verification_work']?.[0]?.['verification_id'])
    await until(async () => (await read(halfwayId, apiKeys.prepaid)).body['estado'] !== 'en_proceso')
    expect((await read(halfwayId, apiKeys.prepaid)).body['estado']).toBe('emitida')
    await until(async () => (await count(url, "deliveries WHERE state = 'pendiente'")) === 0)
    for (const row of rows['deliveries']?.filter(({ state }) => state === 'pendiente') ?? []) {
      const { body, secrets } = sent.find(({ eventId }) => eventId === row['event_id']) ?? {}
      expect(Buffer.from(body ?? '').toString()).toBe(JSON.stringify(answers[String(row['verification_id'])]))
      const isPrepaid = row['account_id'] === 'sol'
      expect(secrets && Redacted.value(secrets.current)).toBe(isPrepaid ? 'whsec_uno' : 'whsec_tres')
      expect(secrets?.next ? Redacted.value(secrets.next) : null).toBe(isPrepaid ? golden.nextSecret : null)
    }
    await until(async () => (await count(url, "transfers WHERE state = 'ejecutada'")) === 1)
    const made = await processor.run(processor.processor.transfers)
    expect(made.map(({ paymentIntentId }) => paymentIntentId)).toEqual([payment])
    for (const check of [
      ['ledger', 'check'],
      ['audit', 'verify'],
    ])
      expect(await cotejo(url, check)).toMatchObject({ code: 0 })
  })
})
