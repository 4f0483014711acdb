import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DateTime, Deferred, Effect, Fiber, Layer, Logger, Option, Result, Schema } from 'effect'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import {
  basisContext,
  consentContext,
  dataKeyContext,
  documentContext,
  sealContext,
} from '#adapters/postgres/rows/Rows.ts'
import { canonical } from '#application/RequestVerification.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { type SealContext, Secrets } from '#ports/Secrets.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Verifications } from '#ports/Verifications.ts'
import { retaining } from '#test/support/maintenance.ts'
import { applicationOf, noon, plenty, unique } from '#test/support/storedVerifications.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  cotejo,
  create,
  get,
  migrated,
  openAccount,
  rotatedKeyring,
  startReplica,
  until,
} from '#tools/service/server.ts'
import { judgeForm } from '#wire/PeticionRules.ts'

const today = '2026-11-22'
const [newKey, oldKey] = rotatedKeyring.sealingKeys

/** The same, where no statement of the API has a connection. */
const withBusyApi = (url: string) =>
  Layer.effect(
    Database,
    Effect.map(Database, (over) => ({
      ...over,
      answering: () => Effect.fail(new StorageUnavailable({ reason: 'no answer in time' })),
    })),
  ).pipe(Layer.provide(patientDatabase(url)))

