import { Effect } from 'effect'
import { expect, it } from 'vitest'
import { hashed, isOfOtherDigest } from '#adapters/publishers/Publisher.ts'

const bytes = Buffer.from('abc')
const sha256 = 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='
const md5 = 'kAFQmDzST7DWlj99KOF/cg=='
const ofOthers = 'LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564='

it.each([
  [{}, false],
  [{ 'content-digest': `sha-256=:${sha256}:` }, false],
  [{ 'content-digest': `sha-256=:${ofOthers}:` }, true],
  [{ 'content-digest': `sha-512=:${ofOthers}:` }, false],
  [{ 'content-digest': `sha-512=:x:, SHA-256=:${ofOthers}:` }, true],
  [{ 'content-digest': 'sha-256=::' }, false],
  [{ 'repr-digest': `sha-256=:${sha256}:` }, false],
  [{ 'repr-digest': `sha-256=:${ofOthers}:` }, true],
  [{ digest: `sha-256=${sha256}` }, false],
  [{ digest: `SHA-256=${ofOthers}` }, true],
  [{ digest: `sha-256=${sha256},md5=x` }, false],
  [{ digest: `md5=x, sha-256=${ofOthers}` }, true],
  [{ 'content-md5': md5 }, false],
  [{ 'content-md5': 'CZzEwLYuhHdEthWiWwwzBw==' }, true],
  [{ 'content-md5': '' }, false],
  [{ 'content-digest': `sha-256=:${sha256}:`, 'content-md5': 'CZzEwLYuhHdEthWiWwwzBw==' }, true],
])('with %j bytes are others than those that were told: %s', async (headers, isOther) => {
  expect(await Effect.runPromise(isOfOtherDigest(headers, bytes))).toBe(isOther)
})

it('others have their turn while a large file is hashed', async () => {
  const large = Buffer.alloc(33_554_432)
  let isHashed = false
  let turns = 0
  const hashing = Effect.runPromise(hashed('sha256', large)).finally(() => {
    isHashed = true
  })
  while (!isHashed) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  const hash = await hashing
  expect(hash.digest('hex')).toBe('83ee47245398adee79bd9c0a8bc57b821e92aba10f5f9ade8a5d1fae4d8c4302')
  expect(turns).toBeGreaterThanOrEqual(7)
})
