import { Effect, Option, Redacted } from 'effect'
import { expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Secrets } from '#ports/Secrets.ts'

const key = (byte: number) => Redacted.make(new Uint8Array(32).fill(byte))
const secrets = Effect.runSync(
  Effect.provide(Secrets, PlatformSecrets.layer({ digestKey: key(1), sealingKeys: [{ id: 'k1', key: key(2) }] })),
)
const here = { accountId: 'sol', verificationId: 'ver_1', column: 'sealed' }

it.each([
  ['of another account', { ...here, accountId: 'luna' }],
  ['of another verification', { ...here, verificationId: 'ver_2' }],
  ['of no verification', { ...here, verificationId: null }],
  ['in another column', { ...here, column: 'consent_proof' }],
])('what is sealed does not open %s', (_, elsewhere) => {
  const sealed = secrets.seal('LIMP900101HDFRRS03', here)
  expect(secrets.open(sealed, here)).toEqual(Option.some('LIMP900101HDFRRS03'))
  expect(secrets.open(sealed, elsewhere)).toEqual(Option.none())
  const dataKey = secrets.dataKey('2026-03-02', secrets.newDataKey())
  const ofDay = dataKey.seal('LIMP900101HDFRRS03', here)
  expect(dataKey.openText(ofDay, here)).toEqual(Option.some('LIMP900101HDFRRS03'))
  expect(dataKey.open(ofDay, here)).toEqual(Option.some(Buffer.from('LIMP900101HDFRRS03')))
  expect(dataKey.open(ofDay, elsewhere)).toEqual(Option.none())
})

// What is stored is looked up by these: with others every key is unknown, and every list finds nobody.
it('digests what is stored as it always did, or raises the revision of the keys of lists', () => {
  const { digestApiKey, fingerprint, digestListKey } = secrets
  expect([digestApiKey, fingerprint, digestListKey].map((digest) => digest('YneIYg7VkLY'))).toEqual([
    'CAOhCnabW989Q6Mr467FW76toQzWJR1GxiM1ud2oT3Y',
    '_NqMvA-1A6ij_wnvbbrZfMe-ZqVCOPVe8stYD3LXXgw',
    'NuLr9GYne6B',
  ])
})
