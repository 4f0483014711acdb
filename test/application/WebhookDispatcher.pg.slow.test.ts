import { Effect, Layer } from 'effect'
import { describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '#domain/delivery/Delivery.ts'
import { type WebhookRequest, WebhookSender } from '#ports/WebhookSender.ts'
import { tcpProxy } from '#test/support/tcpProxy.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

const delivered: AttemptOutcome = { _tag: 'Answered', status: 200 }

/** A sender that keeps what it was given, and answers what it is told. */
const scripted = (
  answer: (request: WebhookRequest) => Effect.Effect<AttemptOutcome> = () => Effect.succeed(delivered),
) => {
  const sent: Array<WebhookRequest> = []
  const send = (request: WebhookRequest) =>
    Effect.suspend(() => {
      sent.push(request)
      return answer(request)
    })
  return { sent, layer: Layer.succeed(WebhookSender, { send }) }
}

const statement = { claim: 'claim_deliveries(', record: 'INSERT INTO delivery_attempts' } as const
const hosts = { hangs: 'https://hangs.example.com/avs', answers: 'https://answers.example.com/avs' }

/** A database with one account whose webhooks are signed. */
const prepared = async () => {
  const url = await testDatabase(migrated)
  return { url, key: await openAccount(url, 'socia', { signingSecret: 'whsec_uno' }) }
}

const stateOf = async (url: string) => {
  const [row] = await query(
    url,
    `SELECT d.state, d.attempts, d.replica_id,
            (SELECT count(*)::integer FROM delivery_attempts a WHERE a.verification_id = d.verification_id) AS noted
       FROM deliveries d`,
  )
  return row
}

describe('the dispatcher of webhooks', () => {
  it('sends what GET answers, once, and notes it', async () => {
    const { url, key } = await prepared()
    const { sent, layer } = scripted()
    const { base, stop } = await startReplica(url, {}, undefined, layer)
    const { body } = await create(base, key)
    await until(async () => sent.length > 0)
    const read = await fetch(`${base}/v1/verificaciones/${body['verificacion_id']}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(new TextDecoder().decode(sent[0]?.body)).toBe(await read.text())
    await until(async () => Reflect.get((await stateOf(url)) ?? {}, 'state') === 'entregada')
    await stop()
    expect(sent).toHaveLength(1)
    expect(await stateOf(url)).toEqual({ state: 'entregada', attempts: 1, replica_id: null, noted: 1 })
  })

  it.each(['claim', 'record'] as const)('sends once although the answer to a %s is lost', async (what) => {
    const { url, key } = await prepared()
    const { sent, layer } = scripted()
    const api = await startReplica(url, { roles: ['api', 'worker'] })
    const { body } = await create(api.base, key)
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(api.base, path, key)).body['estado'] === 'emitida')
    await api.stop()
    // The webhook is there before the dispatcher, whose first claim finds it.
    const way = await tcpProxy(url)
    const losing = way.loseAnswerTo(statement[what])
    const { stop } = await startReplica(way.url, { roles: ['api', 'dispatcher'] }, undefined, layer)
    await losing
    await until(async () => Reflect.get((await stateOf(url)) ?? {}, 'state') === 'entregada')
    await stop()
    await way.stop()
    expect(sent).toHaveLength(1)
    expect(await stateOf(url)).toEqual({ state: 'entregada', attempts: 1, replica_id: null, noted: 1 })
  })

  it('lets an attempt that is under way end before the process does, and notes it', async () => {
    const { url, key } = await prepared()
    const { sent, layer } = scripted(() => Effect.as(Effect.sleep('1500 millis'), delivered))
    const { base, stop } = await startReplica(url, {}, undefined, layer)
    await create(base, key)
    await until(async () => sent.length > 0)
    await stop()
    expect(await stateOf(url)).toEqual({ state: 'entregada', attempts: 1, replica_id: null, noted: 1 })
  })

  it('puts off what it cannot sign, for a process that can', async () => {
    const { url, key } = await prepared()
    const { sent, layer } = scripted()
    await query(url, "UPDATE signing_secrets SET key_id = 'otra'")
    const { base, stop } = await startReplica(url, {}, undefined, layer)
    await create(base, key)
    await until(async () => (await query(url, 'SELECT 1 FROM deliveries WHERE due_at > now()')).length === 1)
    await stop()
    expect(sent).toEqual([])
    expect(await stateOf(url)).toEqual({ state: 'pendiente', attempts: 0, replica_id: null, noted: 0 })
  })

  it('keeps a receiver that hangs from holding up another, of the same account', async () => {
    const { url, key } = await prepared()
    const { sent, layer } = scripted(({ url: to }) => (to === hosts.hangs ? Effect.never : Effect.succeed(delivered)))
    const { base, stop } = await startReplica(url, {}, undefined, layer)
    const to = (webhook_url: string, solicitud_id: string) => create(base, key, { webhook_url, solicitud_id })
    await Promise.all(Array.from({ length: 6 }, (_, index) => to(hosts.hangs, `sol-colgada-${index}`)))
    await until(async () => sent.length > 0)
    await to(hosts.answers, 'sol-sana')
    await until(async () => sent.some((request) => request.url === hosts.answers))
    await stop()
    // What hung is given back, to be sent by another process at once.
    const left = await query(url, "SELECT attempts, replica_id FROM deliveries WHERE state = 'pendiente'")
    expect(left).toEqual(Array.from({ length: 6 }, () => ({ attempts: 0, replica_id: null })))
  })
})