/** What a process of its own, with these sealing keys, does with the keys of the days. */
const keeping = <A, E>(
  url: string,
  sealingKeys: PlatformSecrets.Keyring['sealingKeys'],
  use: (keys: DataKeys['Service']) => Effect.Effect<A, E>,
): Promise<A> => {
  const secrets = PlatformSecrets.layer({ ...rotatedKeyring, sealingKeys })
  return Effect.runPromise(
    Effect.provide(
      DataKeys.use(use),
      DataKeys.layer('api').pipe(Layer.provide([secrets, patientDatabase(url)]), Layer.provideMerge(TestClock.layer())),
    ),
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
    expect(await query(url, 'SELECT 1 FROM data_keys')).toHaveLength(1)
  })

  it('is not taken for destroyed by who asks for others while all are forgotten', async () => {
    const url = await testDatabase(migrated)
    const racing = Effect.gen(function* () {
      const database = yield* Database
      const gate = yield* Deferred.make<void>()
      let isSlow = false
      const waiting: (typeof database)['answering'] = (statement) =>
        isSlow ? Effect.andThen(Deferred.await(gate), database.answering(statement)) : database.answering(statement)
      return yield* Effect.gen(function* () {
        const { ofDay, named } = yield* DataKeys
        const { name } = yield* ofDay('record', today)
        yield* named([name])
        isSlow = true
        const asking = yield* Effect.forkChild(named([name, 'record/2026-11-20/k1']))
        yield* TestClock.adjust('61 seconds')
        yield* named([])
        isSlow = false
        yield* Deferred.succeed(gate, undefined)
        return (yield* Fiber.join(asking))(name)
      }).pipe(
        Effect.provide(DataKeys.layer('api')),
        Effect.provideService(Database, { ...database, answering: waiting }),
      )
    })
    const secrets = PlatformSecrets.layer({ ...rotatedKeyring, sealingKeys: [oldKey] })
    const found = await Effect.runPromise(Effect.provide(racing, [secrets, patientDatabase(url), TestClock.layer()]))
    expect(found).toMatchObject({ name: expect.stringMatching(`^record/${today}/k1/`) })
  })

  it('is another for a process that lacks the key which seals the first, and both read their own', async () => {
    const url = await testDatabase(migrated)
    const first = await keeping(url, [newKey], ({ ofDay }) => ofDay('record', today))
    const [second, found] = await keeping(url, [oldKey], ({ ofDay, named }) =>
      Effect.all([ofDay('record', today), Effect.map(named([first.name]), (keyNamed) => keyNamed(first.name))]),
    )
    expect([first.name, second.name, found]).toEqual([
      expect.stringMatching(`^record/${today}/k2/`),
      expect.stringMatching(`^record/${today}/k1/`),
      'unreadable',
    ])
    // Whoever reads both seals with the one that comes first by name, as everybody does.
    const third = await keeping(url, [newKey, oldKey], ({ ofDay }) => ofDay('record', today))
    expect(third.name).toBe(second.name)
  })

  it('is read by the work though no connection of the API is free', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    const plan = { priceCentavos: 100_00, requestsPerMinute: 600, monthlyQuota: null }
    const application = applicationOf({ account: { id: 'sol', mode: 'consumo', plan }, keyId: 'k1' })
    const storageOver = (over: typeof patientDatabase) =>
      PostgresStorage.layer(unique('replica')).pipe(
        Layer.provide([over(url), PlatformSecrets.layer(rotatedKeyring), Logger.layer([])]),
      )
    const admitting = Effect.provide(
      Verifications.use(({ admit }) => admit(application)),
      storageOver(patientDatabase),
    )
    await Effect.runPromise(admitting)
    const claiming = Effect.provide(
      Resolutions.use(({ claim }) => claim(noon, plenty)),
      storageOver(withBusyApi),
    )
    expect(await Effect.runPromise(claiming)).toMatchObject([{ subject: { curp: 'LIMP900101HDFRRS03' } }])
  })

  it('has a name that no other key ever has, though the database lose it and make another', async () => {
    const url = await testDatabase(migrated)
    const first = await keeping(url, [oldKey], ({ ofDay }) => ofDay('record', today))
    await query(url, 'DELETE FROM data_keys')
    const second = await keeping(url, [oldKey], ({ ofDay }) => ofDay('record', today))
    expect(second.name).not.toBe(first.name)
  })

  it('is not used by a process that remembers it once the database has lost it, as a standby may have', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', {})
    const { base, stop } = await startReplica(url)
    await create(base, key)
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    await query(url, 'DELETE FROM data_keys')
    const body = validBody()
    const created = await create(base, key, body)
    expect(created.status).toBe(200)
    expect(await create(base, key, body)).toMatchObject({
      status: 200,
      body: { verificacion_id: created.body['verificacion_id'] },
    })
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    expect(await query(url, 'SELECT 1 FROM verifications v JOIN data_keys k ON k.name = v.data_key')).toHaveLength(1)
    const read = await get(base, `/v1/verificaciones/${created.body['verificacion_id']}`, key)
    expect(read).toMatchObject({ status: 200, body: { estado: 'emitida' } })
    await stop()
  })

  it('is made anew for what is parked once the database has lost it, and nothing is sealed by the lost one', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    const plan = { priceCentavos: 100_00, requestsPerMinute: 600, monthlyQuota: null }
    const application = applicationOf({ account: { id: 'sol', mode: 'consumo', plan }, keyId: 'k1' })
    const keyIsThere = () => query(url, 'SELECT 1 FROM verification_work w JOIN data_keys k ON k.name = w.data_key')
    const parking = Effect.gen(function* () {
      yield* (yield* Verifications).admit(application)
      const resolutions = yield* Resolutions
      const claimed = Effect.flatMap(resolutions.claim(noon, plenty), ([claim]) => Effect.fromNullishOr(claim))
      const parked = (claim: Claim) => resolutions.park(claim, claim.verification.state, noon)
      // From then on the key is remembered.
      yield* parked(yield* claimed)
      const claim = yield* claimed
      yield* Effect.promise(() => query(url, 'DELETE FROM data_keys'))
      const park = parked(claim)
      const refused = yield* Effect.flip(park)
      const before = yield* Effect.promise(keyIsThere)
      return { refused: refused.reason, before, parked: yield* park }
    })
    const storage = PostgresStorage.layer(unique('replica')).pipe(
      Layer.provide([patientDatabase(url), PlatformSecrets.layer(rotatedKeyring), Logger.layer([])]),
    )
    expect(await Effect.runPromise(Effect.provide(parking, storage))).toEqual({
      refused: 'the database lacks the data key',
      before: [],
      parked: true,
    })
    expect(await keyIsThere()).toHaveLength(1)
  })

  it('is remembered for a minute by a process whose database has lost it, and no longer', async () => {
    const url = await testDatabase(migrated)
    await keeping(url, [oldKey], ({ ofDay, named }) =>
      Effect.gen(function* () {
        const { name } = yield* ofDay('record', today)
        yield* Effect.promise(() => query(url, 'DELETE FROM data_keys'))
        yield* TestClock.adjust('59999 millis')
        expect((yield* ofDay('record', today)).name).toBe(name)
        expect((yield* named([name]))(name)).not.toBe('destroyed')
        yield* TestClock.adjust('1 millis')
        expect((yield* named([name]))(name)).toBe('destroyed')
        expect((yield* ofDay('record', today)).name).not.toBe(name)
      }),
    )
  })

  it('is nowhere in a process a minute later, though nobody asks for any key meanwhile', async () => {
    const url = await testDatabase(migrated)
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    await keeping(url, [oldKey], ({ ofDay }) =>
      Effect.gen(function* () {
        const key = new WeakRef(yield* ofDay('record', today))
        yield* TestClock.adjust('1 minute')
        yield* Effect.promise(() =>
          until(async () => {
            collect()
            return key.deref() === undefined
          }),
        )
      }),
    )
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
const Kept = Schema.Array(
  Schema.Struct({ verification_id: Schema.String, fingerprint: Schema.String, consent_proof: Schema.Uint8Array }),
)
const End = Schema.Array(Schema.Struct({ document: Schema.Uint8Array, basis: Schema.Uint8Array }))
const Work = Schema.Array(Schema.Struct({ verification_id: Schema.String, sealed: Schema.Uint8Array }))

const muchLater = DateTime.makeUnsafe('2100-01-01')
const retire = (url: string) => retaining(url, (port) => port.retire(muchLater, 100))
const destroyKeys = (url: string, now = muchLater) => retaining(url, (port) => port.destroyKeys(now))

const dataKeysIn = async (url: string) =>
  Schema.decodeUnknownSync(DataKeyRows)(await query(url, 'SELECT name, key_id, sealed FROM data_keys'))

/** What somebody has who has the keyring, the key of the digests, all that is left in the database, and copies of data keys. */
const thief = async (
  url: string,
  ring: PlatformSecrets.Keyring = rotatedKeyring,
  copied: typeof DataKeyRows.Type = [],
) => {
  const rows = [...copied, ...(await dataKeysIn(url))]
  const secrets = await Effect.runPromise(Effect.provide(Secrets, PlatformSecrets.layer(ring)))
  const keys = rows.flatMap(({ name, key_id: keyId, sealed: bytes }) =>
    Option.toArray(
      Option.map(secrets.open({ keyId, bytes }, dataKeyContext(name)), (text) => secrets.dataKey(name, text)),
    ),
  )
  const opened = (bytes: Uint8Array, context: SealContext) => [
    ...keys.flatMap((key) => Option.toArray(key.openText(bytes, context))),
    ...ring.sealingKeys.flatMap(({ id: keyId }) => Option.toArray(secrets.open({ keyId, bytes }, context))),
  ]
  /** The CURPs, of all that can be, that a fingerprint is of. */
  const tryOut = (fingerprint: string, body: Record<string, unknown>, curps: ReadonlyArray<string>) =>
    curps.filter((curp) => {
      const tried = { ...body, solicitante: { curp } }
      const accepted = Result.getOrThrow(judgeForm(tried, String(body['solicitud_id']), muchLater))
      const inner = secrets.fingerprint(canonical(accepted.peticion))
      return [inner, ...keys.map(({ digest }) => digest(inner))].includes(fingerprint)
    })
  return { opened, tryOut }
}

describe('what was copied of a row before it was erased', () => {
  const curp = 'GOMC800215MJCRRL09'
  const curps = ['LIMP900101HDFRRS03', curp, 'ROVA751130HNLDRB02']
  const consentimiento = {
    otorgado: true,
    otorgado_en: '2026-01-15T10:30:00-06:00',
    version_aviso: 'aviso-de-prueba',
    evidencia_id: 'evidencia-de-prueba',
  }
  const ended = (url: string) => until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
  /** Nothing is sent of them. */
  const giveUp = (url: string) =>
    query(url, "UPDATE deliveries SET state = 'agotada', attempts = 6, sent = 6, due_at = NULL")

  it('tells neither applicant nor consent, neither document nor findings, nor a CURP that is tried out, once its keys are destroyed', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', {})
    const api = await startReplica(url, { roles: ['api'] })
    const body = { ...validBody(), solicitud_id: 'sol-1', solicitante: { curp }, consentimiento }
    expect((await create(api.base, key, body)).status).toBe(200)
    await api.stop()
    const [row] = Schema.decodeUnknownSync(Kept)(await query(url, 'SELECT * FROM verifications'))
    const [work] = Schema.decodeUnknownSync(Work)(await query(url, 'SELECT * FROM verification_work'))
    if (row === undefined || work === undefined) throw new Error('there is nothing to copy')
    const told = async (...more: [ring?: PlatformSecrets.Keyring, copied?: typeof DataKeyRows.Type]) => {
      const { opened, tryOut } = await thief(url, ...more)
      return {
        applicant: opened(work.sealed, sealContext('sol', work.verification_id)).map((text) => text.includes(curp)),
        consent: opened(row.consent_proof, consentContext('sol', row.verification_id)),
        tried: tryOut(row.fingerprint, body, curps),
      }
    }
    const consent = JSON.stringify({ noticeVersion: 'aviso-de-prueba', evidenceId: 'evidencia-de-prueba' })

    // Under way: everything is needed.
    expect(await destroyKeys(url)).toBe(0)
    expect(await told()).toEqual({ applicant: [true], consent: [consent], tried: [curp] })
    const backup = await dataKeysIn(url)

    // Ended: the applicant is not needed any more.
    const worker = await startReplica(url)
    await ended(url)
    const answered = (await get(worker.base, `/v1/verificaciones/${row.verification_id}`, key)).body
    await worker.stop()
    const [end] = Schema.decodeUnknownSync(End)(await query(url, 'SELECT document, basis FROM verifications'))
    if (end === undefined) throw new Error('there is nothing to copy')
    const toldOfEnd = async () => {
      const { opened } = await thief(url)
      return {
        document: opened(end.document, documentContext('sol', row.verification_id)).map((text) => JSON.parse(text)),
        basis: opened(end.basis, basisContext('sol', row.verification_id)).map((text) => Object.keys(JSON.parse(text))),
      }
    }
    expect(await destroyKeys(url)).toBe(1)
    expect(await told()).toEqual({ applicant: [], consent: [consent], tried: [curp] })
    const basis = ['engineVersion', 'level', 'explanation', 'determinants', 'lists', 'clearedLawsuits']
    expect(await toldOfEnd()).toEqual({ document: [answered], basis: [basis] })

    // Retired: nothing is.
    await giveUp(url)
    expect(await retire(url)).toBe(1)
    expect(await destroyKeys(url)).toBe(1)
    expect(await told()).toEqual({ applicant: [], consent: [], tried: [] })
    expect(await toldOfEnd()).toEqual({ document: [], basis: [] })

    // A backup holds the keys too, until the sealing key is given up that it was made under.
    expect(await told(rotatedKeyring, backup)).toEqual({ applicant: [true], consent: [consent], tried: [curp] })
    const ring = { ...rotatedKeyring, sealingKeys: [newKey] } as const
    expect(await told(ring, backup)).toEqual({ applicant: [], consent: [], tried: [] })
  })

  it('keeps its keys while another of that day is kept, and until an hour after the day', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', {})
    const { base, stop } = await startReplica(url)
    for (const solicitud_id of ['sol-1', 'sol-2']) await create(base, key, { solicitud_id })
    await ended(url)
    await stop()
    const [made] = await query(url, "SELECT to_char(day, 'YYYY-MM-DD') AS day FROM data_keys LIMIT 1")
    const day = DateTime.makeUnsafe(`${Reflect.get(made ?? {}, 'day')}T00:00:00.000Z`)
    const after = (minutes: number) => DateTime.add(day, { days: 1, minutes })
    expect(await destroyKeys(url, after(59))).toBe(0)
    expect(await destroyKeys(url, after(61))).toBe(1)
    await query(url, 'DELETE FROM deliveries')
    expect(await retaining(url, (port) => port.retire(muchLater, 1))).toBe(1)
    expect(await destroyKeys(url)).toBe(0)
    expect(await retire(url)).toBe(1)
    expect(await destroyKeys(url)).toBe(1)
  })

  it('is looked at again only when something of its day was removed', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', {})
    const { base, stop } = await startReplica(url)
    for (const solicitud_id of ['sol-1', 'sol-2']) await create(base, key, { solicitud_id })
    await ended(url)
    await stop()
    await query(url, 'DELETE FROM deliveries')
    const seen = async () =>
      (await query(url, "SELECT kept_at FROM data_keys WHERE purpose = 'record'")).map(Object.values)
    expect(await destroyKeys(url)).toBe(1)
    const [first] = await seen()
    expect(first).toEqual([expect.any(Date)])
    expect(await destroyKeys(url)).toBe(0)
    expect(await seen()).toEqual([first])
    expect(await retaining(url, (port) => port.retire(muchLater, 1))).toBe(1)
    expect(await seen()).toEqual([[null]])
    expect(await destroyKeys(url)).toBe(0)
    const [row] = await query(url, 'SELECT verification_id AS id FROM verifications WHERE retired_at IS NULL')
    const erasing = ['verifications', 'erase', 'sol', String(Reflect.get(row ?? {}, 'id')), '--reason', 'caso-1']
    expect(await cotejo(url, erasing)).toMatchObject({ code: 0 })
    expect(await destroyKeys(url)).toBe(1)
  })

  it('holds neither version_aviso nor evidencia_id to be read', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', {})
    const { base, stop } = await startReplica(url)
    await create(base, key, { consentimiento })
    await ended(url)
    await stop()
    const [row] = await query(url, 'SELECT to_jsonb(v)::text AS row FROM verifications v')
    expect(String(Reflect.get(row ?? {}, 'row'))).not.toMatch(/de-prueba/)
  })
})
