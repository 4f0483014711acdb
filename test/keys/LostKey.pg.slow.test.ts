import { readFileSync } from 'node:fs'
import { Duration } from 'effect'
import { expect, it } from 'vitest'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import {
  cotejo,
  create,
  get,
  laterKeyring,
  migrated,
  openAccount,
  rotatedKeys,
  startReplica,
  until,
} from '#tools/service/server.ts'

const [newText = ''] = rotatedKeys.split(',')

const [, page = ''] = readFileSync('docs/operate/lost-keys.md', 'utf8').split('## When a sealing key is lost')
const [section = ''] = page.split('\n## ')
/** The statements that are given there, with the name of the key that is lost here. */
const [find = '', forget = ''] = [...section.matchAll(/```sql\n(?<statement>.*?)```/gs)].map(({ groups }) =>
  (groups?.['statement'] ?? '').replaceAll('2026-11', 'k1'),
)

it('after a sealing key is lost for good, what the page says brings all that is left in order', async () => {
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
  const operate = (...args: ReadonlyArray<string>) => cotejo(url, args, { COTEJO_SEALING_KEYS: newText })
  const before = await startReplica(url, {}, undefined, webhookSender(() => 500).sender)
  const id = String((await create(before.base, key)).body['verificacion_id'])
  await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === 1)
  await before.stop()
  const front = await startReplica(url, { roles: ['api'], timeBudget: Duration.millis(1) })
  const underWay = String((await create(front.base, key, { solicitud_id: 'sol-2' })).body['verificacion_id'])
  await front.stop()

  // A worker soon encrypts something with the new key, and is ready then: one that only answers does not.
  const waiting = await startReplica(url, { keyring: laterKeyring, roles: ['api'] })
  expect((await get(waiting.base, '/_salud')).status).toBe(503)
  await waiting.stop()

  const { sent, sender } = webhookSender()
  const after = await startReplica(url, { keyring: laterKeyring }, undefined, sender)
  expect((await get(after.base, `/v1/verificaciones/${id}`, key)).status).toBe(503)
  expect(JSON.parse((await operate('doctor', '--json')).out)).toContainEqual(
    expect.objectContaining({ check: 'keys', result: 'fault', finding: 'stored data needs "k1"' }),
  )

  const { ask, close } = await openConnection(url)
  await ask("SET cotejo.account = '*'")
  expect(await ask(find)).toEqual([
    { what: 'signing secret', account_id: 'sol', verification_id: null },
    { what: 'verification', account_id: 'sol', verification_id: id },
  ])
  const ofSecond = () => get(after.base, `/v1/verificaciones/${underWay}`, key)
  await until(async () => (await ofSecond()).body['estado'] === 'no_concluyente')
  expect((await operate('verifications', 'erase', 'sol', id, '--reason', 'llave-perdida')).code).toBe(0)
  expect((await operate('signing-secrets', 'rotate', 'sol')).code).toBe(0)
  expect((await operate('signing-secrets', 'activate', 'sol', '--force')).code).toBe(0)
  await until(async () => (await get(after.base, '/_salud')).status === 200)
  await ask(forget)
  expect(await ask(find)).toEqual([])
  await close()

  expect(JSON.parse((await operate('doctor', '--json')).out)).toContainEqual(
    expect.objectContaining({ check: 'keys', result: 'ok' }),
  )
  expect((await operate('keys', 'rotate')).code).toBe(0)
  expect((await get(after.base, `/v1/verificaciones/${id}`, key)).status).toBe(404)
  expect((await create(after.base, key)).status).toBe(200)
  expect((await ofSecond()).body['estado']).toBe('no_concluyente')
  const again = await create(after.base, key, { solicitud_id: 'sol-2' })
  expect([again.status, again.body['codigo']]).toEqual([409, 'conflicto_idempotencia'])
  await until(async () => sent.length === 1)
  await after.stop()
  expect((await operate('ledger', 'check')).code).toBe(0)
})
