import { execFileSync } from 'node:child_process'
import { Effect, Layer, Option, Redacted, Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { signingSecretContext } from '#adapters/postgres/rows/Rows.ts'
import type { Maintenance } from '#ports/Maintenance.ts'
import { Secrets as SecretsPort } from '#ports/Secrets.ts'
import { maintaining } from '#test/support/maintenance.ts'
import { plainEnvironment } from '#tools/machine/processes.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { replaceFunction } from '#tools/postgres/replaced.ts'
import {
  cotejo,
  create,
  environmentOf,
  foreignKeys,
  laterKeyring,
  migrated,
  openAccount,
  rotatedKeyring,
  rotatedKeys,
  startReplica,
  until,
} from '#tools/service/server.ts'

const rich = { plan: { priceCentavos: 1_00, requestsPerMinute: 10_000 } }

/** Secrets that let somebody else act between the reading of the first value and its writing. */
const overtaken = (act: () => void) =>
  Layer.effect(
    SecretsPort,
    Effect.map(SecretsPort, (secrets) => {
      const acts = [act]
      return {
        ...secrets,
        open: (sealed, context) => {
          for (const once of acts.splice(0)) once()
          return secrets.open(sealed, context)
        },
      }
    }),
  ).pipe(Layer.provide(Secrets.layer(rotatedKeyring)))

const StoredSecrets = Schema.Array(
  Schema.Struct({ role: Schema.String, key_id: Schema.String, sealed: Schema.Uint8Array }),
)

/** The signing secrets of account `sol` as they stand in the table, and what they are. */
const storedSecrets = async (url: string) => {
  const statement = 'SELECT role, key_id, sealed FROM signing_secrets ORDER BY role'
  const rows = Schema.decodeUnknownSync(StoredSecrets)(await query(url, statement))
  const { open } = await Effect.runPromise(Effect.provide(SecretsPort, Secrets.layer(rotatedKeyring)))
  return rows.map(({ role, key_id: keyId, sealed: bytes }) => ({
    role,
    keyId,
    secret: Option.getOrNull(open({ keyId, bytes }, signingSecretContext('sol'))),
  }))
}

const statesOf = async (url: string): Promise<ReadonlyArray<unknown>> =>
  query(url, 'SELECT state, count(*)::integer AS count FROM verifications GROUP BY state')
const finished = (url: string, count: number) =>
  until(async () => JSON.stringify(await statesOf(url)) === JSON.stringify([{ state: 'emitida', count }]))

describe('cotejo migrate', () => {
  it('names what it applied', async () => {
    const url = await testDatabase()
    expect((await cotejo(url, ['migrate'])).out).toMatch(
      /^Applied baseline, .*admit\(\).*: the database is at revision 1\.\n$/,
    )
    expect((await cotejo(url, ['migrate'])).out).toBe('Nothing to apply: the database is at revision 1.\n')
  })

  it('says that Postgres is too old, and exits with 1', async () => {
    const url = await testDatabase()
    await replaceFunction(
      url,
      'current_setting(text)',
      `RETURNS text LANGUAGE sql AS
         $$ SELECT CASE $1 WHEN 'server_version_num' THEN '140018' WHEN 'server_version' THEN '14.18 (Debian)'
                   ELSE pg_catalog.system_current_setting($1) END $$`,
    )
    expect(await cotejo(url, ['migrate'])).toEqual({
      code: 1,
      out: '',
      err: 'Postgres 14.18 (Debian) is too old: use version 15 or later\n',
    })
    expect(await query(url, "SELECT to_regclass('schema_migrations') AS made")).toEqual([{ made: null }])
  })
})

describe('cotejo keys rotate', () => {
  it('encrypts what is under way and signing secrets with the first key, after which the others are not needed', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', { ...rich, signingSecret: 'whsec_uno' })
    const { signingSecret } = JSON.parse((await cotejo(url, ['signing-secrets', 'rotate', 'sol', '--json'])).out)
    await openAccount(url, 'plataforma', { mode: 'connect' })
    const processor = ['accounts', 'processor', 'plataforma', '--destination', 'acct_1']
    expect((await cotejo(url, processor, { COTEJO_PROCESSOR_KEY: 'rk_test_0123456789' })).code).toBe(0)
    const api = await startReplica(url, { roles: ['api'] })
    await Promise.all(Array.from({ length: 5 }, () => create(api.base, key)))
    await api.stop()

    const lost = await cotejo(url, ['keys', 'rotate', '--json'], { COTEJO_SEALING_KEYS: foreignKeys })
    expect(lost.code).toBe(1)
    expect(JSON.parse(lost.out)).toEqual({
      resealed: 0,
      unreadable: 5,
      remaining: 5,
      sealing_otherwise: 0,
      newer_keys: 0,
      lacking_newer: 0,
    })

    const rotated = await cotejo(url, ['keys', 'rotate', '--json'], { COTEJO_SEALING_KEYS: rotatedKeys })
    expect(rotated.code).toBe(0)
    expect(JSON.parse(rotated.out)).toEqual({
      resealed: 5,
      unreadable: 0,
      remaining: 0,
      sealing_otherwise: 0,
      newer_keys: 0,
      lacking_newer: 0,
    })
    const { sent, sender } = webhookSender()
    const worker = await startReplica(url, { keyring: laterKeyring }, undefined, sender)
    await finished(url, 5)
    await until(async () => sent.length === 5)
    await worker.stop()
    const [request] = sent
    expect(request && Redacted.value(request.secrets.current)).toBe('whsec_uno')
    expect(request?.secrets.next && Redacted.value(request.secrets.next)).toBe(signingSecret)
  })

  it('counts what remains under each key, over all of them', async () => {
    const url = await testDatabase(migrated)
    await query(
      url,
      `INSERT INTO data_keys (name, purpose, day, key_id, sealed)
       SELECT 'record/2026-03-0' || n || '/k' || n, 'record', '2026-03-01', CASE n WHEN 1 THEN 'ka' ELSE 'kb' END, ''
         FROM generate_series(1, 3) n`,
    )
    const { code, out } = await cotejo(url, ['keys', 'rotate', '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { resealed: 0, unreadable: 3, remaining: 3, sealing_otherwise: 0, newer_keys: 0, lacking_newer: 0 },
    ])
    expect((await cotejo(url, ['keys', 'rotate'])).out).toContain('Others remain: 1 with "ka", 2 with "kb".')
  })

  it('does nothing while a replica lacks the new key, and says the order of steps', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const old = await startReplica(url)
    const refused = await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(
      /^These processes do not have the new key: \S+\. Nothing was done\. .* restart every replica/,
    )
    expect(await query(url, 'SELECT DISTINCT key_id FROM signing_secrets')).toEqual([{ key_id: 'k1' }])
    await old.stop()
    expect(await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })).toMatchObject({ code: 0 })
  })

  it('does not call older keys needless while a replica seals with one', async () => {
    const url = await testDatabase(migrated)
    const [newKey, oldKey] = rotatedKeyring.sealingKeys
    const replica = await startReplica(url, { keyring: { ...rotatedKeyring, sealingKeys: [oldKey, newKey] } })
    const early = await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })
    expect(early.code).toBe(1)
    expect(early.out).toMatch(
      /^Encrypted 0 again\. These processes encrypt with another key than "k2", the first here: \S+\. If "k2" is the new one, restart them with it in the first place\. Keep the older keys, and run this again\.\n$/,
    )
    await replica.stop()
    const current = await startReplica(url, { keyring: rotatedKeyring })
    const done = await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })
    expect(done).toMatchObject({
      code: 0,
      out: 'Encrypted 0 again: all is encrypted with "k2", the first of COTEJO_SEALING_KEYS. No longer needed: "k1".\n',
    })
    await current.stop()
  })

  it('asks for the key that it lacks, and not for a restart of the replica that has it', async () => {
    const url = await testDatabase(migrated)
    const replica = await startReplica(url, { keyring: rotatedKeyring })
    await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    expect(await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })).toMatchObject({ code: 0 })
    const [, oldKey = ''] = rotatedKeys.split(',')
    expect(await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: oldKey })).toMatchObject({
      code: 1,
      out: 'Encrypted 0 again. Others remain: 1 with "k2". 1 could not be read: append their key to COTEJO_SEALING_KEYS first. Keep the older keys, and run this again.\n',
    })
    await replica.stop()
  })

  it('calls no key needless while one that came later stands behind the first', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol', rich)
    const [newKey = '', oldKey = ''] = rotatedKeys.split(',')
    const alone = await cotejo(url, ['keys', 'rotate'])
    expect(alone).toMatchObject({
      code: 0,
      out: 'Encrypted 0 again: all is encrypted with "k1", the first of COTEJO_SEALING_KEYS.\n',
    })
    const appended = { COTEJO_SEALING_KEYS: `${oldKey},${newKey}` }
    expect(await cotejo(url, ['keys', 'rotate'], appended)).toMatchObject({
      code: 1,
      out: 'Encrypted 0 again. "k2" came after "k1", the first here. To use it, move it to the first place everywhere and restart every replica; if you do not need it, remove it. Keep the older keys, and run this again.\n',
    })
    expect(JSON.parse((await cotejo(url, ['keys', 'rotate', '--json'], appended)).out)).toEqual({
      ...{ resealed: 0, unreadable: 0, remaining: 0, sealing_otherwise: 0, newer_keys: 1, lacking_newer: 0 },
    })
    expect(await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })).toMatchObject({
      code: 0,
      out: 'Encrypted 0 again: all is encrypted with "k2", the first of COTEJO_SEALING_KEYS. No longer needed: "k1".\n',
    })
  })

  it('has the replicas restarted that lack the new key, before it is moved to the first place', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol', rich)
    const [newKey = '', oldKey = ''] = rotatedKeys.split(',')
    const old = await startReplica(url)
    const appended = { COTEJO_SEALING_KEYS: `${oldKey},${newKey}` }
    const doctor = JSON.parse((await cotejo(url, ['doctor', '--json'], appended)).out)
    expect(doctor).toContainEqual({
      check: 'keys of replicas',
      result: 'warning',
      finding: expect.stringMatching(/^1 of 1 replicas lack a further key of COTEJO_SEALING_KEYS: \S+$/),
      action: 'If the key is new, restart these replicas before you move it to the first place.',
    })
    const told = await cotejo(url, ['keys', 'rotate'], appended)
    expect(told.code).toBe(1)
    expect(told.out).toMatch(
      /"k2" came after "k1", the first here\. To use it, restart these processes first, which lack it: \S+\. Then move it to the first place everywhere/,
    )
    await old.stop()
  })

  it('leaves a signing secret that is rotated or activated after it was read as it is then', async () => {
    const resealSecrets = ({ reseal }: Maintenance['Service']) =>
      reseal({ kind: 'signing secret', owner: '', name: '' }, 10)
    const begin = async () => {
      const url = await testDatabase(migrated)
      await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
      const told: Array<string> = []
      const command =
        (name: string, ...flags: ReadonlyArray<string>) =>
        () => {
          const args = ['src/cli.ts', 'signing-secrets', name, 'sol', '--json', ...flags]
          const env = { ...plainEnvironment, ...environmentOf(url) }
          told.push(JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })).signingSecret)
        }
      command('rotate')()
      return { url, told, command }
    }

    const rotated = await begin()
    expect(await maintaining(rotated.url, overtaken(rotated.command('rotate')), resealSecrets)).toEqual({
      resealed: 1,
      overtaken: 1,
      unreadable: 0,
      next: { kind: 'processor key', owner: '', name: '' },
    })
    expect(await storedSecrets(rotated.url)).toEqual([
      { role: 'actual', keyId: 'k2', secret: 'whsec_uno' },
      { role: 'siguiente', keyId: 'k1', secret: rotated.told[1] },
    ])

    const activated = await begin()
    expect(
      await maintaining(activated.url, overtaken(activated.command('activate', '--force')), resealSecrets),
    ).toEqual({
      resealed: 0,
      overtaken: 2,
      unreadable: 0,
      next: { kind: 'processor key', owner: '', name: '' },
    })
    const [next] = activated.told
    expect(await storedSecrets(activated.url)).toEqual([{ role: 'actual', keyId: 'k1', secret: next }])
    const last = await cotejo(activated.url, ['keys', 'rotate', '--json'], { COTEJO_SEALING_KEYS: rotatedKeys })
    expect(JSON.parse(last.out)).toEqual({
      resealed: 1,
      unreadable: 0,
      remaining: 0,
      sealing_otherwise: 0,
      newer_keys: 0,
      lacking_newer: 0,
    })
    expect(await storedSecrets(activated.url)).toEqual([{ role: 'actual', keyId: 'k2', secret: next }])
  })
})
