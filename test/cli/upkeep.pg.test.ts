import { execFileSync } from 'node:child_process'
import { DateTime, Effect, Layer, Redacted } from 'effect'
import { describe, expect, it } from 'vitest'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/Database.ts'
import * as PostgresMaintenance from '#adapters/postgres/Maintenance.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { RotateKeys } from '#application/RotateKeys.ts'
import { Maintenance } from '#ports/Maintenance.ts'
import { Secrets as SecretsPort } from '#ports/Secrets.ts'
import { Sources } from '#ports/Sources.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import {
  cotejo,
  create,
  foreignKeys,
  get,
  migrated,
  openAccount,
  rotatedKeyring,
  rotatedKeys,
  startReplica,
  until,
} from '#test/support/server.ts'

const rich = { plan: { priceCentavos: 1_00, requestsPerMinute: 10_000 } }

const statesOf = async (url: string): Promise<ReadonlyArray<unknown>> =>
  query(url, 'SELECT state, count(*)::integer AS count FROM verifications GROUP BY state')
const finished = (url: string, count: number) =>
  until(async () => JSON.stringify(await statesOf(url)) === JSON.stringify([{ state: 'emitida', count }]))

describe('cotejo migrate', () => {
  it('brings the database to the revision of the code, once', async () => {
    const url = await testDatabase()
    const first = JSON.parse((await cotejo(url, ['migrate', '--json'])).out)
    expect(first.applied).toBe(first.revision)
    expect(JSON.parse((await cotejo(url, ['migrate', '--json'])).out)).toEqual({ ...first, applied: 0 })
  })

  it('is done once by many who start together', async () => {
    const url = await testDatabase()
    const all = await Promise.all([1, 2, 3].map(() => cotejo(url, ['migrate', '--json'])))
    const applied = all.map(({ out }) => JSON.parse(out).applied).sort()
    expect(applied).toEqual([0, 0, expect.any(Number)])
    expect(await cotejo(url, ['accounts', 'list'])).toMatchObject({ code: 0 })
  })
})

describe('cotejo keys rotate', () => {
  it('encrypts what is under way with the first key, after which the others are not needed', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', rich)
    const api = await startReplica(url, { roles: ['api'] })
    await Promise.all(Array.from({ length: 5 }, () => create(api.base, key)))
    await api.stop()

    const lost = await cotejo(url, ['keys', 'rotate', '--json'], { COTEJO_SEALING_KEYS: foreignKeys })
    expect(lost.code).toBe(1)
    expect(JSON.parse(lost.out)).toEqual({ resealed: 0, unreadable: 5, remaining: 5 })

    const rotated = await cotejo(url, ['keys', 'rotate', '--json'], { COTEJO_SEALING_KEYS: rotatedKeys })
    expect(rotated.code).toBe(0)
    expect(JSON.parse(rotated.out)).toEqual({ resealed: 5, unreadable: 0, remaining: 0 })
    const [newKey] = rotatedKeyring.sealingKeys
    const worker = await startReplica(url, { keyring: { ...rotatedKeyring, sealingKeys: [newKey] } })
    await finished(url, 5)
    await worker.stop()
  })

  it('leaves what a worker wrote after it was read as the worker wrote it', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', rich)
    const api = await startReplica(url, { roles: ['api'] })
    await create(api.base, key)
    await api.stop()

    // Opening is where the rotation stands between reading a row and writing it.
    const parked = "UPDATE verification_work SET key_id = 'k1', sealed = 'by the worker'"
    const script = `import { query } from '#test/support/postgres.ts'; await query('${url}', "${parked}")`
    const overtaking = Layer.effect(
      SecretsPort,
      Effect.map(SecretsPort, (secrets) => ({
        ...secrets,
        open: (sealed, context) => {
          execFileSync(process.execPath, ['--input-type=module', '--eval', script])
          return secrets.open(sealed, context)
        },
      })),
    ).pipe(Layer.provide(Secrets.layer(rotatedKeyring)))
    const done = await Effect.flatMap(Maintenance, ({ reseal }) => reseal(null, 10)).pipe(
      Effect.provide(
        PostgresMaintenance.layer.pipe(
          Layer.provide(overtaking),
          Layer.provide(
            Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 2, dispatchConnections: 1 }),
          ),
        ),
      ),
      Effect.runPromise,
    )
    expect(done).toEqual({ resealed: 0, overtaken: 1, unreadable: 0, next: null })
    expect(await query(url, "SELECT key_id, encode(sealed, 'escape') AS sealed FROM verification_work")).toEqual([
      { key_id: 'k1', sealed: 'by the worker' },
    ])
  })

  it('goes on while workers write', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', rich)
    const api = await startReplica(url, { roles: ['api'] })
    await Promise.all(Array.from({ length: 20 }, () => create(api.base, key)))
    await api.stop()

    // Each source has to be asked a few times, so that each verification is parked often. One that has
    // answered is asked again only when what it said was lost.
    const forgotten: Array<string> = []
    const restless = Layer.effect(
      Sources,
      Effect.map(Sources, ({ consult }) => {
        const asked = new Map<string, number>()
        return {
          consult: (consultation) => {
            const times = (asked.get(consultation.id) ?? 0) + 1
            asked.set(consultation.id, times)
            if (times > 6) forgotten.push(consultation.id)
            return times < 6
              ? Effect.succeed({
                  _tag: 'NotYet' as const,
                  readyAt: DateTime.add(consultation.now, { milliseconds: 20 }),
                })
              : consult({ ...consultation, now: DateTime.add(consultation.startedAt, { hours: 1 }) })
          },
        }
      }),
    ).pipe(Layer.provide(SandboxSources.layer('tests')))
    const [newKey, oldKey] = rotatedKeyring.sealingKeys
    // The worker seals with the old key, and the rotation with the new one, again and again.
    const worker = await startReplica(url, { keyring: { ...rotatedKeyring, sealingKeys: [oldKey, newKey] } }, restless)
    const rotation = Effect.flatMap(RotateKeys, ({ rotate }) => rotate).pipe(
      Effect.forever,
      Effect.provide(
        RotateKeys.layer.pipe(
          Layer.provide(PostgresMaintenance.layer),
          Layer.provide(Secrets.layer(rotatedKeyring)),
          Layer.provide(
            Database.layer({ url: Redacted.make(url), apiConnections: 1, workConnections: 2, dispatchConnections: 1 }),
          ),
        ),
      ),
    )
    await Effect.runPromise(
      Effect.raceFirst(
        rotation,
        Effect.promise(() => finished(url, 20)),
      ),
    )
    await worker.stop()
    expect(forgotten).toEqual([])
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })
})

