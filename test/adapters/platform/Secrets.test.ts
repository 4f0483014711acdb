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
    'FrUbi_H1UgimOXqUaqnhX0arZVz_PnK4XYKFLj-nHhk',
    '_NqMvA-1A6ij_wnvbbrZfMe-ZqVCOPVe8stYD3LXXgw',
    'NuLr9GYne6B',
  ])
})

const dayKey = secrets.dataKey('2026-03-02', Buffer.alloc(32, 7).toString('base64'))

// What is stored was made so: with any other key or form it would be lost. Made here with another library.
it('opens what was sealed before, by its key and by the key of its day', () => {
  const bytes = Buffer.from('AAECAwQFBgcICQoLrCVUn0iRGgFfLTR9TUPcDAVBr6roebx1G7kIUtjsN6hjDQ==', 'base64')
  expect(secrets.open({ keyId: 'k1', bytes }, here)).toEqual(Option.some('LIMP900101HDFRRS03'))
  expect(secrets.open({ keyId: 'k2', bytes }, here)).toEqual(Option.none())
  const ofDay = Buffer.from('AAECAwQFBgcICQoLeQuFurhPah9u59HGiEpqt7LyKCVp0FRJOqy13RS0Pf9jrw==', 'base64')
  expect(dayKey.openText(ofDay, here)).toEqual(Option.some('LIMP900101HDFRRS03'))
  expect(dayKey.digest('LIMP900101HDFRRS03')).toBe('03rcWTR73wV_K8hOrIt5Qlq7ANM25pkV2af9boff-2g')
})

it('seals the same text otherwise each time, and opens nothing that was changed', () => {
  const sealed = Array.from({ length: 600 }, () => secrets.seal('LIMP900101HDFRRS03', here).bytes)
  const ofDay = Array.from({ length: 600 }, () => dayKey.seal('LIMP900101HDFRRS03', here))
  const all = [...sealed, ...ofDay].map((bytes) => Buffer.from(bytes))
  expect(new Set(all.map((bytes) => bytes.subarray(0, 12).toString('hex'))).size).toBe(1_200)
  expect(new Set(all.map((bytes) => bytes.subarray(28).toString('hex'))).size).toBe(1_200)
  for (const place of [0, 11, 12, 27, 28, 45]) {
    const changed = sealed[0]?.map((byte, index) => (index === place ? byte ^ 1 : byte)) ?? new Uint8Array()
    expect([place, secrets.open({ keyId: 'k1', bytes: changed }, here)]).toEqual([place, Option.none()])
  }
  expect(new Set([secrets.newDataKey(), secrets.newDataKey()]).size).toBe(2)
  expect(Buffer.from(secrets.newDataKey(), 'base64')).toHaveLength(32)
})

it('signs receipts by the key that was always published', () => {
  expect(secrets.receiptKey).toBe(
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAVGBC6QZU/hKio06Xjs2Tryj/OvpHZXo9o3qp0Ets8cc=\n-----END PUBLIC KEY-----\n',
  )
  expect(secrets.signReceipt('{}')).toBe(
    'aJNf/kNDlJzKI6NoBVb7SfBehf1YdbZppF2d3maJImfiBNQWBTjaoLktEZF08uURc7WLoaE/Otmys8YXcRgYDA==',
  )
})

it('tells its keys apart by their fingerprints, the current one first', () => {
  expect(secrets.sealingKeyId).toBe('k1')
  expect(secrets.givenKeys).toEqual([
    { use: 'digest', keyId: 'digest', fingerprint: '6649c218a17ba7b9' },
    { use: 'sealing', keyId: 'k1', fingerprint: 'bdde0aa999b62d5a' },
  ])
})
