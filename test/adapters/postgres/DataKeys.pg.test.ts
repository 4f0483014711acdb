import { DateTime, Effect, Layer, Redacted, Result, Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { DataKeys } from '#adapters/postgres/DataKeys.ts'
import { dataKeyContext } from '#adapters/postgres/rows/Rows.ts'
import { canonical } from '#domain/verification/Idempotency.ts'
import { Secrets } from '#ports/Secrets.ts'
import { retaining } from '#test/support/maintenance.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import { validBody } from '#test/support/sandbox.ts'
import { cotejo, create, migrated, openAccount, rotatedKeyring, startReplica, until } from '#test/support/server.ts'
import { judgeForm } from '#wire/PeticionRules.ts'

const today = '2026-11-22'
const [newKey, oldKey] = rotatedKeyring.sealingKeys
const database = (url: string) =>
  Database.layer({ url: Redacted.make(url), apiConnections: 2, workConnections: 1, dispatchConnections: 1 })

/** What a process of its own, with these sealing keys, does with the keys of the days. */
const keeping = <A, E>(
  url: string,
  sealingKeys: PlatformSecrets.Keyring['sealingKeys'],
  use: (keys: DataKeys['Service']) => Effect.Effect<A, E>,
): Promise<A> => {
  const secrets = PlatformSecrets.layer({ ...rotatedKeyring, sealingKeys })
  return Effect.runPromise(
    Effect.provide(DataKeys.use(use), DataKeys.layer.pipe(Layer.provide([secrets, database(url)]))),
  )
}

describe('the key of a day', () => {
  it('is one, however many processes ask for it first', async () => {
    const url = await testDatabase(migrated)
    const asked = Array.from({ length: 4 }, () =>
      keeping(url, [oldKey], ({ ofDay }) =>
        Effect.all(
          [1, 2, 3].map(() => ofDay('record', today)),
          { concurrency: 'unbounded' },
        ),
      ),
    )
    const digests = (await Promise.all(asked)).flat().map(({ digest }) => digest('a'))
    expect(new Set(digests).size).toBe(1)
    expect(await query(url, 'SELECT name FROM data_keys')).toEqual([{ name: `record/${today}/k1` }])
  })

  it('is another for a process that lacks the key which seals the first, and both read their own', async () => {
    const url = await testDatabase(migrated)
    const first = await keeping(url, [newKey], ({ ofDay }) => ofDay('record', today))
    const [second, found] = await keeping(url, [oldKey], ({ ofDay, named }) =>
      Effect.all([ofDay('record', today), Effect.map(named([first.name]), (keyNamed) => keyNamed(first.name))]),
    )
    expect([first.name, second.name, found]).toEqual([`record/${today}/k2`, `record/${today}/k1`, 'unreadable'])
  })

  it('is told to be destroyed where it is not there', async () => {
    const url = await testDatabase(migrated)
    const keyNamed = await keeping(url, [oldKey], ({ named }) => named(['record/2026-01-01/k1']))
    expect(keyNamed('record/2026-01-01/k1')).toBe('destroyed')
  })
})

const DataKeyRows = Schema.Array(
  Schema.Struct({ name: Schema.String, key_id: Schema.String, sealed: Schema.Uint8Array }),
)
const Fingerprints = Schema.Array(Schema.Struct({ fingerprint: Schema.String }))

describe('a fingerprint', () => {
  const curps = ['LIMP900101HDFRRS03', 'GOMC800215MJCRRL09', 'ROVA751130HNLDRB02']
  const days = { COTEJO_RETENTION_DAYS: '30' }
  const older =
    "UPDATE verifications SET created_at = created_at - interval '31 days', resolved_at = resolved_at - interval '31 days'"

  /** The CURPs, of all candidates, that a fingerprint can be of, for who has all keys and rows that are left. */
  const attack = async (url: string, fingerprint: string, body: Record<string, unknown>) => {
    const rows = Schema.decodeUnknownSync(DataKeyRows)(await query(url, 'SELECT name, key_id, sealed FROM data_keys'))
    const secrets = await Effect.runPromise(Effect.provide(Secrets, PlatformSecrets.layer(rotatedKeyring)))
    const keys = rows.map(({ name, key_id: keyId, sealed: bytes }) =>
      secrets.dataKey(name, Effect.runSync(Effect.fromOption(secrets.open({ keyId, bytes }, dataKeyContext(name))))),
    )
    return curps.filter((curp) => {
      const tried = { ...body, solicitante: { ...(body['solicitante'] as object), curp } }
      const accepted = judgeForm(tried, String(body['solicitud_id']), DateTime.makeUnsafe('2100-01-01'))
      const inner = secrets.fingerprint(canonical(Result.getOrThrow(accepted).peticion))
      return [inner, ...keys.map(({ digest }) => digest(inner))].includes(fingerprint)
    })
  }

  it('tells no CURP any more once its key is destroyed, not even of an old copy of the row', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', {})
    const { base, stop } = await startReplica(url)
    const body = { ...validBody(), solicitud_id: 'sol-1', solicitante: { curp: curps[1] } }
    expect((await create(base, key, body)).status).toBe(200)
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    await stop()
    const [copied] = Schema.decodeUnknownSync(Fingerprints)(await query(url, 'SELECT fingerprint FROM verifications'))
    const fingerprint = copied?.fingerprint ?? ''
    expect(await attack(url, fingerprint, body)).toEqual([curps[1]])

    await query(url, older)
    await query(url, 'UPDATE data_keys SET day = day - 31')
    // Its webhook is given up.
    await query(url, "UPDATE deliveries SET state = 'agotada', attempts = 6, sent = 6, due_at = NULL")
    const destroy = () => retaining(url, ({ destroyKeys }) => destroyKeys(DateTime.makeUnsafe('2100-01-01')))
    expect(await destroy()).toBe(0)
    expect(await attack(url, fingerprint, body)).toEqual([curps[1]])

    expect(JSON.parse((await cotejo(url, ['retention', 'run', '--json'], days)).out)).toMatchObject({ retired: 1 })
    expect(await query(url, 'SELECT name FROM data_keys')).toEqual([])
    expect(await attack(url, fingerprint, body)).toEqual([])
  })

  it('keeps its key while anything of that day is kept, and on the day itself', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', {})
    const { base, stop } = await startReplica(url)
    for (const solicitud_id of ['sol-1', 'sol-2']) await create(base, key, { solicitud_id })
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    await stop()
    await query(url, 'DELETE FROM deliveries')
    await query(url, `${older} WHERE request_id = 'sol-1'`)
    expect(JSON.parse((await cotejo(url, ['retention', 'run', '--json'], days)).out)).toMatchObject({ retired: 1 })
    // Nothing is kept of today when all is older; the key may yet be used.
    await query(url, older)
    await cotejo(url, ['retention', 'run'], { COTEJO_RETENTION_DAYS: '365' })
    expect(await query(url, 'SELECT 1 FROM data_keys')).toHaveLength(1)
  })
})
