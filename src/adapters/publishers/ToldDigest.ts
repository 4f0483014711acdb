import { createHash, type Hash } from 'node:crypto'
import { Effect } from 'effect'
import type { Head } from '#adapters/egress/Exchange.ts'

/** Where publishers tell a digest of what they send, in base64: RFC 9530, and as it was before. */
const told = [
  { header: 'content-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'repr-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'digest', form: /\bsha-256=([^,\s]*)/i, algorithm: 'sha256' },
  { header: 'content-md5', form: /^(\S*)$/, algorithm: 'md5' },
] as const

/** Bytes that are hashed at once: some milliseconds. */
const portion = 4_194_304

/** The hash of bytes. Others have their turn between portions: of the largest file it takes half a second. */
export const hashed = Effect.fnUntraced(function* (algorithm: 'sha256' | 'md5', bytes: Uint8Array) {
  const hash: Hash = createHash(algorithm)
  for (let at = 0; at < bytes.length; at += portion) {
    hash.update(bytes.subarray(at, at + portion))
    yield* Effect.yieldNow
  }
  return hash
})

/** Whether these bytes are others than those that the headers tell a digest of. */
export const isOfOtherDigest = Effect.fnUntraced(function* (headers: Head['headers'], bytes: Uint8Array) {
  for (const { header, form, algorithm } of told) {
    const [, digest = ''] = form.exec([headers[header] ?? ''].flat().join()) ?? []
    if (digest !== '' && (yield* hashed(algorithm, bytes)).digest('base64') !== digest) return true
  }
  return false
})
