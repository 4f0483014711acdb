import { createHash, type Hash } from 'node:crypto'
import { Effect } from 'effect'
import type { Head } from '#adapters/egress/Exchange.ts'

/** The headers in which publishers send a base64 digest of the content: RFC 9530 and its predecessors. */
const told = [
  { header: 'content-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'repr-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'digest', form: /\bsha-256=([^,\s]*)/i, algorithm: 'sha256' },
  { header: 'content-md5', form: /^(\S*)$/, algorithm: 'md5' },
] as const

/** The bytes hashed without a pause, which takes a few milliseconds. */
const portion = 4_194_304

/** The hash of bytes. It yields between portions, because hashing the largest file takes half a second. */
export const hashed = Effect.fnUntraced(function* (algorithm: 'sha256' | 'md5', bytes: Uint8Array) {
  const hash: Hash = createHash(algorithm)
  for (let at = 0; at < bytes.length; at += portion) {
    hash.update(bytes.subarray(at, at + portion))
    yield* Effect.yieldNow
  }
  return hash
})

/** Whether these bytes do not match a digest in the headers. */
export const isOfOtherDigest = Effect.fnUntraced(function* (headers: Head['headers'], bytes: Uint8Array) {
  for (const { header, form, algorithm } of told) {
    const [, digest = ''] = form.exec([headers[header] ?? ''].flat().join()) ?? []
    if (digest !== '' && (yield* hashed(algorithm, bytes)).digest('base64') !== digest) return true
  }
  return false
})