describe('cotejo retention run', () => {
  it('removes the content of old verifications, whose solicitud_id stays used: 404 and 409', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const { base, stop } = await startReplica(url)
    const old = await create(base, key, { solicitud_id: 'sol-vieja', propiedad_id: 'prop-1' })
    const recent = await create(base, key, { solicitud_id: 'sol-nueva' })
    await finished(url, 2)
    await query(
      url,
      `UPDATE verifications SET created_at = created_at - interval '31 days', resolved_at = resolved_at - interval '31 days'
        WHERE request_id = 'sol-vieja'`,
    )
    const days = { COTEJO_RETENTION_DAYS: '30' }
    expect(JSON.parse((await cotejo(url, ['retention', 'run', '--json'], days)).out)).toEqual({ retired: 1, days: 30 })
    expect(JSON.parse((await cotejo(url, ['retention', 'run', '--json'], days)).out)).toEqual({ retired: 0, days: 30 })

    const idOf = ({ body }: typeof old) => String(body['verificacion_id'])
    expect(await get(base, `/v1/verificaciones/${idOf(old)}`, key)).toMatchObject({
      status: 404,
      body: { codigo: 'verificacion_no_encontrada' },
    })
    const { body } = await get(base, '/v1/verificaciones', key)
    expect(body['verificaciones']).toMatchObject([{ verificacion_id: idOf(recent) }])
    const conflict = { status: 409, body: { codigo: 'conflicto_idempotencia' } }
    expect(await create(base, key, { solicitud_id: 'sol-vieja', propiedad_id: 'prop-1' })).toMatchObject(conflict)
    expect(await create(base, key, { solicitud_id: 'sol-vieja' })).toMatchObject(conflict)
    expect(await create(base, key, { solicitud_id: 'sol-nueva' })).toMatchObject({
      status: 200,
      body: { verificacion_id: idOf(recent) },
    })
    expect((await get(base, '/v1/cuenta/consumo', key)).body['saldo']).toBe(800)
    await stop()

    const [row] = await query(url, "SELECT * FROM verifications WHERE request_id = 'sol-vieja'")
    expect(row).toMatchObject({ outcome: null, consent_evidence_id: null, webhook_url: null, property_id: null })
    expect(JSON.parse((await cotejo(url, ['verifications', 'show', 'sol', idOf(old), '--json'])).out)).toMatchObject({
      state: 'emitida',
      retired: expect.any(String),
    })
    expect(JSON.parse((await cotejo(url, ['verifications', 'list', 'sol', '--json'])).out)).toHaveLength(1)
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })
})
