import { Effect, type Layer } from 'effect'
import { beforeEach, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { dataKeyContext, processorKeyContext, signingSecretContext } from '#adapters/postgres/rows/Rows.ts'
import type { Maintenance, Place, Resealed } from '#ports/Maintenance.ts'
import { type SealContext, Secrets } from '#ports/Secrets.ts'
import { maintaining } from '#test/support/maintenance.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { keyring, migrated, rotatedKeyring } from '#tools/service/server.ts'

const before: Layer.Layer<Secrets> = PlatformSecrets.layer(keyring)
const afterwards: Layer.Layer<Secrets> = PlatformSecrets.layer(rotatedKeyring)

/** The bytes of a text as the key `k1` sealed it, as SQL. */
const sealed = (context: SealContext): Promise<string> =>
  Effect.runPromise(
    Effect.provide(
      Effect.map(Secrets, ({ seal }) => `'\\x${Buffer.from(seal('x', context).bytes).toString('hex')}'`),
      before,
    ),
  )

let url: string
beforeEach(async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
     VALUES ('a', 'connect', 0, 1), ('b', 'connect', 0, 1), ('c', 'connect', 0, 1)`,
  )
  for (const [account, role] of [
    ['c', 'actual'],
    ['a', 'siguiente'],
    ['b', 'actual'],
    ['a', 'actual'],
  ] as const) {
    const bytes = await sealed(signingSecretContext(account))
    await query(
      url,
      `INSERT INTO signing_secrets (account_id, role, key_id, sealed) VALUES ('${account}', '${role}', 'k1', ${bytes})`,
    )
  }
  const bytes = await sealed(processorKeyContext('b', 'acct_1'))
  await query(
    url,
    `INSERT INTO processor_accounts (account_id, destination, key_id, sealed)
     VALUES ('b', 'acct_1', 'k1', ${bytes}), ('c', 'acct_2', 'k9', ${bytes}), ('a', 'acct_3', 'k2', ${bytes})`,
  )
  for (const name of ['record/2026-03-10/k1/2', 'applicant/2026-03-10/k1/1', 'record/2026-03-09/k1/3']) {
    const [purpose = '', day = ''] = name.split('/')
    const key = await sealed(dataKeyContext(name))
    await query(
      url,
      `INSERT INTO data_keys (name, purpose, day, key_id, sealed) VALUES ('${name}', '${purpose}', '${day}', 'k1', ${key})`,
    )
  }
})

const resealing = <A, E>(use: (maintenance: Maintenance['Service']) => Effect.Effect<A, E>) =>
  maintaining(url, afterwards, use)

it('all that another key sealed is sealed anew, kind by kind and in order, so many at a time', async () => {
  expect(await resealing(({ sealedByOthers }) => sealedByOthers)).toEqual([
    { keyId: 'k1', values: 8 },
    { keyId: 'k9', values: 1 },
  ])
  const steps: Array<ReadonlyArray<unknown>> = []
  let place: Place | null = null
  do {
    const from: Place | null = place
    const done: Resealed = await resealing(({ reseal }) => reseal(from, 2))
    place = done.next
    steps.push([done.resealed, done.unreadable, done.overtaken, place && `${place.kind} ${place.owner} ${place.name}`])
  } while (place !== null)
  expect(steps).toEqual([
    [2, 0, 0, 'signing secret a siguiente'],
    [2, 0, 0, 'signing secret c actual'],
    [0, 0, 0, 'processor key  '],
    [1, 1, 0, 'processor key c acct_2'],
    [0, 0, 0, 'data key  '],
    [2, 0, 0, 'data key record record/2026-03-09/k1/3'],
    [1, 0, 0, null],
  ])
  expect(await resealing(({ sealedByOthers }) => sealedByOthers)).toEqual([{ keyId: 'k9', values: 1 }])
  expect(await query(url, "SELECT 1 FROM signing_secrets WHERE key_id = 'k2'")).toHaveLength(4)
})

it('what somebody has locked is left, and counted as overtaken', async () => {
  const { ask, close } = await openConnection(url)
  await ask('BEGIN')
  await ask("SELECT 1 FROM signing_secrets WHERE account_id = 'b' FOR UPDATE")
  expect(await resealing(({ reseal }) => reseal(null, 9))).toEqual({
    ...{ resealed: 3, overtaken: 1, unreadable: 0 },
    next: { kind: 'processor key', owner: '', name: '' },
  })
  await ask('COMMIT')
  await close()
  expect(await query(url, "SELECT account_id FROM signing_secrets WHERE key_id = 'k1'")).toEqual([{ account_id: 'b' }])
})

it('of the processes those are told that work now, and with which keys', async () => {
  const [newKey, oldKey] = await Effect.runPromise(
    Effect.provide(
      Effect.map(Secrets, ({ givenKeys }) =>
        givenKeys.filter(({ use }) => use === 'sealing').map(({ keyId, fingerprint }) => `${keyId}:${fingerprint}`),
      ),
      afterwards,
    ),
  )
  await query(
    url,
    `INSERT INTO replicas (replica_id, lease_until, sealing_keys)
     VALUES ('z', now() + interval '55 seconds', '{"${newKey}","${oldKey}"}'), ('gone', now() - interval '1 second', '{}'),
            ('dead before the clock was set back', now() + interval '1 hour', '{}'),
            ('m', now() + interval '55 seconds', '{"${oldKey}","${newKey}"}'), ('a', now() + interval '55 seconds', '{"${oldKey}"}')`,
  )
  expect(await resealing(({ liveReplicas }) => liveReplicas)).toEqual([
    { replicaId: 'a', opensOurs: false, sealsAlike: false, lacks: ['k2'] },
    { replicaId: 'm', opensOurs: true, sealsAlike: false, lacks: [] },
    { replicaId: 'z', opensOurs: true, sealsAlike: true, lacks: [] },
  ])
})
