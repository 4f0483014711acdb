import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Where publishers tell a digest of what they send, in base64: RFC 9530, and as it was before. */
const told = [
  { header: 'content-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'repr-digest', form: /\bsha-256=:([^:]*):/i, algorithm: 'sha256' },
  { header: 'digest', form: /\bsha-256=([^,\s]*)/i, algorithm: 'sha256' },
  { header: 'content-md5', form: /^(\S*)$/, algorithm: 'md5' },
] as const

/** Whether these bytes are others than those that the headers tell a digest of. */
export const isOfOtherDigest = (headers: IncomingHttpHeaders, bytes: Uint8Array): boolean =>
  told.some(({ header, form, algorithm }) => {
    const [, digest] = form.exec([headers[header] ?? ''].flat().join()) ?? []
    return digest !== undefined && digest !== '' && createHash(algorithm).update(bytes).digest('base64') !== digest
  })
