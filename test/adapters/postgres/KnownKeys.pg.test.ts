import { randomBytes, randomUUID } from 'node:crypto'
import { Redacted } from 'effect'
import { describe, expect, it } from 'vitest'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, keyring, migrated, openAccount, rotatedKeyring, startReplica } from '#tools/service/server.ts'

const anotherKey = Redacted.make(randomBytes(32))
const otherDigestKey = { ...keyring, digestKey: anotherKey }
const sameName = { ...keyring, sealingKeys: [{ id: 'k1', key: anotherKey }] } as const
const base64 = Buffer.from(Redacted.value(anotherKey)).toString('base64')

/** A database that replicas with the usual keys have worked on, and an account's key. */
const used = async () => {
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'sol')
  await (await startReplica(url)).stop()
  return { url, key }
}

describe('a process with another key than the database was used with', () => {
  it.each([
    ['for digests', otherDigestKey, 'COTEJO_DIGEST_KEY is not the key that this database was created with'],
    ['of the same name', sameName, 'COTEJO_SEALING_KEYS has another value for "k1"'],
  ])('%s does not start, and says so', async (_, wrong, message) => {
    const { url, key } = await used()
    await expect(startReplica(url, { keyring: wrong })).rejects.toThrow(message)
    const right = await startReplica(url)
    expect((await create(right.base, key)).status).toBe(200)
    await right.stop()
  })

  it('ends when the database comes back after it was started', async () => {
    const { url } = await used()
    const later = new URL(url)
    later.pathname = `/later_${randomUUID().replaceAll('-', '')}`
    const name = later.pathname.slice(1)
    // It may listen before it ends: it starts without its database.
    const ending = startReplica(later.href, { keyring: otherDigestKey }).then(
      ({ ended }) => ended,
      (error: Error) => error,
    )
    await query(url, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`)
    expect((await ending).message).toContain('COTEJO_DIGEST_KEY is not the key')
  })

  it.each([
    ['COTEJO_DIGEST_KEY', base64],
    ['COTEJO_SEALING_KEYS', `k1:${base64}`],
  ])('cannot be used by the command either: %s', async (variable, value) => {
    const { url } = await used()
    const refused = await cotejo(url, ['keys', 'rotate'], { [variable]: value })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(variable)
    expect(refused.err).not.toContain(value)
    expect(await cotejo(url, ['keys', 'rotate'])).toMatchObject({ code: 0 })
  })
})

it('a sealing key may have the name under which the key for digests is noted', async () => {
  const { url } = await used()
  const sealing = {
    COTEJO_SEALING_KEYS: `digest:${base64},k1:${Buffer.from(Redacted.value(keyring.sealingKeys[0].key)).toString('base64')}`,
  }
  expect(await cotejo(url, ['keys', 'rotate'], sealing)).toMatchObject({ code: 0 })
  expect(await cotejo(url, ['keys', 'rotate'], sealing)).toMatchObject({ code: 0 })
})

it('a process that is refused leaves nothing of its other keys', async () => {
  const { url } = await used()
  const wrong = { digestKey: anotherKey, sealingKeys: [{ id: 'k2', key: anotherKey }, ...keyring.sealingKeys] } as const
  await expect(startReplica(url, { keyring: wrong })).rejects.toThrow('COTEJO_DIGEST_KEY is not the key')
  const right = await startReplica(url, { keyring: rotatedKeyring })
  await right.stop()
  expect(await query(url, 'SELECT key_id FROM known_keys ORDER BY key_id')).toEqual(
    ['digest', 'k1', 'k2'].map((key_id) => ({ key_id })),
  )
})

it('a process that lacks a key that something is sealed with says so as it starts, and only then', async () => {
  const url = await testDatabase(migrated)
  await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
  const saidWith = async (
    sealingKeys:
      | (typeof keyring)['sealingKeys']
      | (typeof rotatedKeyring)['sealingKeys']
      | readonly [(typeof rotatedKeyring)['sealingKeys'][0]],
  ) => {
    const { said, stop } = await startReplica(url, { keyring: { ...keyring, sealingKeys } })
    await stop()
    return said.filter((line) => line.includes('missing sealing keys'))
  }
  const [newKey] = rotatedKeyring.sealingKeys
  expect(await saidWith([newKey])).toEqual([expect.stringContaining('"keys":"k1"')])
  expect(await saidWith(rotatedKeyring.sealingKeys)).toEqual([])
  await query(url, "UPDATE signing_secrets SET key_id = 'k7'")
  await query(
    url,
    "INSERT INTO processor_accounts (account_id, destination, key_id, sealed) VALUES ('sol', 'acct_1', 'k8', '\\x00')",
  )
  await query(
    url,
    "INSERT INTO data_keys (name, purpose, day, key_id, sealed) VALUES ('a', 'record', '2026-03-10', 'k9', '\\x00')",
  )
  expect(await saidWith(rotatedKeyring.sealingKeys)).toEqual([expect.stringContaining('"keys":"k7,k8,k9"')])
})
