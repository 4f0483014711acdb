import { DateTime, Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Sources } from '#ports/Sources.ts'
import type { ServerSettings } from '#src/Config.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  cotejo,
  create,
  keyring,
  laterKeyring,
  migrated,
  openAccount,
  rotatedKeyring,
  rotatedKeys,
  startReplica,
  until,
} from '#tools/service/server.ts'

/** Each is asked twice before it answers, so that every verification is sealed anew by whoever works on it. */
const restless = Layer.effect(
  Sources,
  Effect.map(Sources, ({ consult }) => {
    const asked = new Map<string, number>()
    return {
      consult: (one) => {
        const times = (asked.get(one.id) ?? 0) + 1
        asked.set(one.id, times)
        return times < 2
          ? Effect.succeed({ _tag: 'NotYet' as const, readyAt: DateTime.add(one.now, { milliseconds: 20 }) })
          : consult({ ...one, now: DateTime.add(one.startedAt, { hours: 1 }) })
      },
    }
  }),
).pipe(Layer.provide(SandboxSources.layer('tests')))

const requests = 60

it('a sealing key is changed under load, while one replica lacks the new key: all are emitida', async () => {
  const url = await testDatabase(migrated)
  const plan = { priceCentavos: 1_00, requestsPerMinute: 10_000 }
  const key = await openAccount(url, 'sol', { plan, signingSecret: 'whsec_uno' })
  const { sent, sender } = webhookSender()
  const replica = (changes: Partial<ServerSettings>) => startReplica(url, changes, restless, sender)
  const bodies = Array.from({ length: requests }, () => validBody())
  const ask = async (base: string, body: Record<string, unknown>) => {
    const answer = await create(base, key, body)
    expect(answer.status).toBe(200)
    return answer.body['verificacion_id']
  }
  const sealedBy = () => query(url, "SELECT DISTINCT key_id FROM data_keys WHERE purpose = 'applicant' ORDER BY key_id")

  // The new key is used before everybody has it.
  const after = await replica({ keyring: rotatedKeyring })
  const before = await replica({ keyring })
  const ids = [await ask(after.base, bodies[0] ?? {}), await ask(before.base, bodies[1] ?? {})]
  expect(await sealedBy()).toEqual([{ key_id: 'k1' }, { key_id: 'k2' }])
  const load = bodies.slice(2).map((body, index) => ask(index % 2 === 0 ? before.base : after.base, body))
  ids.push(...(await Promise.all(load)))
  await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
  expect(await query(url, 'SELECT state, count(*)::int AS count FROM verifications GROUP BY state')).toEqual([
    { state: 'emitida', count: requests },
  ])
  await until(async () => sent.length === requests)
  expect(await query(url, 'SELECT 1 FROM verification_work WHERE crashes > 0')).toEqual([])

  await before.stop()
  const rotated = await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })
  expect([rotated.code, await sealedBy()]).toEqual([0, [{ key_id: 'k2' }]])
  await after.stop()
  const last = await replica({ keyring: laterKeyring })
  expect(await Promise.all(bodies.map((body) => ask(last.base, body)))).toEqual(ids)
  await last.stop()
  expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
})
